interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Does one piece of work at a time; what is asked for meanwhile waits and is then done together.
 * @param work answers a result for each item; what it throws is thrown to whoever asked for any of them
 * @param weigh how much an item counts of what is done together at most
 */
export function createGathered<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  weigh: (item: Item) => number,
  most: number,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let isWorking = false;

  /** As many of the first ones as may be done together, and one at least. */
  function takeSome(): Waiting<Item, Result>[] {
    let weight = 0;
    const end = waiting.findIndex(({ item }, index) => (weight += weigh(item)) > most && index > 0);
    return waiting.splice(0, end < 0 ? waiting.length : end);
  }

  async function workOff(): Promise<void> {
    isWorking = true;
    while (waiting.length > 0) {
      const some = takeSome();
      try {
        const results = await work(some.map(({ item }) => item));
        some.forEach(({ resolve }, index) => resolve(results[index] as Result));
      } catch (thrown) {
        for (const { reject } of some) reject(thrown);
      }
    }
    isWorking = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isWorking) void workOff();
    });
}

/** The same, where only items with the same key wait for each other. */
export function createGatheredByKey<Item, Result>(
  keyOf: (item: Item) => string,
  create: () => (item: Item) => Promise<Result>,
): (item: Item) => Promise<Result> {
  const gathered = new Map<string, { readonly take: (item: Item) => Promise<Result>; waiting: number }>();
  return async (item) => {
    const key = keyOf(item);
    const mine = gathered.get(key) ?? { take: create(), waiting: 0 };
    gathered.set(key, mine);
    mine.waiting += 1;
    try {
      return await mine.take(item);
    } finally {
      mine.waiting -= 1;
      if (mine.waiting === 0) gathered.delete(key);
    }
  };
}

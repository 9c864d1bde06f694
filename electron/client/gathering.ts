import type { CallOptions } from '../../shared/api/caller.ts';
import { AppError } from '../../shared/errors/app-error.ts';

/** So many requests for several are under way before more items wait to share one. */
export const requestsUnderWay = 2;
/** Nor do they wait longer than this: a request may hang. */
const longestWaitMs = 500;
/** So many of those that are sent by themselves are under way: connections are left for people. */
export const aloneUnderWay = 8;

/** What a request is sent for. */
export type SharedCall = Pick<CallOptions, 'priority' | 'onServiceTime'> & { readonly signal: AbortSignal };

interface GatheringOptions<Item, Answer> {
  /** How much one request carries, by each of several measures. */
  readonly limits: readonly number[];
  /** How much an item takes of it, by the same measures. */
  readonly sizesOf: (item: Item) => readonly number[];
  /**
   * Sends items in one request.
   * @returns the answer to each of them, in their order; `undefined` for one that is to be sent once more, by itself
   */
  readonly send: (items: readonly Item[], call: SharedCall) => Promise<readonly (Answer | undefined)[]>;
  /** Whether items of which several failed so are to be sent once more, each by itself. */
  readonly isToBeSentAlone: (failure: AppError) => boolean;
}

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly call: SharedCall;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
  /** Told when nobody waits for it any more. */
  onLeft: () => void;
}

/** Asks for one item, perhaps together with others. @throws what the service answers; `cancelled` */
type Gathering<Item, Answer> = (item: Item, call: SharedCall) => Promise<Answer>;

/**
 * Gathers short items that come while requests are under way, so that they share the next one: a request costs both sides
 * more than a short item does. Each is answered as if it had gone alone.
 */
export function createGathering<Item, Answer>(options: GatheringOptions<Item, Answer>): Gathering<Item, Answer> {
  type OneWaiting = Waiting<Item, Answer>;
  const alone = createLoneLine((one: OneWaiting) => sendTogether(options, [one]));
  const soon = createSoon(begin);
  let waiting: OneWaiting[] = [];
  let underWay = 0;

  function begin(isOverdue: boolean): void {
    let mayShare = !isOverdue;
    for (let next = firstOf(waiting, options); next.length > 0; next = firstOf(waiting, options)) {
      const isFull = next.length < waiting.length;
      if (underWay >= requestsUnderWay && !isFull && mayShare) break;
      mayShare = true;
      waiting = waiting.slice(next.length);
      void send(next);
    }
    if (waiting.length > 0) soon.atTheLatest();
  }

  async function send(group: readonly OneWaiting[]): Promise<void> {
    underWay += 1;
    const left = await sendTogether(options, group);
    underWay -= 1;
    alone.add(left.filter(({ call }) => !call.signal.aborted));
    soon.begin();
  }

  return (item, call) => {
    const { signal } = call;
    if (signal.aborted) return Promise.reject(new AppError('cancelled'));
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const one: OneWaiting = { item, call, resolve, reject, onLeft: () => undefined };
    const leave = (): void => {
      waiting = waiting.filter((other) => other !== one);
      alone.leave(one);
      one.onLeft();
      reject(new AppError('cancelled'));
    };
    signal.addEventListener('abort', leave, { once: true });
    waiting.push(one);
    soon.begin();
    return promise.finally(() => signal.removeEventListener('abort', leave));
  };
}

/** Begins soon, so that what comes in the same moment goes together, or at the latest after a while. */
function createSoon(begin: (isOverdue: boolean) => void) {
  let isBeginning = false;
  let patience: NodeJS.Timeout | undefined;
  return {
    begin(): void {
      if (isBeginning) return;
      isBeginning = true;
      setImmediate(() => {
        isBeginning = false;
        clearTimeout(patience);
        begin(false);
      });
    },
    atTheLatest(): void {
      clearTimeout(patience);
      patience = setTimeout(() => begin(true), longestWaitMs);
    },
  };
}

/** Sends items by themselves, a few at a time. */
function createLoneLine<One>(send: (one: One) => Promise<unknown>) {
  let waiting: readonly One[] = [];
  let underWay = 0;

  async function sendNext(): Promise<void> {
    const [one, ...others] = waiting;
    if (one === undefined || underWay >= aloneUnderWay) return;
    waiting = others;
    underWay += 1;
    await send(one);
    underWay -= 1;
    void sendNext();
  }

  return {
    add(ones: readonly One[]): void {
      waiting = [...waiting, ...ones];
      for (const _ of ones) void sendNext();
    },
    leave: (one: One): unknown => (waiting = waiting.filter((other) => other !== one)),
  };
}

/** The first of those that wait, as many as one request takes. */
function firstOf<Item, Answer>(
  waiting: readonly Waiting<Item, Answer>[],
  { limits, sizesOf }: Pick<GatheringOptions<Item, Answer>, 'limits' | 'sizesOf'>,
): readonly Waiting<Item, Answer>[] {
  const [first] = waiting;
  if (!first) return [];
  let room = limits;
  const end = waiting.findIndex(({ item, call }, index) => {
    const sizes = sizesOf(item);
    room = room.map((left, measure) => left - (sizes[measure] ?? 0));
    // What fits no request at all is for the service to refuse.
    return index > 0 && (Math.min(...room) < 0 || call.priority !== first.call.priority);
  });
  return end < 0 ? waiting : waiting.slice(0, end);
}

/** @returns those that are to be sent again, each alone */
async function sendTogether<Item, Answer>(
  { send, isToBeSentAlone }: GatheringOptions<Item, Answer>,
  group: readonly Waiting<Item, Answer>[],
): Promise<readonly Waiting<Item, Answer>[]> {
  try {
    const answers = await send(
      group.map(({ item }) => item),
      callOf(group),
    );
    for (const [index, one] of group.entries()) {
      const answer = answers[index];
      if (answer !== undefined) one.resolve(answer);
    }
    return group.filter((_one, index) => answers[index] === undefined);
  } catch (error) {
    if (group.length > 1 && error instanceof AppError && isToBeSentAlone(error)) return group;
    for (const { reject } of group) reject(error);
    return [];
  }
}

/** The call of a request ends when nobody waits for it any more. */
function callOf<Item, Answer>(group: readonly Waiting<Item, Answer>[]): SharedCall {
  const abort = new AbortController();
  for (const one of group) {
    one.onLeft = () => {
      if (group.every(({ call }) => call.signal.aborted)) abort.abort();
    };
  }
  return {
    priority: group[0]?.call.priority,
    onServiceTime: (timeMs) => {
      for (const { call } of group) call.onServiceTime?.(timeMs);
    },
    signal: abort.signal,
  };
}

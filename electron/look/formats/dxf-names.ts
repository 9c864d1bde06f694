/** Things by their names. Who names one may spell it with other capitals, unless another one is spelt so. */
export interface ByName<Thing> {
  get(name: string): Thing | undefined;
  /** By their names as they are declared. */
  readonly all: ReadonlyMap<string, Thing>;
}

export function createByName<Thing>(): ByName<Thing> & { set(name: string, thing: Thing): void } {
  const all = new Map<string, Thing>();
  /** The first of those that only differ in their capitals. */
  const firsts = new Map<string, Thing>();
  return {
    all,
    get: (name) => all.get(name) ?? firsts.get(name.toLowerCase()),
    set(name, thing) {
      all.set(name, thing);
      if (!firsts.has(name.toLowerCase())) firsts.set(name.toLowerCase(), thing);
    },
  };
}

export function byName<Thing>(entries: Iterable<readonly [name: string, thing: Thing]>): ByName<Thing> {
  const things = createByName<Thing>();
  for (const [name, thing] of entries) things.set(name, thing);
  return things;
}

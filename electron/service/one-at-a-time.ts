/** Does what speaks of the same thing, such as the same bytes, one after the other. */
export type OneAtATime<Name extends string> = <T>(name: Name, take: () => Promise<T>) => Promise<T>;

/** A queue for each name that somebody speaks of. */
export function createOneAtATime<Name extends string>(): OneAtATime<Name> {
  const last = new Map<Name, Promise<unknown>>();
  return async (name, take) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(take, take);
    last.set(name, turn);
    try {
      return await turn;
    } finally {
      if (last.get(name) === turn) last.delete(name);
    }
  };
}

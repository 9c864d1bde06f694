/** Has one piece of work begin once the one before it has ended, however that ended. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Makes a line in which nothing waits yet. */
export function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}

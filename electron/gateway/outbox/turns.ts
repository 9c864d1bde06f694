/** Has a piece of work begin once all before it about one of the same subjects have ended, however they ended. */
export type InTurn = <T>(subjects: readonly string[], work: () => Promise<T>) => Promise<T>;

/** Makes lines in which nothing waits yet, one for each subject. */
export function createTurns(): InTurn {
  const last = new Map<string, Promise<unknown>>();
  return (subjects, work) => {
    const before = subjects.flatMap((subject) => last.get(subject) ?? []);
    const mine = Promise.all(before).then(work);
    const ended = mine
      .catch(() => undefined)
      .then(() => {
        for (const subject of subjects) if (last.get(subject) === ended) last.delete(subject);
      });
    for (const subject of subjects) last.set(subject, ended);
    return mine;
  };
}

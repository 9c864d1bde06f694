/** Work that nobody waits for where it is begun, and somebody at the end. */
export function createOpenWork() {
  const open = new Set<Promise<void>>();
  return {
    /** @returns the same work */
    begin(work: Promise<void>): Promise<void> {
      const end = (): unknown => open.delete(work);
      open.add(work);
      void work.then(end, end);
      return work;
    },
    /** Resolves when all that was begun has ended, whichever way. */
    settled: async (): Promise<void> => void (await Promise.allSettled(open)),
  };
}

/**
 * What a person says of files while links that are made here are being written: it is newer than whatever those were made
 * from, so it counts.
 */
export function createSaidLinks() {
  /** Paths of each time a person says something, from then on until it is written. */
  const sayings = new Set<Set<string>>();
  /** What each writing has heard of meanwhile. */
  const listeners = new Set<Set<string>>();

  return {
    /** A person says something. @param work tells of the paths before it writes what is said of them */
    async whileSaid<T>(work: (tell: (paths: Iterable<string>) => void) => Promise<T>): Promise<T> {
      const said = new Set<string>();
      sayings.add(said);
      try {
        return await work((paths) => {
          for (const path of paths) for (const heard of [said, ...listeners]) heard.add(path);
        });
      } finally {
        sayings.delete(said);
      }
    },

    /** Links that are made here are written. @param work may ask at any time whether a person said something of a path since it began */
    async whileListening<T>(work: (isSaid: (path: string) => boolean) => Promise<T>): Promise<T> {
      const heard = new Set([...sayings].flatMap((said) => [...said]));
      listeners.add(heard);
      try {
        return await work((path) => heard.has(path));
      } finally {
        listeners.delete(heard);
      }
    },
  };
}

export type SaidLinks = ReturnType<typeof createSaidLinks>;

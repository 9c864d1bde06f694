import { AppError } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { LibraryContext } from '../library/library-context.ts';
import type { LibraryRunner } from './library-runner.ts';
import type { LibraryKeeper, RestingLibraries } from './resting-libraries.ts';

/**
 * The libraries that take part in this run, by their id.
 * @param resting the others
 */
export function createRunners(resting: RestingLibraries) {
  const runners = new Map<string, LibraryRunner>();

  function holding(key: ContentKeyText): LibraryRunner | undefined {
    const all = [...runners.values()];
    return (
      all.find(({ context }) => context.files.claimants(key, Infinity).settled.length > 0) ??
      all.find(({ context }) => context.files.claimants(key, Infinity).unsettled) ??
      all.find(({ context }) => context.trees()?.remote(key) !== undefined)
    );
  }

  return {
    /** In the order in which the state lists them, so that none changes its place with the next start. */
    add(runner: LibraryRunner): void {
      const all = [...runners.values(), runner].toSorted(byName);
      runners.clear();
      for (const one of all) runners.set(one.context.library.libraryId, one);
    },
    remove: (libraryId: string): void => void runners.delete(libraryId),
    get: (libraryId: string): LibraryRunner | undefined => runners.get(libraryId),
    all: (): readonly LibraryRunner[] => [...runners.values()],
    ids: (): readonly string[] => [...runners.keys()],
    contextOf: (libraryId: string): LibraryContext | undefined => runners.get(libraryId)?.context,

    /** Libraries whose trees are true: only their entries are carried out. */
    readyIds: (): readonly string[] =>
      [...runners].flatMap(([libraryId, runner]) => (runner.isReady() ? libraryId : [])),

    /** @throws AppError `unknown-item` */
    of: (libraryId: string): LibraryRunner => {
      const runner = runners.get(libraryId);
      if (!runner) throw new AppError('unknown-item');
      return runner;
    },

    /** A library, whether or not it takes part in this run. @throws AppError `unknown-item` */
    keeperOf: (libraryId: string): LibraryKeeper => {
      const keeper = runners.get(libraryId) ?? resting.get(libraryId);
      if (!keeper) throw new AppError('unknown-item');
      return keeper;
    },

    resting,

    /** The library that has a file of a key; else the one whose service has it. */
    holding,
  };
}

function byName({ context: { library: one } }: LibraryRunner, { context: { library: other } }: LibraryRunner): number {
  if (one.name === other.name) return one.libraryId < other.libraryId ? -1 : 1;
  return one.name < other.name ? -1 : 1;
}

export type Runners = ReturnType<typeof createRunners>;

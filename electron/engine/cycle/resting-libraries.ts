import type { Ports } from '../ports.ts';
import type { Queue } from '../queue/queue.ts';
import type { Libraries, Library } from '../state/libraries.ts';
import { createJudgement } from './judgement.ts';
import { createLibraryContext } from '../library/library-context.ts';
import type { LibraryRunner } from './library-runner.ts';
import type { LinksFile } from '../library/links-file.ts';

/** A library as far as a person's requests need it, whether or not it takes part in this run. */
export interface LibraryKeeper extends Pick<
  LibraryRunner,
  'context' | 'judgement' | 'planSoon' | 'planAll' | 'scanSoon' | 'librarySettingsChanged'
> {
  /** Looks whether the folder is still the library. @throws AppError `library-missing`, `library-unproven` */
  prove(): Promise<void>;
  /** A person says what files belong to. See `LinksFile.relink`. */
  relink(decide: Parameters<LinksFile['relink']>[0]): Promise<unknown>;
  /** A file is not what was read of it. */
  readChangedSoon(path: string): void | Promise<void>;
}

/**
 * The libraries that do not take part in this run: what a person says about one is written down, and the next run that
 * syncs it goes on with that. Nothing of them is watched or read, and the service is not asked about them.
 */
export function createRestingLibraries(parts: {
  readonly ports: Ports;
  readonly queue: Queue;
  readonly libraries: Libraries;
}) {
  const { ports, queue, libraries } = parts;
  /** One context for each, so that requests about one library take turns. */
  const resting = new Map<string, LibraryKeeper>();

  function open(library: Library): LibraryKeeper {
    const context = createLibraryContext({ ports, queue, absenceGraceMs: 0 }, library);
    const { disk, files, prove, relink } = context;
    const keeper: LibraryKeeper = {
      ...{ context, prove, relink },
      judgement: createJudgement({ ports, queue, absenceGraceMs: 0 }, context),
      // A start compares and plans everything, so nothing has to be remembered to be planned.
      ...{ planSoon: nothing, planAll: nothing, scanSoon: nothing, librarySettingsChanged: nothing },
      async readChangedSoon(path) {
        const stat = await disk.stat(path);
        if (stat) files.noteChanged(path, stat, ports.clock.now());
      },
    };
    resting.set(library.libraryId, keeper);
    return keeper;
  }

  async function end(libraryId: string): Promise<void> {
    const keeper = resting.get(libraryId);
    resting.delete(libraryId);
    await keeper?.context.endPlacing();
    await keeper?.context.closeLinks();
  }

  return {
    /** The library with this id; `undefined` where there is none. */
    get(libraryId: string): LibraryKeeper | undefined {
      const known = resting.get(libraryId);
      if (known) return known;
      const library = libraries.get(libraryId);
      return library && open(library);
    },

    /** The same, where it was asked for in this run: of no other is anything in memory. */
    opened: (libraryId: string): LibraryKeeper | undefined => resting.get(libraryId),

    /** Forgets what was kept of a library in memory: it takes part from now on, is gone or stands elsewhere. */
    end,

    close: async (): Promise<void> => void (await Promise.all([...resting.keys()].map(end))),
  };
}

export type RestingLibraries = ReturnType<typeof createRestingLibraries>;

const nothing = (): void => undefined;

import { AppError, toAppError } from '../../../shared/errors/app-error.ts';
import type { ErrorCode } from '../../../shared/errors/catalogue.ts';
import { isCompanionName } from '../../../shared/model/cad-companions.ts';
import type { TellLibrary } from '../library/library-event.ts';
import type { Clock, FileStat, Ports } from '../ports.ts';
import { readMarker, writeMarker } from './marker.ts';
import { isAsKnown } from './same-stat.ts';
import { scan, type ScanOptions, type ScanResult } from './scan.ts';
import { nameOf } from '../tree/paths.ts';
import type { LibraryChoices, LibraryRecords } from '../state/library-state.ts';
import type { LibraryFolder } from './library-folder.ts';

interface FolderWatchOptions {
  readonly ports: Pick<Ports, 'clock' | 'log' | 'newId' | 'watcher'>;
  readonly context: LibraryRecords & LibraryChoices & LibraryFolder;
  readonly signal: AbortSignal;
  readonly tell: TellLibrary;
}

/** Looks at one library's folder: scans it with proof that it is the library, and hears the watcher's hints. */
export function createFolderWatch(options: FolderWatchOptions) {
  const { ports, context, signal, tell } = options;
  const { library, disk } = context;
  const hints = new Set<string>();
  const watching = createWatching(options);

  async function mark(): Promise<string | undefined> {
    // Where no folder is none is made.
    if ((await disk.stat(''))?.kind !== 'folder') return undefined;
    const markerId = await ensureMarker(options);
    if (markerId === undefined) return undefined;
    context.noteMarker(markerId);
    tell({ kind: 'marker', markerId });
    return markerId;
  }

  const prove = createProof(ports.clock, () => watching.during(context.prove()));

  return {
    hasHints: (): boolean => hints.size > 0,

    takeHints(): string[] {
      const paths = [...hints];
      hints.clear();
      return paths;
    },

    /**
     * @param onFile is told each CAD file that is there
     * @throws AppError `library-missing`
     */
    async scan(onFile: ScanOptions['onFile']): Promise<ScanResult> {
      await watching.goOn(prove);
      // A library gets its marker at the first scan; a folder that cannot be written to does without.
      const recognition = context.markerId() === undefined ? createRecognition(context.files, onFile) : undefined;
      const isNew = recognition?.isRecognised() === true;
      const marking = isNew ? mark() : Promise.resolve(context.markerId());
      // What is hinted at from here on may have happened behind the scan's back.
      hints.clear();
      const see = recognition?.see ?? onFile;
      const walk = scan(disk, { markerId: marking, ignored: context.ignoreRules(), onFile: see, signal });
      // Whoever goes on after a scan that failed is to find no marker half written.
      await Promise.allSettled([walk, marking]);
      const result = await watching.during(walk);
      if (!isNew && recognition?.isRecognised()) await mark();
      if (result.unreadable.length > 0) {
        ports.log('warn', 'folders-not-read', { library: library.libraryId, count: result.unreadable.length });
      }
      return result;
    },

    prove,

    /** @param onHint gets in what time the folder is to be scanned, where only that can tell what happened */
    start: (onHint: (scanWithinMs?: number) => void): Promise<void> =>
      watching.start((path) => {
        if (path === '') return onHint(0);
        hints.add(path);
        onHint();
      }, onHint),

    close: watching.close,
  };
}

/**
 * Tells whether a folder without a marker may be given the library's: not an empty mount point, or another folder, in the
 * place of one whose files are known. Until one of them is seen as it was, all of them would count as gone there.
 */
function createRecognition(files: LibraryRecords['files'], onFile: ScanOptions['onFile']) {
  let isRecognised = !files.hasPresent();
  return {
    isRecognised: (): boolean => isRecognised,

    see: (path: string, stat: FileStat): void => {
      onFile(path, stat);
      if (isRecognised) return;
      const known = files.get(path);
      isRecognised = known !== undefined && isAsKnown(known, stat);
    },
  };
}

/**
 * Looks whether the folder is still the library. A look that began at most `atMostMsAgo`, or is under way, is good enough.
 * @throws AppError `library-missing`, `library-unproven`
 */
function createProof(clock: Pick<Clock, 'steadyMs'>, look: () => Promise<void>) {
  /** When the last look began that proved the folder, by the steady clock. */
  let provedMs = -Infinity;
  let proving: Promise<void> | undefined;

  async function prove(): Promise<void> {
    const beganMs = clock.steadyMs();
    provedMs = -Infinity;
    await look();
    provedMs = beganMs;
  }

  return async (atMostMsAgo = 0): Promise<void> => {
    if (clock.steadyMs() - provedMs < atMostMsAgo) return;
    if (atMostMsAgo === 0) return prove();
    proving ??= prove().finally(() => (proving = undefined));
    await proving;
  };
}

/** @returns the id in the folder's marker; `undefined` where none can be written */
async function ensureMarker({ ports, context }: FolderWatchOptions): Promise<string | undefined> {
  const { disk, library } = context;
  const found = await readMarker(disk);
  if (found !== undefined) return found;
  const id = ports.newId();
  try {
    await writeMarker(disk, id);
    return id;
  } catch (error) {
    ports.log('warn', 'marker-not-written', { library: library.libraryId, code: toAppError(error).code });
    return undefined;
  }
}

/** Hears what happens in the folder; again when that was lost, because what watched it does not come back by itself. */
function createWatching(options: FolderWatchOptions) {
  const { clock } = options.ports;
  let begin: (() => Promise<void>) | undefined;
  let stop: (() => Promise<void>) | undefined;
  let isLost = false;
  let beganMs = 0;
  /** How often it was lost soon after it had begun: some drives cannot be watched at all. */
  let losses = 0;
  const noteAway = (error: unknown): unknown => (isLost ||= error instanceof AppError && isAway.has(error.code));

  return {
    async start(hear: (path: string) => void, onLost: (waitMs: number) => void): Promise<void> {
      const lose = (error: unknown): void => {
        if (isLost || !noteAway(error)) return;
        losses = clock.steadyMs() - beganMs < steadyAfterMs ? losses + 1 : 1;
        onLost(firstLossWaitMs * 2 ** (losses - 1));
      };
      begin = async () => {
        isLost = false;
        beganMs = clock.steadyMs();
        await stop?.();
        stop = await watch(options, hear, lose);
        if (options.signal.aborted) await stop?.();
      };
      await begin();
    },

    /** Notices whether a look at the folder shows that it is away. */
    during: async <T>(look: Promise<T>): Promise<T> => {
      await look.catch(noteAway);
      return look;
    },

    /** @param prove looks whether the folder is the library again */
    async goOn(prove: () => Promise<void>): Promise<void> {
      if (!isLost) return;
      await prove();
      await begin?.();
    },

    close: async (): Promise<void> => stop?.(),
  };
}

/** How long after it was lost the folder is scanned, and watched again; each further time twice as long. */
const firstLossWaitMs = 2_000;

/** A watch that stood for so long is none that cannot be had. */
const steadyAfterMs = 600_000;

const isAway: ReadonlySet<string> = new Set<ErrorCode>(['library-missing', 'library-unproven']);

/** Hears what happens in a folder. @returns ends the watching; `undefined` where the folder cannot be watched */
async function watch(
  { ports, context }: FolderWatchOptions,
  hear: (path: string) => void,
  onFailure: (error: unknown) => void,
): Promise<(() => Promise<void>) | undefined> {
  const { root, libraryId } = context.library;
  // The hourly scan goes on.
  const warn = (error: unknown): void => {
    ports.log('warn', 'folder-not-watched', { library: libraryId, error });
    onFailure(error);
  };
  // Temp, lock and backup files come and go with every save and download.
  const isOfNoConcern = (path: string): boolean =>
    path !== '' && (isCompanionName(nameOf(path)) || context.ignoreRules().ignoresFile(path));
  const hearOthers = (path: string): void => {
    if (!isOfNoConcern(path)) hear(path);
  };
  return ports.watcher.watch(root, hearOthers, warn).catch((cause: unknown) => {
    warn(cause);
    return undefined;
  });
}

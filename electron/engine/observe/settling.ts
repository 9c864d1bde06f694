import { AppError } from '../../../shared/errors/app-error.ts';
import type { LibraryFolder } from './library-folder.ts';
import { isNotSeen, isWithheld, type LocalFile } from '../state/local-file.ts';
import { createFileReading, type FileReadingOptions } from './file-reading.ts';
import { isAsKnown } from './same-stat.ts';
import { createScanTakeOver } from './scan-take-over.ts';
import { isLibraryPath } from './scan.ts';
import { createUnreadFiles, type UnreadFile } from './unread-files.ts';
import { folderOf, nameOf } from '../tree/folder-of.ts';

/** Follows files from "seen changed" until they were read: hashed, inspected and given their key. */
export function createSettling(options: FileReadingOptions) {
  const { ports, context, quietTimeMs } = options;
  const { files, disk } = context;
  const unread = createUnreadFiles(ports.clock, quietTimeMs);
  const { readReady } = createFileReading(options, unread);
  const { takeOver, forgetIgnored } = createScanTakeOver(ports, context, unread);

  /** Looks at one path that may have changed. */
  async function look(path: string): Promise<void> {
    if (!isLibraryPath(path) || context.ignoreRules().ignoresFile(path)) return;
    const stat = await disk.stat(path);
    const known = files.get(path);
    if (stat?.kind !== 'file') return noteMissing(path, known);
    if (known && isAsKnown(known, stat) && !isNotSeen(known)) return;
    files.noteChanged(path, stat, ports.clock.now());
    unread.watch(path, stat);
  }

  /** Of a file that was missed before, the last scan could not prove that it is gone: another one is not made for it. */
  function noteMissing(path: string, known: LocalFile | undefined): void {
    if (known && known.goneSinceMs === undefined && !isNotSeen(known)) unread.noteMissing(path);
  }

  return {
    /** Files on their way to being read. */
    count: unread.count,

    /** Of these, the ones that only have to stand still. */
    moving: unread.moving,

    /** What the reading of a file waits for; `undefined` for a file that is not to be read. */
    readingOf: (path: string): Readonly<Pick<UnreadFile, 'waitsFor' | 'dueMs'>> | undefined => unread.get(path),

    nextDueMs: unread.nextDueMs,

    takeTouchedPaths: unread.takeTouchedPaths,

    look,

    /** Has a file read again that is not what was read of it, whatever its stat says. */
    async readChanged(path: string): Promise<void> {
      const stat = await disk.stat(path);
      const known = files.get(path);
      if (stat?.kind !== 'file') return noteMissing(path, known);
      files.noteChanged(path, stat, ports.clock.now());
      unread.watch(path, stat, known && isAsKnown(known, stat) ? known.sha256 : undefined);
    },

    lookForMissing: (graceMs: number): Promise<void> =>
      lookForMissing(context, ports.clock.now() - graceMs, async (path, isThere) => {
        if (isThere) await look(path);
        unread.touch(path);
      }),

    /** Whether a file was missed since the last scan: only another one proves that it is gone. */
    hasMissed: unread.hasMissed,

    takeMissed: unread.takeMissed,

    takeOver,

    /** Gives a file that has settled its key again: what it belongs to may have changed. */
    readAgain(path: string): void {
      const file = files.get(path);
      if (!file || file.goneSinceMs !== undefined || isWithheld(file) || (!file.settled && unread.has(path))) return;
      unread.readNow(path, file, quietTimeMs());
    },

    /** Other files are ignored than before. @returns dirty keys */
    ignoredChanged: forgetIgnored,

    readReady,
  };
}

export type Settling = ReturnType<typeof createSettling>;

/**
 * Looks once more for files that have been missing since then: some programs take a drawing away for a moment when they
 * save, and the watcher may have missed its return. Names are listed, because a disk that does not tell cases apart would
 * answer for a name that is not there.
 */
async function lookForMissing(
  { disk, missingSinceMs }: LibraryFolder,
  untilMs: number,
  onLooked: (path: string, isThere: boolean) => Promise<void>,
): Promise<void> {
  const namesIn = new Map<string, Promise<Set<string>>>();
  for (const [path, sinceMs] of missingSinceMs) {
    if (sinceMs > untilMs) break;
    const folder = folderOf(path);
    const names = namesIn.get(folder) ?? listNames(disk, folder);
    namesIn.set(folder, names);
    await onLooked(path, (await names).has(nameOf(path)));
    missingSinceMs.delete(path);
  }
}

/** What is below a link is nowhere in the library. */
async function listNames(disk: LibraryFolder['disk'], folder: string): Promise<Set<string>> {
  try {
    const list = await disk.list(folder);
    return new Set(list?.map(({ name }) => name));
  } catch (error) {
    if (error instanceof AppError && error.code === 'link-in-library') return new Set();
    throw error;
  }
}

import type { FailedWork, SavedLateRecord } from '../../../shared/rpc/status-answer.ts';
import type { Database, Disk } from '../ports.ts';
import type { Queue } from '../queue/queue.ts';
import { createBackupCopies } from '../state/backup-copies.ts';
import type { Library } from '../state/libraries.ts';
import { isBelow, nameOf } from '../tree/paths.ts';

/**
 * Tells what needs a person and is said by the state of no file that is there.
 * @param disk makes the full paths of kept copies
 */
export function createNeedsBesideFiles(database: Database, queue: Queue, disk: Pick<Disk, 'absolute'>) {
  return {
    /** What programs saved into files after they were replaced, of which nobody said yet what becomes of it. */
    savedLate: ({ libraryId, root }: Pick<Library, 'libraryId' | 'root'>): SavedLateRecord[] =>
      createBackupCopies(database, libraryId)
        .savedLate()
        .map(({ path, keptAt }) => ({ path, copy: disk.absolute(root, keptAt) })),

    /** What failed of keys of which no file is there, such as the release of one that was removed since. */
    failedWork: ({ libraryId }: Pick<Library, 'libraryId'>): FailedWork[] =>
      queue.parkedWithoutFile(libraryId).map(({ intent, key, lastPath: path, error }) => ({
        operation: intent.operation === 'fetchTheirs' ? 'download' : intent.operation,
        title: path === undefined ? key : nameOf(path),
        path,
        error,
      })),
  };
}

export type NeedsBesideFiles = ReturnType<typeof createNeedsBesideFiles>;

/** Those of a file or a folder, with full paths. @param at below the library's root; empty for the root */
export function needsAt(
  { savedLate, failedWork }: NeedsBesideFiles,
  { library, at }: { readonly library: Library; readonly at: string },
  disk: Pick<Disk, 'absolute'>,
): { readonly savedLate: SavedLateRecord[]; readonly failedWork: FailedWork[] } {
  const isThere = (path: string | undefined): boolean =>
    at === '' || (path !== undefined && (path === at || isBelow([at], path)));
  const absolute = (path: string): string => disk.absolute(library.root, path);
  return {
    savedLate: savedLate(library)
      .filter(({ path }) => isThere(path))
      .map((one) => ({ ...one, path: absolute(one.path) })),
    failedWork: failedWork(library)
      .filter(({ path }) => isThere(path))
      .map((one) => ({ ...one, path: one.path === undefined ? undefined : absolute(one.path) })),
  };
}

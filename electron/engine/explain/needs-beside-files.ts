import type { ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { FailedWork, SavedLateRecord } from '../../../shared/rpc/status-answer.ts';
import type { Database, Disk } from '../ports.ts';
import type { Queue } from '../queue/queue.ts';
import { createBackupCopies } from '../state/backup-copies.ts';
import type { Library } from '../state/libraries.ts';
import { isBelow, nameOf } from '../tree/paths.ts';

export interface NeedsGround {
  readonly database: Database;
  readonly queue: Pick<Queue, 'parkedWithoutFile'>;
  /** Makes the full paths of kept copies. */
  readonly disk: Pick<Disk, 'absolute'>;
  readonly linksProblem: (libraryId: string) => ErrorRecord | undefined;
}

/** What needs a person and is said by the state of no file that is there. */
interface NeedsBesideFiles {
  /** What programs saved into files after they were replaced, of which nobody said yet what becomes of it. */
  readonly savedLate: SavedLateRecord[];
  /** What failed of keys of which no file is there, such as the release of one that was removed since. */
  readonly failedWork: FailedWork[];
  /** Why what files belong to could not be written to the library. */
  readonly linksProblem?: ErrorRecord | undefined;
}

export function needsBesideFiles(
  { database, queue, disk, linksProblem }: NeedsGround,
  { libraryId, root }: Pick<Library, 'libraryId' | 'root'>,
): NeedsBesideFiles {
  return {
    savedLate: createBackupCopies(database, libraryId)
      .savedLate()
      .map(({ path, keptAt }) => ({ path, copy: disk.absolute(root, keptAt) })),
    failedWork: queue.parkedWithoutFile(libraryId).map(({ intent, key, lastPath: path, error }) => ({
      operation: intent.operation === 'fetchTheirs' ? 'download' : intent.operation,
      title: path === undefined ? key : nameOf(path),
      path,
      error,
    })),
    linksProblem: linksProblem(libraryId),
  };
}

/** Those of a file or a folder, with full paths; what is of the library as a whole is of its root. @param at below the library's root; empty for the root */
export function needsAt(ground: NeedsGround, library: Library, at: string): NeedsBesideFiles {
  const isThere = ({ path }: { readonly path?: string | undefined }): boolean =>
    at === '' || (path !== undefined && (path === at || isBelow([at], path)));
  const absolute = (path: string): string => ground.disk.absolute(library.root, path);
  const { savedLate, failedWork, linksProblem } = needsBesideFiles(ground, library);
  return {
    savedLate: savedLate.filter(isThere).map((one) => ({ ...one, path: absolute(one.path) })),
    failedWork: failedWork
      .filter(isThere)
      .map((one) => ({ ...one, path: one.path === undefined ? undefined : absolute(one.path) })),
    linksProblem: at === '' ? linksProblem : undefined,
  };
}

import { AppError } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { compareVersions } from '../../../shared/model/version.ts';
import { freeBackupPath } from '../transfer/backup-folder.ts';
import type { Conflict } from '../state/conflicts.ts';
import type { ServiceTrees } from '../state/service-trees.ts';
import type { LocalEntry } from '../tree/entries.ts';
import type { KeptCopies } from '../state/library-state.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';

export const fetchedAgain = (detail = 'The other version is fetched again.'): AppError =>
  new AppError('file-changed-meanwhile', { detail });

/**
 * The bytes of the service's version as they are kept for the conflict. A copy that is gone (an earlier choice broke off, or a
 * person took it) is fetched again, and so is one into which somebody saved who opened it to compare: what they saved
 * goes to the backup folder.
 * @throws AppError `file-changed-meanwhile` where it is fetched again
 */
export async function readTheirs(
  { disk, backups }: KeptCopies & LibraryFolder,
  trees: ServiceTrees,
  about: {
    readonly key: ContentKeyText;
    readonly conflict: Conflict;
    readonly mine: LocalEntry;
    readonly nowMs: number;
  },
): Promise<Sha256> {
  const { key, conflict, mine, nowMs } = about;
  const { keptAt, theirVersion } = conflict;
  if ((await disk.stat(keptAt)) === undefined) {
    trees.forgetConflict(key);
    throw fetchedAgain();
  }
  const { sha256 } = await disk.hash(keptAt);
  const remote = trees.remote(key);
  const fetched = remote && compareVersions(remote.version, theirVersion) === 0 ? remote.sha256 : undefined;
  if (fetched === undefined || fetched === sha256) return sha256;
  const altered = await freeBackupPath(disk, mine.path, nowMs);
  backups.note({ keptAt: altered, path: mine.path, keptMs: nowMs, reason: 'unknown', key, sha256 });
  await disk.place(keptAt, altered);
  trees.forgetConflict(key);
  throw fetchedAgain('What was saved into the other version is in the backup folder; that version is fetched again.');
}

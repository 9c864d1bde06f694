import type { LibraryFolder } from '../observe/library-folder.ts';
import type { UnneededCopy } from '../state/conflicts.ts';
import type { KeptCopies, LibraryRecords, ServiceSide } from '../state/library-state.ts';
import { nameOf } from '../tree/folder-of.ts';
import { freeBackupPath } from './backup-folder.ts';

/**
 * Takes the service's version away that was kept beside a file. What somebody saved into it, having opened it to compare,
 * is nowhere else: that goes to the backup folder. To be called while nothing else puts a file there.
 * @returns whether it was just that version, or is gone
 */
export async function discardTheirs(
  { disk, backups, files, trees }: LibraryRecords & ServiceSide & KeptCopies & LibraryFolder,
  { keptAt, key, sha256 }: UnneededCopy,
  nowMs: number,
): Promise<boolean> {
  if ((await disk.stat(keptAt)) === undefined) return true;
  const found = (await disk.hash(keptAt)).sha256;
  if (found === sha256 || (key !== undefined && trees()?.hasBytes(key, found))) {
    await disk.remove(keptAt);
    return true;
  }
  const [path = nameOf(keptAt)] = key === undefined ? [] : [...files.presentPathsOf(key), ...files.gonePaths(key)];
  const altered = await freeBackupPath(disk, path, nowMs);
  backups.note({ keptAt: altered, path, keptMs: nowMs, reason: 'unknown', key, sha256: found });
  await disk.place(keptAt, altered);
  return false;
}

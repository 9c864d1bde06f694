import type { LibraryFolder } from '../observe/library-folder.ts';
import type { UnneededCopy } from '../state/conflicts.ts';
import type { KeptCopies, LibraryRecords, ServiceSide } from '../state/library-state.ts';
import { nameOf } from '../tree/paths.ts';
import { noteBackup } from './backup-folder.ts';

/**
 * Takes the service's version away that was kept beside a file. What somebody saved into it, having opened it to compare,
 * is nowhere else: that goes to the backup folder. To be called while nothing else puts a file there.
 * @returns whether it was just that version, or is gone
 */
export async function discardTheirs(
  context: LibraryRecords & ServiceSide & KeptCopies & LibraryFolder,
  { keptAt, key, sha256 }: UnneededCopy,
  nowMs: number,
): Promise<boolean> {
  const { disk, files, trees } = context;
  if ((await disk.stat(keptAt)) === undefined) return true;
  const found = (await disk.hash(keptAt)).sha256;
  if (found === sha256 || (key !== undefined && trees()?.hasBytes(key, found))) {
    await disk.remove(keptAt);
    return true;
  }
  const [path = nameOf(keptAt)] = key === undefined ? [] : [...files.presentPathsOf(key), ...files.gonePaths(key)];
  await disk.place(keptAt, await noteBackup(context, { path, keptMs: nowMs, reason: 'unknown', key, sha256: found }));
  return false;
}

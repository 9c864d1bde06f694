import {
  forgetGone,
  listBackupFolder,
  readBackupPath,
  removeBackup,
  type KeptFile,
} from '../transfer/backup-folder.ts';
import { isSameFile } from '../observe/same-stat.ts';
import type { KeptCopies, LibraryRecords } from '../state/library-state.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';
import type { Placing } from '../library/placing.ts';
import { assertRoom } from '../transfer/assert-room.ts';
import { folderOf, partPath } from '../tree/paths.ts';
import type { SavedLate } from './saved-late.ts';

/**
 * Has what is known of the copies say what stands in the backup folder, and removes what is there by a crash alone.
 * @param oldMs what is dated before is nothing that somebody is just about to make
 * @param onFailure told of each copy that is open in a program, say, or finds no room: it holds up no other one
 * @throws AppError what the disk says
 */
export async function tidyBackups(
  context: LibraryRecords & KeptCopies & LibraryFolder & Placing,
  oldMs: number,
  savedLate: SavedLate,
  onFailure: (error: unknown) => void,
): Promise<void> {
  const { disk, backups } = context;
  const { files, folders, leftovers } = await listBackupFolder(disk);
  const there = new Set(files.map(({ path }) => path));
  const missing = backups.all().filter(({ keptAt }) => !there.has(keptAt));
  await forgetGone(context, missing, oldMs);
  const undone = await undoUnreplaced(context, files, oldMs, onFailure);
  // Local history has bounds of its own.
  const history = new Set(backups.history().map(({ keptAt }) => keptAt));
  for (const file of files)
    if (!undone.has(file.path) && !history.has(file.path)) await noteAsItIs(context, file, savedLate).catch(onFailure);
  for (const { path, modifiedMs } of leftovers) if (modifiedMs < oldMs) await disk.remove(path);
  for (const folder of folders) {
    // A younger one may be about to get its copy.
    const keptMs = readBackupPath(`${folder}/.`)?.keptMs ?? Infinity;
    if (keptMs < oldMs) await disk.removeEmptyFolder(folder);
  }
  await separateShared(context, files, onFailure);
}

/**
 * A crash between keeping a file and replacing it leaves one file under two names, and whatever is saved in place would
 * be saved in the backup folder too: such a second name goes.
 * @param oldMs what this computer knows nothing of and is dated later may be another one's, which is about to replace it
 * @returns the copies that are none any more
 */
async function undoUnreplaced(
  context: LibraryRecords & KeptCopies & LibraryFolder & Placing,
  kept: readonly KeptFile[],
  oldMs: number,
  onFailure: (error: unknown) => void,
): Promise<ReadonlySet<string>> {
  const undone = new Set<string>();
  for (const { path: keptAt, inode } of kept) {
    const { path, keptMs } = readBackupPath(keptAt) ?? { path: '', keptMs: 0 };
    if (context.files.get(path)?.inode !== inode) continue;
    // An earlier look noted that it is there, and no more.
    const { reason = 'unknown' } = context.backups.get(keptAt) ?? {};
    if (keptMs >= oldMs && reason === 'unknown') continue;
    const isUndone = await undoOne(context, path, keptAt).catch(onFailure);
    if (isUndone === true) undone.add(keptAt);
  }
  return undone;
}

/** Looked at once more when nobody is about to replace the file: just then it rightly has two names. */
async function undoOne(context: KeptCopies & LibraryFolder & Placing, path: string, keptAt: string): Promise<boolean> {
  const { disk } = context;
  return context.placeAt(path, async () => {
    const [live, kept] = [await disk.stat(path), await disk.stat(keptAt)];
    if (!kept || !live || !isSameFile(kept, live)) return false;
    // Some drives give different files one number: what goes is in the library in any case.
    if ((await disk.hash(path)).sha256 !== (await disk.hash(keptAt)).sha256) return false;
    await removeBackup(context, keptAt);
    return true;
  });
}

/**
 * What was replaced may have had another name in the library all along (a hard link, a program that saves disk space):
 * its copy becomes a file of its own, so that nobody saves into it with that name.
 */
async function separateShared(
  context: LibraryRecords & LibraryFolder,
  kept: readonly KeptFile[],
  onFailure: (error: unknown) => void,
): Promise<void> {
  const copies = Map.groupBy(kept, ({ inode }) => inode);
  for (const { path, inode } of context.files.withInode([...copies.keys()]))
    for (const copy of copies.get(inode) ?? []) await separateOne(context, path, copy.path).catch(onFailure);
}

async function separateOne({ disk }: LibraryFolder, path: string, keptAt: string): Promise<void> {
  // Just before it is replaced, a file rightly has two names.
  if (readBackupPath(keptAt)?.path === path) return;
  const [live, kept] = [await disk.stat(path), await disk.stat(keptAt)];
  // Nobody saves into a file that is marked read-only.
  if (!live || !kept || kept.isReadOnly === true || !isSameFile(kept, live)) return;
  const part = partPath(folderOf(keptAt), 'own');
  await assertRoom(disk, kept.sizeBytes);
  await disk.remove(part);
  await disk.copy(keptAt, part);
  // Refused where it was saved meanwhile: half of that may be in the part.
  await disk.replace(part, keptAt, kept);
}

/** Of a copy is known what it is now: a program that still had the file open may have saved into it since. */
async function noteAsItIs({ backups }: KeptCopies, { path, modifiedMs }: KeptFile, told: SavedLate): Promise<void> {
  const read = readBackupPath(path);
  const copy = read && backups.get(path);
  if (read && !copy) backups.note({ ...read, keptAt: path, reason: 'unknown' });
  if (copy && modifiedMs > copy.keptMs) await told.read(copy);
}

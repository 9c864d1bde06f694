import { listBackupFolder, readBackupPath, type KeptFile } from '../transfer/backup-folder.ts';
import { isSameFile } from '../observe/same-stat.ts';
import type { BackupCopy } from '../state/backup-copies.ts';
import type { KeptCopies, LibraryRecords } from '../state/library-state.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';
import type { Placing } from '../library/placing.ts';
import type { SavedLate } from './saved-late.ts';

export const dayMs = 86_400_000;

/**
 * Removes copies that were kept long enough and whose bytes a service has. A copy that is the only place of its bytes
 * stays until a person deletes it.
 * @param keepMs how long copies are kept
 */
export async function clearBackups(
  context: LibraryRecords & KeptCopies & LibraryFolder & Placing,
  { nowMs, keepMs, savedLate }: { readonly nowMs: number; readonly keepMs: number; readonly savedLate: SavedLate },
): Promise<void> {
  const { disk, backups } = context;
  const { files, folders, leftovers } = await listBackupFolder(disk);
  const there = new Set(files.map(({ path }) => path));
  for (const copy of backups.all()) {
    // A row is written before its copy: a fresh one without a copy may be about to get it.
    if (!there.has(copy.keptAt) && copy.keptMs < nowMs - dayMs) backups.forget(copy.keptAt);
  }
  const undone = await undoUnreplaced(context, files);
  // Local history has bounds of its own.
  const history = new Set(backups.history().map(({ keptAt }) => keptAt));
  for (const file of files.filter(({ path }) => !undone.has(path) && !history.has(path))) {
    const copy = await asItIs(context, file, savedLate);
    if (!copy || copy.keptMs >= nowMs - keepMs || !backups.isOnService(copy)) continue;
    // By their dates alone, which drives and programs set as they like, nothing is removed.
    if ((await savedLate.read(copy)) !== copy) continue;
    await disk.remove(copy.keptAt);
    backups.forget(copy.keptAt);
  }
  for (const { path, modifiedMs } of leftovers) if (modifiedMs < nowMs - dayMs) await disk.remove(path);
  for (const folder of folders) {
    // A younger one may be about to get its copy.
    const keptMs = readBackupPath(`${folder}/.`)?.keptMs ?? nowMs;
    if (keptMs < nowMs - dayMs) await disk.removeEmptyFolder(folder);
  }
}

/**
 * A crash between keeping a file and replacing it leaves one file under two names, and whatever is saved in place would
 * be saved in the backup folder too: such a second name goes.
 * @returns the copies that are none any more
 */
async function undoUnreplaced(
  context: LibraryRecords & KeptCopies & LibraryFolder & Placing,
  kept: readonly KeptFile[],
): Promise<ReadonlySet<string>> {
  const byInode = new Map(kept.map((file) => [file.inode, file.path]));
  const undone = new Set<string>();
  if (byInode.size === 0) return undone;
  for (const { path, inode } of context.files.withInode([...byInode.keys()])) {
    const keptAt = byInode.get(inode);
    if (keptAt !== undefined && (await undoOne(context, path, keptAt))) undone.add(keptAt);
  }
  return undone;
}

/** Looked at once more when nobody is about to replace the file: just then it rightly has two names. */
async function undoOne(context: KeptCopies & LibraryFolder & Placing, path: string, keptAt: string): Promise<boolean> {
  const { disk, backups } = context;
  return context.placeAt(path, async () => {
    const [live, kept] = [await disk.stat(path), await disk.stat(keptAt)];
    if (!kept || !live || !isSameFile(kept, live)) return false;
    // Some drives give different files one number: what goes is in the library in any case.
    if ((await disk.hash(path)).sha256 !== (await disk.hash(keptAt)).sha256) return false;
    await disk.remove(keptAt);
    backups.forget(keptAt);
    return true;
  });
}

/** What is known of a copy, as it is now: a program that still had the file open may have saved into it since. */
async function asItIs(
  context: KeptCopies,
  { path, modifiedMs }: KeptFile,
  told: SavedLate,
): Promise<BackupCopy | undefined> {
  const read = readBackupPath(path);
  if (!read) return undefined;
  const copy = context.backups.get(path);
  if (!copy) {
    const unknown: BackupCopy = { ...read, keptAt: path, reason: 'unknown' };
    context.backups.note(unknown);
    return unknown;
  }
  return modifiedMs <= copy.keptMs ? copy : told.read(copy);
}

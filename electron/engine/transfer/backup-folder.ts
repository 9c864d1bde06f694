import { AppError } from '../../../shared/errors/app-error.ts';
import { backupFolder } from '../../../shared/model/own-folder.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';
import { sameStat } from '../observe/same-stat.ts';
import type { FileStat, LibraryDisk } from '../ports.ts';
import type { BackupCopy, CopyToNote } from '../state/backup-copies.ts';
import type { KeptCopies } from '../state/library-state.ts';
import { isPartName } from '../../../shared/model/part-name.ts';

const stampPattern = /^(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z(?:-\d+)?$/;

/**
 * Finds a place in the backup folder at which nothing is yet, and writes down what is to be kept there. With that the
 * place is taken: of two who ask at the same moment each gets one.
 * @returns the place, below the library's root
 */
export async function noteBackup(
  { disk, backups }: Pick<LibraryFolder, 'disk'> & Pick<KeptCopies, 'backups'>,
  about: Omit<CopyToNote, 'keptAt'>,
): Promise<string> {
  const stamp = new Date(about.keptMs).toISOString().replace(/[:.]/g, '-');
  for (let nth = 1; ; nth += 1) {
    const keptAt = `${backupFolder}/${stamp}${nth === 1 ? '' : `-${nth}`}/${about.path}`;
    if ((await disk.stat(keptAt)) !== undefined || backups.get(keptAt)) continue;
    backups.note({ ...about, keptAt });
    return keptAt;
  }
}

/** Removes a copy, and forgets it once it is gone. @throws AppError what the disk says */
export async function removeBackup({ disk, backups }: KeptCopies & LibraryFolder, keptAt: string): Promise<void> {
  await disk.remove(keptAt);
  backups.forget(keptAt);
}

/**
 * Removes a copy that still has the bytes that are known of it. What somebody saved into it may be nowhere else: with
 * that it stays.
 * @returns the hash of what was saved into it; `undefined` once the copy is gone
 * @throws AppError `file-changed-meanwhile` while somebody saves into it, or what the disk says
 */
export async function removeUnlessSavedInto(
  context: KeptCopies & LibraryFolder,
  { keptAt, sha256 }: BackupCopy,
): Promise<Sha256 | undefined> {
  const { disk } = context;
  const before = await disk.stat(keptAt);
  const found = await disk.hash(keptAt);
  if (found.sha256 !== sha256) return found.sha256;
  const now = await disk.stat(keptAt);
  if (!before || !now || !sameStat(before, now)) throw new AppError('file-changed-meanwhile');
  await removeBackup(context, keptAt);
  return undefined;
}

/**
 * Forgets those of some copies that are gone: not those of a drive that went away while they were looked for.
 * @param oldMs a row is written before its copy: one that was kept later may be about to get it
 * @returns whether any was
 * @throws AppError `library-missing`, `library-unproven`, or what the disk says
 */
export async function forgetGone(
  { disk, backups, prove }: KeptCopies & LibraryFolder,
  copies: readonly BackupCopy[],
  oldMs: number,
): Promise<boolean> {
  const gone: string[] = [];
  for (const { keptAt, keptMs } of copies)
    if (keptMs < oldMs && (await disk.stat(keptAt)) === undefined) gone.push(keptAt);
  if (gone.length === 0) return false;
  await prove();
  for (const keptAt of gone) backups.forget(keptAt);
  return true;
}

/** Since when a copy is kept, and what path it had; `undefined` for what this app did not put there. */
export function readBackupPath(keptAt: string): { readonly keptMs: number; readonly path: string } | undefined {
  if (!keptAt.startsWith(`${backupFolder}/`)) return undefined;
  const below = keptAt.slice(backupFolder.length + 1);
  const slash = below.indexOf('/');
  const [, day, hours, minutes, seconds, milliseconds] = stampPattern.exec(below.slice(0, slash)) ?? [];
  if (slash < 0 || day === undefined) return undefined;
  const keptMs = Date.parse(`${day}T${hours}:${minutes}:${seconds}.${milliseconds}Z`);
  return Number.isNaN(keptMs) ? undefined : { keptMs, path: below.slice(slash + 1) };
}

/** A copy in the backup folder, with its stat. */
export interface KeptFile extends FileStat {
  readonly path: string;
}

/** What stands in the backup folder. */
export async function listBackupFolder(disk: LibraryDisk) {
  /** Copies that a crash left half made. */
  const leftovers: KeptFile[] = [];
  /** Every copy. */
  const files: KeptFile[] = [];
  /** Every folder that may become empty, the innermost first. */
  const folders: string[] = [];
  const waiting = [backupFolder];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of (await disk.list(folder)) ?? []) {
      const path = `${folder}/${entry.name}`;
      if (entry.kind === 'file' && isPartName(entry.name)) leftovers.push({ ...entry, path });
      else if (entry.kind === 'file' && readBackupPath(path)) files.push({ ...entry, path });
      const isOurs = folder !== backupFolder || stampPattern.test(entry.name);
      if (entry.kind === 'folder' && isOurs) waiting.push(path);
    }
    if (folder !== backupFolder) folders.unshift(folder);
  }
  return { files, folders, leftovers };
}

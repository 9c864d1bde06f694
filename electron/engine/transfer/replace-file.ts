import { AppError, toAppError } from '../../../shared/errors/app-error.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';
import { isSameFile } from '../observe/same-stat.ts';
import type { FileStat } from '../ports.ts';
import type { BackupCopy, ServiceVersion } from '../state/backup-copies.ts';
import type { KeptCopies } from '../state/library-state.ts';
import { assertRoom } from './assert-room.ts';
import { noteBackup } from './backup-folder.ts';

interface Replacement {
  readonly target: { readonly path: string; readonly sha256: Sha256 };
  /** What is to be known of the replaced file later. */
  readonly about: Pick<BackupCopy, 'reason' | 'key' | 'replacedBy' | keyof ServiceVersion>;
  readonly nowMs: number;
  /** Called at the last moment; where it throws, everything stays as it was. */
  readonly assertStill?: () => void;
}

/**
 * Puts a verified file in the place of another one, which stays in the backup folder: the file itself where the disk
 * can do so, and with it what a program that still has it open writes to it later.
 * @returns where the replaced file is kept
 * @throws AppError `file-changed-meanwhile` when the file is not the one that was planned to be replaced, `file-in-use`
 * when another program holds it, `file-read-only`, `disk-full`; then everything is as it was
 */
export async function replaceFile(
  context: KeptCopies & LibraryFolder,
  incoming: string,
  { target, about, nowMs, assertStill }: Replacement,
): Promise<string> {
  const { disk, backups } = context;
  const before = await disk.stat(target.path);
  if (!before) throw new AppError('file-changed-meanwhile');
  assertReplaceable(before);
  const { sha256 } = await disk.hash(target.path);
  if (sha256 !== target.sha256) throw new AppError('file-changed-meanwhile');
  await assertRoom(disk, before.sizeBytes);
  const keptAt = await noteBackup(context, { ...about, path: target.path, keptMs: nowMs, sha256 });
  try {
    await disk.keepCopy(target.path, keptAt);
    assertStill?.();
    await disk.replace(incoming, target.path, before);
    return keptAt;
  } catch (error) {
    // A file that could not be replaced needs no copy; tried again and again, each try would leave one. Nor may it have
    // a second name in the backup folder, which would change with it.
    const now = await disk.stat(target.path).catch(() => undefined);
    const kept = await disk.stat(keptAt).catch(() => undefined);
    // What another computer put there in the same moment is the only one of its kind.
    const isOthers = toAppError(error).code === 'target-occupied';
    if (!isOthers && (isSameFile(before, now) || (kept && isSameFile(kept, now)))) {
      await disk.remove(keptAt).then(
        () => backups.forget(keptAt),
        () => undefined,
      );
    }
    throw error;
  }
}

/** Who marked a file read-only wants it as it is. @throws AppError `file-read-only` */
export function assertReplaceable(stat: FileStat | undefined): void {
  if (stat?.isReadOnly === true) throw new AppError('file-read-only');
}

/**
 * Whoever has a drawing open would undo with the next save what is put in its place.
 * @throws AppError `file-in-use` while a lock file says that a program has the file open
 */
export async function assertNotOpen(context: LibraryFolder, path: string): Promise<void> {
  if (await context.lockCheck().openLock(path)) throw new AppError('file-in-use', { detail: path });
}

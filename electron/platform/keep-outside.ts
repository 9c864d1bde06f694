import type { Stats } from 'node:fs';
import { lstat, open, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { AppError } from '../../shared/errors/app-error.ts';
import { codeOf } from './disk-error.ts';
import { linkAt, readFlags } from './real-place.ts';

/** Who may read, write and run a file, and nothing more: bytes from elsewhere never run as somebody else. */
const permissions = 0o777;
const ownerMayWrite = 0o200;

/**
 * How a file stands that is to be replaced; `undefined` where none does.
 * @throws AppError `file-read-only` where it is marked read-only: its owner may not write to it, or on Windows it has that
 * attribute. Renaming over it would go through all the same, on Windows since its renames follow POSIX.
 * `link-in-library` and `target-occupied` for what is no file: nobody has decided to replace that
 */
export async function outsideToKeep(path: string): Promise<Stats | undefined> {
  const stats = await lstat(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (stats?.isSymbolicLink() === true) throw linkAt(basename(path));
  if (stats?.isFile() === false) throw new AppError('target-occupied', { detail: 'What stands there is no file.' });
  if (stats && isMarkedReadOnly(stats)) throw new AppError('file-read-only');
  return stats;
}

export function isMarkedReadOnly({ mode }: { readonly mode: number | bigint }): boolean {
  return (Number(mode) & ownerMayWrite) === 0;
}

/** As `wearOutside`, for a file that is not open; durable when it resolves. */
export async function wearOutsideAt(path: string, of: Stats): Promise<void> {
  const handle = await open(path, readFlags);
  try {
    if (await wearOutside(handle, of)) await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Gives a file mode, owner and group of the one it is to replace, as far as the system lets this user. Only root gives
 * files away, so that a colleague's file becomes this user's by being replaced; a group goes with it where this user is
 * in it. Where the group cannot be kept, its members get no more than everybody has: they are others.
 *
 * Extended attributes stay behind, and with them Finder tags, access lists and, on Windows, alternate streams: Node
 * cannot read or write them. Writing the new bytes into the old file would keep them, but a reader would then see a part,
 * and a crash leave one: that readers find the one version or the other comes first. The replaced file is kept in the
 * backup folder with all of them. On Windows the new file has the rights its folder hands down.
 * @returns whether anything was changed
 */
export async function wearOutside(handle: FileHandle, of: Stats): Promise<boolean> {
  if (process.platform === 'win32') return false;
  const is = await handle.stat();
  const hasGroup = is.gid === of.gid || (await mayChange(handle.chown(is.uid, of.gid)));
  if (is.uid !== of.uid) await mayChange(handle.chown(of.uid, hasGroup ? of.gid : is.gid));
  const mode = hasGroup ? of.mode & permissions : withoutGroup(of.mode & permissions);
  const hasMode = (is.mode & permissions) === mode;
  // Not every disk has modes.
  const wasChanged = hasMode ? false : await mayChange(handle.chmod(mode));
  return wasChanged || is.gid !== of.gid || is.uid !== of.uid;
}

function withoutGroup(mode: number): number {
  const others = mode & 0o007;
  return (mode & 0o707) | (mode & (others << 3));
}

const refusals: ReadonlySet<string> = new Set(['EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'EINVAL', 'ENOSYS']);

async function mayChange(change: Promise<void>): Promise<boolean> {
  try {
    await change;
    return true;
  } catch (error) {
    if (refusals.has(codeOf(error) ?? '')) return false;
    throw error;
  }
}

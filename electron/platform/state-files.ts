import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

const parts = ['', 'state.db', 'state.db-wal', 'state.lock', 'state.lock-wal'] as const;

/** Whether a state is or was in a folder: the lock stays where the database was removed, also while an engine runs. */
export function isStateThere(stateDir: string): boolean {
  return ['state.db', 'state.lock'].some((part) => existsSync(join(stateDir, part)));
}

/**
 * What of a state the system lets nobody write, or not this user: the path of its folder, its database, its lock, or the
 * log of either. The modes of what is this user's own are mended when it is opened. Nothing is opened to find out, which
 * would end the locks that this process has on it.
 */
export function findUnwritableState(stateDir: string, accessTo: typeof accessSync = accessSync): string | undefined {
  return parts.map((part) => join(stateDir, part)).find((path) => isRefused(path, accessTo));
}

function isRefused(path: string, accessTo: typeof accessSync): boolean {
  try {
    accessTo(path, constants.R_OK | constants.W_OK);
    return false;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'EROFS' || (code === 'EACCES' && isOfAnother(path));
  }
}

function isOfAnother(path: string): boolean {
  return process.getuid !== undefined && ownerOf(path) !== process.getuid();
}

/** `undefined` also where a folder above does not let this user look. */
function ownerOf(path: string): number | undefined {
  try {
    return statSync(path).uid;
  } catch {
    return undefined;
  }
}

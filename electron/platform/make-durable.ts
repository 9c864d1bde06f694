import { mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../../shared/errors/app-error.ts';
import { orAbsent } from './disk-error.ts';

/**
 * Makes a folder and syncs every parent in which a name appeared. The root itself is never made: where it is missing,
 * its drive is not there, and what was written would be lost behind it.
 * @throws AppError `library-missing`, else what the system says
 */
export async function makeFolders(root: string, folder: string): Promise<void> {
  if (!(await orAbsent(stat(root)))) throw new AppError('library-missing', { detail: 'The folder is not there.' });
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return;
  for (let path = folder; path.length >= first.length; path = dirname(path)) await syncFolder(dirname(path));
}

/** Windows has no such thing as syncing a folder: there the file system keeps names in its journal. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  await syncFile(folder);
}

/** Windows flushes only what is open for writing; a folder elsewhere can be opened for reading only. */
export async function syncFile(file: string, platform: NodeJS.Platform = process.platform): Promise<void> {
  const handle = await open(file, platform === 'win32' ? 'r+' : 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

import { open } from 'node:fs/promises';
import { flushNames } from '../privacy/private-files.ts';
import { readFlags, updateFlags } from './real-place.ts';

/** Windows has no such thing as syncing a folder: there the file system keeps names in its journal. */
export async function syncFolder(folder: string, platform: NodeJS.Platform = process.platform): Promise<void> {
  if (platform === 'win32') return;
  const handle = await open(folder, readFlags);
  try {
    await flushNames(handle);
  } finally {
    await handle.close();
  }
}

/** Windows flushes only what is open for writing; a folder elsewhere can be opened for reading only. */
export async function syncFile(file: string, platform: NodeJS.Platform = process.platform): Promise<void> {
  const handle = await open(file, platform === 'win32' ? updateFlags : readFlags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newPartName } from './new-part-name.ts';

/**
 * Has a file come into being in a folder under a name that scans and CAD programs pass over, to be put into its place when
 * it is whole. It is removed where that fails.
 */
export async function withPart<T>(folder: string, use: (part: string) => Promise<T>): Promise<T> {
  const part = join(folder, newPartName());
  try {
    return await use(part);
  } catch (error) {
    // That it cannot be cleaned up must not hide why.
    await rm(part, { force: true }).catch(() => undefined);
    throw error;
  }
}

import { z } from 'zod';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { LibraryDisk } from '../ports.ts';
import { markerPath } from '../../../shared/model/own-folder.ts';

const markerSchema = z.object({ libraryId: z.string().min(1) });

/**
 * The id in the library's marker; `undefined` where there is none.
 * @throws AppError `library-unproven` when it cannot be read
 */
export async function readMarker(disk: LibraryDisk): Promise<string | undefined> {
  const text = await orUnproven(disk, disk.readText(markerPath));
  if (text === undefined) return undefined;
  try {
    return markerSchema.parse(JSON.parse(text)).libraryId;
  } catch (cause) {
    throw new AppError('library-unproven', { detail: `${markerPath} cannot be read.`, cause });
  }
}

/**
 * Writes the marker that proves later that this folder is the library and not an empty mount point.
 * @throws AppError `library-unproven` where a folder is in its place
 */
export async function writeMarker(disk: LibraryDisk, libraryId: string): Promise<void> {
  await orUnproven(disk, disk.writeText(markerPath, `${JSON.stringify({ libraryId })}\n`));
}

/** A folder in the place of the marker proves nothing; it is a person's, and stays. */
async function orUnproven<T>(disk: LibraryDisk, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    const found = await disk.stat(markerPath).catch(() => undefined);
    if (found?.kind !== 'folder') throw cause;
    throw new AppError('library-unproven', { cause, detail: `${markerPath} is a folder: move it away first.` });
  }
}

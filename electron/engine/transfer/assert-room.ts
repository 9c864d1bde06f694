import { AppError } from '../../../shared/errors/app-error.ts';
import type { LibraryDisk } from '../ports.ts';

const mebibyte = 2 ** 20;

/** So much stays free for the designer's own programs, on small disks a twentieth of them. */
const keptFreeBytes = 256 * mebibyte;

/**
 * Looks whether there is room for more bytes besides what is kept free.
 * @throws AppError `disk-full`
 */
export async function assertRoom(disk: LibraryDisk, neededBytes: number): Promise<void> {
  const room = await disk.room();
  // A disk that does not say is tried.
  if (!room) return;
  const margin = Math.min(keptFreeBytes, room.totalBytes / 20);
  if (room.freeBytes >= neededBytes + margin) return;
  throw new AppError('disk-full', {
    detail: `${inMebibytes(Math.floor(room.freeBytes / mebibyte))} are free on the disk of the library, ${inMebibytes(Math.ceil((neededBytes + margin) / mebibyte))} are needed: ${inMebibytes(Math.ceil(margin / mebibyte))} of it stay free for your programs.`,
  });
}

/** @param mebibytes whole; what is free is rounded down and what is needed up, so that they are never the same */
function inMebibytes(mebibytes: number): string {
  return `${Math.max(0, mebibytes)} MB`;
}

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
    detail: `${inMebibytes(room.freeBytes)} are free on the disk of the library, ${inMebibytes(neededBytes + margin)} are needed: ${inMebibytes(margin)} of it stay free for your programs.`,
  });
}

function inMebibytes(bytes: number): string {
  return `${Math.max(0, Math.ceil(bytes / mebibyte))} MB`;
}

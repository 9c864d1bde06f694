import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { RandomAccessFile } from '../cad/random-access-file.ts';
import { isSameFile, lookAt } from '../platform/reading/look-at.ts';
import { assertOpened, readFlags } from '../platform/real-place.ts';
import type { Outside } from '../platform/reading/questions.ts';
import type { PicturePlace, Stat } from './picture-question.ts';

/** Bytes that are proven to be the ones meant, readable from any place. */
interface ContentFile extends RandomAccessFile {
  readonly sizeBytes: number;
}

/** A longer file is not hashed for a picture: that would keep the disk busy. */
const longestHashedBytes = 256 * 2 ** 20;
const chunkBytes = 2 ** 20;

/**
 * Has `use` read the bytes with this hash, where a place has them. It is proven before and after: a file that is saved
 * meanwhile gives nothing, so that no picture is ever taken for that of other bytes.
 * @returns what `use` made of them; `isProven` is false where the place has other bytes
 * @throws AppError or the system's error where the place cannot be read
 */
export async function withContent<T>(
  place: PicturePlace,
  sha256: string,
  use: (file: ContentFile) => Promise<T>,
): Promise<{ readonly isProven: false } | { readonly isProven: true; readonly made: T }> {
  const before = lookAt(place.path);
  if (before?.kind !== 'file') return { isProven: false };
  const file = openSync(place.path, readFlags);
  try {
    assertOpened(file, place);
    if (!isAsRead(place.looks, before) && !hasHash(file, sha256, place.looks)) return { isProven: false };
    const made = await use({ sizeBytes: before.sizeBytes, read: async (...span) => readSpan(file, ...span) });
    return isSameFile(before, lookAt(place.path)) ? { isProven: true, made } : { isProven: false };
  } finally {
    closeSync(file);
  }
}

/** Whether a file looks as it did when its bytes were hashed. */
function isAsRead(looks: Stat | undefined, { sizeBytes, modifiedMs, changedMs }: Outside): boolean {
  return looks?.sizeBytes === sizeBytes && looks.modifiedMs === modifiedMs && looks.changedMs === changedMs;
}

/** Its dates may be others and its bytes the same; with another size they are not. */
function hasHash(file: number, sha256: string, looks: Stat | undefined): boolean {
  const sizeBytes = fstatSync(file).size;
  if (sizeBytes > longestHashedBytes || (looks && looks.sizeBytes !== sizeBytes)) return false;
  return hashOf(file) === sha256;
}

function hashOf(file: number): string {
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafe(chunkBytes);
  for (let at = 0; ;) {
    const read = readSync(file, chunk, 0, chunkBytes, at);
    if (read === 0) return hash.digest('hex');
    hash.update(chunk.subarray(0, read));
    at += read;
  }
}

function readSpan(file: number, position: number, lengthBytes: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(lengthBytes);
  let length = 0;
  while (length < lengthBytes) {
    const read = readSync(file, bytes, length, lengthBytes - length, position + length);
    if (read === 0) break;
    length += read;
  }
  return bytes.subarray(0, length);
}

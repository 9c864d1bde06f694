import { inflateRawSync } from 'node:zlib';
import { AppError } from '../../../shared/errors/app-error.ts';
import { createBoundedFile } from '../../cad/bounded-file.ts';
import { isModel } from '../../cad/ifc.ts';
import { findStoredBytes, findZipEnd, findZipEntry, isZip } from '../../cad/zip-directory.ts';
import type { LookLimits } from '../limits.ts';
import { beyondLimit } from '../look-errors.ts';

/**
 * The model inside of an ifcZIP; any other bytes as they are.
 * @throws AppError `look-unreadable`, or `look-limit` where it becomes larger than a file may be
 */
export async function unzipIfc(bytes: Buffer, limits: LookLimits): Promise<Buffer> {
  if (!isZip(bytes)) return bytes;
  const read = (position: number, length: number): Promise<Buffer> =>
    Promise.resolve(bytes.subarray(position, position + length));
  const file = createBoundedFile({ read }, bytes.length);
  const end = await findZipEnd(file);
  const entry = end && (await findZipEntry(file, end, isModel));
  const start = entry && (await findStoredBytes(file, entry));
  if (!entry || start === undefined)
    throw new AppError('look-unreadable', { detail: 'There is no model in this archive.' });
  const { compressedBytes, method } = entry;
  const stored = bytes.subarray(start, start + compressedBytes);
  if (method === 0) return stored;
  try {
    return inflateRawSync(stored, { maxOutputLength: limits.fileBytes });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? beyondLimit('fileBytes', limits) : error;
  }
}

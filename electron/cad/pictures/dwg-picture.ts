import type { BoundedFile } from '../bounded-file.ts';
import { readBitmap } from './bitmap.ts';
import { largestPictureBytes, type Picture } from './picture.ts';
import { readPng } from './png.ts';

/** Where the header says that the pictures are. */
const pointerAt = 0x0d;
const sentinel = Buffer.from('1f256d07d43628289d57ca3f9d44102b', 'hex');
/** Behind the sentinel stand the size of all and the number of records. */
const countAt = sentinel.length + 4;
/** {code, start, length}, the start counted from the file's. */
const recordBytes = 9;
const mostRecords = 8;
const readPicture: Readonly<Record<number, (bytes: Buffer) => Picture | undefined>> = { 2: readBitmap, 6: readPng };

/** AutoCAD drawings: a bitmap, or since 2013 a PNG, which stands behind the header at a place that the header names. */
export async function findDwgPicture(file: BoundedFile): Promise<Picture | undefined> {
  const head = await file.readHead(pointerAt + 4);
  if (head.length < pointerAt + 4 || !/^AC10\d\d$/.test(head.toString('latin1', 0, 6))) return undefined;
  const list = await file.read(head.readUInt32LE(pointerAt), countAt + 1 + mostRecords * recordBytes);
  if (list.length <= countAt || !list.subarray(0, sentinel.length).equals(sentinel)) return undefined;
  const count = Math.min(list.readUInt8(countAt), mostRecords);
  for (
    let at = countAt + 1;
    at < countAt + 1 + count * recordBytes && at + recordBytes <= list.length;
    at += recordBytes
  ) {
    const read = readPicture[list.readUInt8(at)];
    const [start, length] = [list.readUInt32LE(at + 1), list.readUInt32LE(at + 5)];
    if (!read || length > largestPictureBytes) continue;
    const picture = read(await file.read(start, length));
    if (picture) return picture;
  }
  return undefined;
}

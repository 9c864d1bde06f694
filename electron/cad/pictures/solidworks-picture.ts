import { inflateRawSync } from 'node:zlib';
import type { BoundedFile } from '../bounded-file.ts';
import { isOle2 } from '../ole2-directory.ts';
import { blockMark, withHalvesSwapped } from '../solidworks-blocks.ts';
import { findOldSolidWorksPicture } from './compound-picture.ts';
import { largestPictureBytes, type Picture } from './picture.ts';
import { readPng } from './png.ts';

const directoryBytes = 256 * 1024;
const name = withHalvesSwapped(Buffer.from('PreviewPNG', 'latin1'));
/** A block begins at most so far before its mark. */
const leadBytes = 64;
/** Behind the mark: a number, a check sum, the packed and the unpacked size, the length of the name, the name. */
const behindMark = { packedSize: 14, nameLength: 22, name: 26 };
/** The directory names blocks of the same name that are none, too. */
const mostBlocks = 16;

/** SolidWorks parts, assemblies and drawings. Since 2015 the directory at the end says where the PNG's block begins. */
export async function findSolidWorksPicture(file: BoundedFile): Promise<Picture | undefined> {
  if (isOle2(await file.readHead(8))) return findOldSolidWorksPicture(file);
  const directory = await file.readTail(directoryBytes);
  let tried = 0;
  for (let at = directory.indexOf(name); at >= 4 && tried < mostBlocks; at = directory.indexOf(name, at + 1)) {
    tried += 1;
    const picture = await readBlock(file, directory.readUInt32LE(at - 4));
    if (picture) return picture;
  }
  return undefined;
}

async function readBlock(file: BoundedFile, start: number): Promise<Picture | undefined> {
  const head = await file.read(start, leadBytes + behindMark.name + name.length);
  const mark = head.indexOf(blockMark);
  if (mark < 0 || mark + behindMark.name + name.length > head.length) return undefined;
  const nameStart = mark + behindMark.name;
  if (head.readUInt32LE(mark + behindMark.nameLength) !== name.length) return undefined;
  if (!head.subarray(nameStart, nameStart + name.length).equals(name)) return undefined;
  const packedBytes = head.readUInt32LE(mark + behindMark.packedSize);
  if (packedBytes > largestPictureBytes) return undefined;
  try {
    const packed = await file.read(start + nameStart + name.length, packedBytes);
    return readPng(inflateRawSync(packed, { maxOutputLength: largestPictureBytes }));
  } catch {
    return undefined;
  }
}

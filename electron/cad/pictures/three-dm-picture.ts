import { inflateSync } from 'node:zlib';
import type { BoundedFile } from '../bounded-file.ts';
import { lengthBytesOf, startBytes, startText } from '../three-dm.ts';
import { readBitmap } from './bitmap.ts';
import { largestPictureBytes, type Picture } from './picture.ts';

/** The first chunks are few: a comment, then the properties or, in version 1, the bitmap itself. */
const searchBytes = 1024 * 1024;
const mostChunks = 64;
/** A chunk of such a type holds a number instead of bytes. */
const shortMark = 0x80000000;
const types = {
  oldBitmap: 0x02000014,
  properties: 0x10000014,
  bitmap: 0x20008023,
  packedBitmap: 0x20008025,
  /** Around what was packed by zlib. */
  packed: 0x40008000,
} as const;
const bitmapHeaderBytes = 40;
/** Unpacked size, check sum, and whether the rest is packed. */
const beforePackedBytes = 9;

interface Chunk {
  readonly type: number;
  readonly data: Buffer;
}

/** Rhino models: a Windows bitmap among the properties, packed since version 2. */
export async function findThreeDmPicture(file: BoundedFile): Promise<Picture | undefined> {
  const head = await file.readHead(searchBytes);
  if (head.toString('latin1', 0, startText.length) !== startText) return undefined;
  const lengthBytes = lengthBytesOf(Number(head.toString('latin1', startText.length, startBytes)));
  for (const { type, data } of chunksOf(head.subarray(startBytes), lengthBytes)) {
    if (type === types.oldBitmap) return readBitmap(data);
    if (type === types.properties) return pictureInProperties(data, lengthBytes);
  }
  return undefined;
}

function pictureInProperties(properties: Buffer, lengthBytes: 4 | 8): Picture | undefined {
  for (const { type, data } of chunksOf(properties, lengthBytes)) {
    if (type === types.bitmap) return readBitmap(data);
    if (type === types.packedBitmap) return readPackedBitmap(data, lengthBytes);
  }
  return undefined;
}

/** The bitmap's header stands open; its colours and rows are packed together. */
function readPackedBitmap(data: Buffer, lengthBytes: 4 | 8): Picture | undefined {
  const packed = data.subarray(bitmapHeaderBytes + beforePackedBytes);
  if (packed.length === 0) return undefined;
  const header = data.subarray(0, bitmapHeaderBytes);
  const isPacked = data.readUInt8(bitmapHeaderBytes + beforePackedBytes - 1) === 1;
  if (!isPacked) return readBitmap(Buffer.concat([header, packed]));
  const [chunk] = chunksOf(packed, lengthBytes);
  if (chunk?.type !== types.packed) return undefined;
  try {
    return readBitmap(Buffer.concat([header, inflateSync(chunk.data, { maxOutputLength: largestPictureBytes })]));
  } catch {
    return undefined;
  }
}

/** {type, length, data}; a chunk that reaches beyond the bytes is given as far as it goes, and is the last. */
function* chunksOf(bytes: Buffer, lengthBytes: 4 | 8): Generator<Chunk> {
  let at = 0;
  for (let count = 0; count < mostChunks && at + 4 + lengthBytes <= bytes.length; count += 1) {
    const type = bytes.readUInt32LE(at);
    const stated = lengthBytes === 8 ? Number(bytes.readBigUInt64LE(at + 4)) : bytes.readUInt32LE(at + 4);
    const start = at + 4 + lengthBytes;
    const length = type >= shortMark ? 0 : stated;
    yield { type, data: bytes.subarray(start, start + length) };
    at = start + length;
  }
}

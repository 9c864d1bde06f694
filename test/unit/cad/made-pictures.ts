import { crc32, deflateSync } from 'node:zlib';

/** A PNG of one colour; `change` may break its header before the check sum is made. */
export function makePng(width = 4, height = 3, change: (header: Buffer) => void = () => undefined): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  change(header);
  const rows = Buffer.concat(Array.from({ length: height }, () => Buffer.from([0, ...Buffer.alloc(width * 3, 0x5a)])));
  return makePngOf([chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

export const makePngOf = (chunks: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks]);

export function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A bitmap of 24 bits as it lies in a file: without file header. */
export function makeBitmap(width = 5, height = 4, change: (header: Buffer) => void = () => undefined): Buffer {
  const header = Buffer.alloc(40);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(width, 4);
  header.writeInt32LE(height, 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(24, 14);
  change(header);
  return Buffer.concat([header, Buffer.alloc(Math.ceil((width * 3) / 4) * 4 * Math.abs(height), 0x77)]);
}

/** A drawing that holds pictures: a head, the list of pictures, and those. */
export function makeDwg(pictures: readonly { readonly code: number; readonly bytes: Buffer }[]): Buffer {
  const head = Buffer.alloc(0x80);
  head.write('AC1027', 'latin1');
  head.writeUInt32LE(head.length, 0x0d);
  const list = Buffer.alloc(21 + pictures.length * 9);
  list.write('1f256d07d43628289d57ca3f9d44102b', 'hex');
  list.writeUInt8(pictures.length, 20);
  let start = head.length + list.length;
  for (const [index, { code, bytes }] of pictures.entries()) {
    const at = 21 + index * 9;
    list.writeUInt8(code, at);
    list.writeUInt32LE(start, at + 1);
    list.writeUInt32LE(bytes.length, at + 5);
    start += bytes.length;
  }
  const drawing = Buffer.concat([head, list, ...pictures.map(({ bytes }) => bytes), Buffer.alloc(0x6c)]);
  // It ends with a copy of a part of its beginning.
  return Buffer.concat([drawing, drawing.subarray(0x80, 0xec)]);
}

/** A Rhino model of a later version, whose chunks have lengths of eight bytes, with a packed bitmap. */
export function makeThreeDm(bitmap: Buffer): Buffer {
  const packed = longChunk(0x40008000, deflateSync(bitmap.subarray(40)));
  const before = Buffer.alloc(9);
  before.writeUInt8(1, 8);
  const preview = longChunk(0x20008025, Buffer.concat([bitmap.subarray(0, 40), before, packed]));
  return Buffer.concat([
    Buffer.from('3D Geometry File Format       70', 'latin1'),
    longChunk(0x00000001, Buffer.from('Rhinoceros')),
    longChunk(0x10000014, Buffer.concat([longChunk(0xa0000026, undefined), preview])),
  ]);
}

/** @param data absent in a chunk that holds a number instead */
function longChunk(type: number, data: Buffer | undefined): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt32LE(type);
  head.writeBigUInt64LE(BigInt(data?.length ?? 20_230_101), 4);
  return Buffer.concat([head, data ?? Buffer.alloc(0)]);
}

import { isPreviewSize, largestPictureBytes, type Picture } from './picture.ts';

const headerBytes = 40;
const fileHeaderBytes = 14;
const depths: ReadonlySet<number> = new Set([1, 4, 8, 24, 32]);

/**
 * A Windows bitmap as programs keep it in a file (header, colours, rows), with the file header that they leave out.
 * `undefined` for bytes that are none, are fewer than it states, or are packed.
 */
export function readBitmap(bytes: Buffer): Picture | undefined {
  if (bytes.length < headerBytes || bytes.readUInt32LE(0) !== headerBytes) return undefined;
  const [width, height] = [bytes.readInt32LE(4), Math.abs(bytes.readInt32LE(8))];
  const [planes, depth, packing] = [bytes.readUInt16LE(12), bytes.readUInt16LE(14), bytes.readUInt32LE(16)];
  if (planes !== 1 || packing !== 0 || !depths.has(depth) || !isPreviewSize(width, height)) return undefined;
  const coloursAtMost = depth <= 8 ? 2 ** depth : 0;
  const stated = bytes.readUInt32LE(32);
  const colours = stated === 0 ? coloursAtMost : stated;
  if (colours > coloursAtMost) return undefined;
  const pixelsStart = headerBytes + colours * 4;
  // Rows end at multiples of four bytes.
  const length = pixelsStart + Math.ceil((width * depth) / 32) * 4 * height;
  if (length > bytes.length || length > largestPictureBytes) return undefined;
  const fileHeader = Buffer.alloc(fileHeaderBytes);
  fileHeader.write('BM', 'latin1');
  fileHeader.writeUInt32LE(fileHeaderBytes + length, 2);
  fileHeader.writeUInt32LE(fileHeaderBytes + pixelsStart, 10);
  return { mediaType: 'image/bmp', bytes: Buffer.concat([fileHeader, bytes.subarray(0, length)]) };
}

import { crc32, inflateSync } from 'node:zlib';
import { isPreviewSize, largestPictureBytes, type Picture } from './picture.ts';

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');
/** Length, type and check sum around the data of a chunk. */
const aroundChunkBytes = 12;
/** What is needed to show it. Texts, dates and profiles may name people and are left out. */
const shownChunks: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
const samplesOfColourType: ReadonlyMap<number, number> = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
]);

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
  readonly whole: Buffer;
}

/**
 * The PNG at the beginning of some bytes, proven: every chunk has its check sum, and the pixels unpack to exactly the
 * size it states. `undefined` for anything else.
 */
export function readPng(bytes: Buffer): Picture | undefined {
  const chunks = readChunks(bytes);
  const data = chunks && chunks[0]?.type === 'IHDR' && readPixels(chunks[0].data, chunks);
  if (!data) return undefined;
  const shown = chunks.filter(({ type }) => shownChunks.has(type)).map(({ whole }) => whole);
  return { mediaType: 'image/png', bytes: Buffer.concat([pngSignature, ...shown]) };
}

/** The first PNG among the bytes of a stream that begins otherwise. */
export function findPng(bytes: Buffer): Picture | undefined {
  const start = bytes.indexOf(pngSignature);
  return start < 0 ? undefined : readPng(bytes.subarray(start));
}

/** All chunks up to the end chunk; `undefined` where one is cut off or damaged. */
function readChunks(bytes: Buffer): readonly Chunk[] | undefined {
  if (!bytes.subarray(0, pngSignature.length).equals(pngSignature)) return undefined;
  const chunks: Chunk[] = [];
  let at = pngSignature.length;
  while (at + aroundChunkBytes <= bytes.length && at <= largestPictureBytes) {
    const dataEnd = at + 8 + bytes.readUInt32BE(at);
    if (dataEnd + 4 > bytes.length || bytes.readUInt32BE(dataEnd) !== crc32(bytes.subarray(at + 4, dataEnd))) {
      return undefined;
    }
    const type = bytes.toString('latin1', at + 4, at + 8);
    chunks.push({ type, data: bytes.subarray(at + 8, dataEnd), whole: bytes.subarray(at, dataEnd + 4) });
    if (type === 'IEND') return chunks;
    at = dataEnd + 4;
  }
  return undefined;
}

/** Unpacks the pixels; only their number is looked at. Interlaced previews are unknown, and count as none. */
function readPixels(header: Buffer, chunks: readonly Chunk[]): boolean {
  if (header.length !== 13 || header.readUIntBE(10, 3) !== 0) return false;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth, colourType] = [header.readUInt8(8), header.readUInt8(9)];
  const samples = samplesOfColourType.get(colourType);
  if (samples === undefined || ![1, 2, 4, 8, 16].includes(depth) || !isPreviewSize(width, height)) return false;
  if (colourType === 3 && !chunks.some(({ type }) => type === 'PLTE')) return false;
  // Each row begins with the number of its filter.
  const expected = height * (1 + Math.ceil((width * depth * samples) / 8));
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  try {
    return inflateSync(packed, { maxOutputLength: expected }).length === expected;
  } catch {
    // Damaged, or longer than it says.
    return false;
  }
}

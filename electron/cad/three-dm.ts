import type { BoundedFile } from './bounded-file.ts';
import { factsOf, nothingKnown, wholeIf, type FormatFacts, type Wholeness } from './cad-facts.ts';

export const startText = '3D Geometry File Format ';
/** The start text is followed by the version, right-aligned. */
export const startBytes = 32;
const endOfFileChunk = 0x7fff;

/** Rhino models. Up to 4 the header holds the version itself, from 5 on ten times that. */
export async function readThreeDm(file: BoundedFile): Promise<FormatFacts> {
  const head = (await file.readHead(startBytes)).toString('latin1');
  if (!head.startsWith(startText)) return nothingKnown;
  const number = Number(/^\s*(\d{1,3})$/.exec(head.slice(startText.length))?.[1]);
  if (!(number > 0)) return { whole: 'unknown' };
  const version = String(number >= 50 ? Math.floor(number / 10) : number);
  return factsOf('Rhino', version, await wholenessOf(file, number));
}

/** How many bytes the length of a chunk takes: 4 up to version 4, then 8. @param number of the header */
export const lengthBytesOf = (number: number): 4 | 8 => (number >= 50 ? 8 : 4);

/** The last chunk holds the file's size: {type, length, size}. */
async function wholenessOf(file: BoundedFile, number: number): Promise<Wholeness> {
  // Version 1 knew no end chunk.
  if (number < 2) return 'unknown';
  const lengthBytes = lengthBytesOf(number);
  const tail = await file.readTail(4 + 2 * lengthBytes);
  if (tail.length < 4 + 2 * lengthBytes || tail.readUInt32LE(0) !== endOfFileChunk) return 'incomplete';
  const statedSize = lengthBytes === 8 ? Number(tail.readBigUInt64LE(12)) : tail.readUInt32LE(8);
  return wholeIf(statedSize === file.sizeBytes);
}

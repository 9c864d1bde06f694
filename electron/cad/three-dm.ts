import type { BoundedFile } from './bounded-file.ts';
import { factsOf, nothingKnown, type FormatFacts, type Wholeness } from './cad-facts.ts';

const startText = '3D Geometry File Format ';
/** The start text is followed by the version, right-aligned. */
const startBytes = 32;
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

/** The last chunk holds the file's size: {type, length, size}, of 4-byte lengths up to 4 and of 8-byte ones from 5 on. */
async function wholenessOf(file: BoundedFile, number: number): Promise<Wholeness> {
  // Version 1 knew no end chunk.
  if (number < 2) return 'unknown';
  const lengthBytes = number >= 50 ? 8 : 4;
  const tail = await file.readTail(4 + 2 * lengthBytes);
  if (tail.length < 4 + 2 * lengthBytes || tail.readUInt32LE(0) !== endOfFileChunk) return 'incomplete';
  const statedSize = lengthBytes === 8 ? Number(tail.readBigUInt64LE(12)) : tail.readUInt32LE(8);
  return statedSize === file.sizeBytes ? 'whole' : 'incomplete';
}

import type { BoundedFile } from './bounded-file.ts';
import { nothingKnown, wholeIf, type FormatFacts, type Wholeness } from './cad-facts.ts';
import { readableName } from './readable-name.ts';
import { readStepArguments } from './step-arguments.ts';
import { withoutMark } from './text-ends.ts';

const headBytes = 64 * 1024;
const tailBytes = 64 * 1024;
const endMark = /END-ISO-10303-21\s*;/;

/** STEP models: a neutral format, whose header names the system it came from. */
export async function readStep(file: BoundedFile): Promise<FormatFacts> {
  const head = decodeStep(await file.readHead(headBytes));
  if (!isStepText(head)) return nothingKnown;
  const program = originatingSystemIn(head);
  return { ...(program === undefined ? {} : { program }), whole: await stepWholenessOf(file) };
}

/** The text of a STEP physical file, or of its beginning: UTF-8 since edition 3, before that one byte a character. */
export function decodeStep(bytes: Buffer): string {
  const text = withoutMark(bytes);
  try {
    // As a stream, because a character may be cut at the end of the piece.
    return new TextDecoder('utf-8', { fatal: true }).decode(text, { stream: true });
  } catch {
    return text.toString('latin1');
  }
}

/** Whether text begins like a STEP physical file; a comment may stand before. */
export function isStepText(text: string): boolean {
  return /^ISO-10303-21\s*;/.test(text.slice(behindComments(text)));
}

/** Where a text goes on behind the white space and the comments that it begins with. Takes time in line with their length. */
function behindComments(text: string): number {
  const blank = /\s*/y;
  for (let at = 0; ;) {
    blank.lastIndex = at;
    at += blank.exec(text)?.[0].length ?? 0;
    const end = text.startsWith('/*', at) ? text.indexOf('*/', at + 2) : -1;
    if (end < 0) return at;
    at = end + 2;
  }
}

/** The sixth argument of FILE_NAME. Those before it name the file's path and its author and are left alone. */
export function originatingSystemIn(text: string): string | undefined {
  return readableName(readStepArguments(text, 'FILE_NAME')?.[5]);
}

export async function stepWholenessOf(file: BoundedFile): Promise<Wholeness> {
  return wholeIf(endMark.test((await file.readTail(tailBytes)).toString('latin1')));
}

import type { BoundedFile } from './bounded-file.ts';

const byteOrderMark = Buffer.from('\ufeff');
/** Longer than what files are filled up to: the blocks of disks and of programs. */
const paddedBytes = 64 * 1024;
/** More than the last lines of any format. */
const endBytes = 1024;
/** White space; Ctrl-Z, with which programs of DOS close a text; zeros, with which some fill it up. */
const padding = new Set(Buffer.from(' \t\n\v\f\r\u001a\0'));

/** The bytes of a text, without the byte order mark before it. */
export function withoutMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? bytes.subarray(byteOrderMark.length) : bytes;
}

/** The last 1024 bytes of a text, as one byte a character, without what fills it up behind its end. */
export function endOfText(bytes: Buffer): string {
  let end = bytes.length;
  while (end > 0 && padding.has(bytes[end - 1] ?? -1)) end -= 1;
  return bytes.toString('latin1', Math.max(0, end - endBytes), end);
}

/** The same of a file, where no more than 64 KiB fill it up. */
export async function readEndOfText(file: BoundedFile): Promise<string> {
  return endOfText(await file.readTail(paddedBytes));
}

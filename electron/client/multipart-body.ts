import { randomUUID } from 'node:crypto';
import type { OutgoingFile } from '../../shared/api/caller.ts';
import { metadataPart } from '../../shared/api/operation.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { encodeWord } from './encoded-word.ts';
import { asReadFailure, type Payload, type StreamPayload } from './payload.ts';

/** The name of both parts of an upload, and the content of the first (wire format, section 1, "File parts"). */
const partName = 'fileToUpload';

/**
 * The body of an upload as older clients frame it: a text part, then the file. The file is opened again for every try.
 * Its stream ends with `file-changed-meanwhile` when it does not hold exactly the announced bytes.
 * @param onProgress told the bytes of the file handed over so far, for every piece
 */
export function multipartBody(file: OutgoingFile, onProgress: (movedBytes: number) => void): StreamPayload {
  const { head, tail, contentType } = frameFor(file);
  return {
    kind: 'stream',
    contentType,
    sizeBytes: head.length + file.sizeBytes + tail.length,
    async *open() {
      yield head;
      yield* counted(file, onProgress);
      yield tail;
    },
  };
}

/**
 * The same body read to its end.
 * @throws what reading the file throws
 */
export async function multipartBytes(file: OutgoingFile, onProgress: (movedBytes: number) => void): Promise<Payload> {
  const { head, tail, contentType } = frameFor(file);
  return { kind: 'bytes', contentType, bytes: Buffer.concat([head, ...(await wholeFile(file, onProgress)), tail]) };
}

/** A file that was read to its end. */
export interface ReadFile {
  readonly fileName: string;
  readonly pieces: readonly Uint8Array[];
}

/** Metadata and the files it is about, one for each of its records: it stands before them, in a part of its own. */
export function formWithFiles(metadata: string, files: readonly ReadFile[]): Payload {
  const boundary = randomUUID();
  const parts = files.flatMap(({ fileName, pieces }) => [
    Buffer.from(`\r\n${fileHeadOf(fileName, boundary)}`, 'latin1'),
    ...pieces,
  ]);
  const bytes = Buffer.concat([
    Buffer.from([`--${boundary}`, textType, `${disposition}${metadataPart}`, '', metadata].join('\r\n')),
    ...parts,
    tailOf(boundary),
  ]);
  return { kind: 'bytes', contentType: contentTypeOf(boundary), bytes };
}

/**
 * All bytes of a file, in the pieces in which they come.
 * @throws AppError `file-changed-meanwhile` when they are not as many as announced, and what reading the file throws
 */
export async function wholeFile(
  file: OutgoingFile,
  onProgress: (movedBytes: number) => void,
): Promise<readonly Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of counted(file)) pieces.push(piece);
  } catch (thrown) {
    throw asReadFailure(thrown);
  }
  onProgress(file.sizeBytes);
  return pieces;
}

const textType = 'Content-Type: text/plain; charset=utf-8';
const disposition = 'Content-Disposition: form-data; name=';

function frameFor({ fileName, contentType }: OutgoingFile) {
  const boundary = randomUUID();
  const text = [`--${boundary}`, textType, `${disposition}${partName}`, '', partName, ''].join('\r\n');
  return {
    head: Buffer.from(text + fileHeadOf(fileName, boundary, contentType), 'latin1'),
    tail: tailOf(boundary),
    contentType: contentTypeOf(boundary),
  };
}

const contentTypeOf = (boundary: string): string => `multipart/form-data; boundary="${boundary}"`;
const tailOf = (boundary: string): Buffer => Buffer.from(`\r\n--${boundary}--\r\n`, 'latin1');

function fileHeadOf(fileName: string, boundary: string, contentType = ''): string {
  const type = /^[\x20-\x7e]+$/.test(contentType) ? [`Content-Type: ${contentType}`] : [];
  const name = `${disposition}${partName}; filename=${headerValue(fileName)}`;
  return [`--${boundary}`, ...type, name, '', ''].join('\r\n');
}

/** As it is where it is one token, quoted where it is ASCII, else an encoded word in quotes. */
function headerValue(text: string): string {
  if (/^[\w!#$%&'*+.^`|~-]+$/.test(text)) return text;
  const plain = /^[\x20-\x7e]*$/.test(text) && !text.includes('=?');
  return `"${plain ? text.replace(/["\\]/g, '\\$&') : encodeWord(text)}"`;
}

/** The bytes of a file, which are exactly as many as announced. */
async function* counted(
  file: OutgoingFile,
  onProgress?: (movedBytes: number) => void,
): AsyncGenerator<Uint8Array, void, void> {
  let moved = 0;
  for await (const chunk of file.open()) {
    moved += chunk.byteLength;
    if (moved > file.sizeBytes) throw changed();
    yield chunk;
    onProgress?.(moved);
  }
  if (moved < file.sizeBytes) throw changed();
}

function changed(): AppError {
  return new AppError('file-changed-meanwhile');
}

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
  const known = announcedBytes(file);
  return {
    kind: 'stream',
    contentType,
    sizeBytes: known === undefined ? undefined : head.length + known + tail.length,
    async *open() {
      yield head;
      yield* counted(file.open(), known, onProgress);
      yield tail;
    },
  };
}

/**
 * The same body read to its end.
 * @param metadata what the file is to become, where that comes along: it stands before the file, in a part of its own
 * @throws what reading the file throws
 */
export async function multipartBytes(
  file: OutgoingFile,
  onProgress: (movedBytes: number) => void,
  metadata?: unknown,
): Promise<Payload> {
  const { head, tail, contentType, boundary } = frameFor(file);
  const known = announcedBytes(file);
  const pieces: Uint8Array[] = [...(metadata === undefined ? [] : [metadataOf(metadata, boundary)]), head];
  let moved = 0;
  try {
    for await (const piece of file.open()) {
      pieces.push(piece);
      moved += piece.byteLength;
      if (known !== undefined && moved > known) throw changed();
    }
  } catch (thrown) {
    throw asReadFailure(thrown);
  }
  if (known !== undefined && moved < known) throw changed();
  pieces.push(tail);
  onProgress(moved);
  return { kind: 'bytes', contentType, bytes: Buffer.concat(pieces) };
}

function frameFor({ fileName }: OutgoingFile) {
  const boundary = randomUUID();
  return {
    head: Buffer.from(headOf(fileName, boundary), 'latin1'),
    tail: Buffer.from(`\r\n--${boundary}--\r\n`, 'latin1'),
    contentType: `multipart/form-data; boundary="${boundary}"`,
    boundary,
  };
}

function metadataOf(metadata: unknown, boundary: string): Buffer {
  const lines = [
    `--${boundary}`,
    'Content-Type: text/plain; charset=utf-8',
    `Content-Disposition: form-data; name=${metadataPart}`,
    '',
    JSON.stringify(metadata),
    '',
  ];
  return Buffer.from(lines.join('\r\n'));
}

function announcedBytes({ sizeBytes }: OutgoingFile): number | undefined {
  return Number.isSafeInteger(sizeBytes) && sizeBytes >= 0 ? sizeBytes : undefined;
}

function headOf(fileName: string, boundary: string): string {
  return [
    `--${boundary}`,
    'Content-Type: text/plain; charset=utf-8',
    `Content-Disposition: form-data; name=${partName}`,
    '',
    partName,
    `--${boundary}`,
    `Content-Disposition: form-data; name=${partName}; filename=${headerValue(fileName)}`,
    '',
    '',
  ].join('\r\n');
}

/** As it is where it is one token, quoted where it is ASCII, else an encoded word in quotes. */
function headerValue(text: string): string {
  if (/^[\w!#$%&'*+.^`|~-]+$/.test(text)) return text;
  const plain = /^[\x20-\x7e]*$/.test(text) && !text.includes('=?');
  return `"${plain ? text.replace(/["\\]/g, '\\$&') : encodeWord(text)}"`;
}

async function* counted(
  source: AsyncIterable<Uint8Array>,
  announced: number | undefined,
  onProgress: (movedBytes: number) => void,
): AsyncGenerator<Uint8Array, void, void> {
  let moved = 0;
  for await (const chunk of source) {
    moved += chunk.byteLength;
    if (announced !== undefined && moved > announced) throw changed();
    yield chunk;
    onProgress(moved);
  }
  if (announced !== undefined && moved < announced) throw changed();
}

function changed(): AppError {
  return new AppError('file-changed-meanwhile');
}

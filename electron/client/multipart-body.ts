import { randomUUID } from 'node:crypto';
import type { OutgoingFile } from '../../shared/api/caller.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { encodeWord } from './encoded-word.ts';
import { asReadFailure, type Payload, type StreamPayload } from './payload.ts';

/** The name of both parts of an upload, and the content of the first (wire format, section 1, "File parts"). */
const partName = 'fileToUpload';

/**
 * The body of an upload as older clients frame it: a text part, then the file. The file is opened anew for every try.
 * Its stream ends with `file-changed-meanwhile` when it does not hold exactly the announced bytes.
 * @param onProgress told the bytes of the file handed over so far, for every piece
 */
export function multipartBody(file: OutgoingFile, onProgress: (movedBytes: number) => void): StreamPayload {
  const boundary = randomUUID();
  const head = Buffer.from(headOf(file.fileName, boundary), 'latin1');
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`, 'latin1');
  const known = Number.isSafeInteger(file.sizeBytes) && file.sizeBytes >= 0 ? file.sizeBytes : undefined;
  return {
    kind: 'stream',
    contentType: `multipart/form-data; boundary="${boundary}"`,
    sizeBytes: known === undefined ? undefined : head.length + known + tail.length,
    async *open() {
      yield head;
      yield* counted(file.open(), known, onProgress);
      yield tail;
    },
  };
}

/** The same body read to its end. @throws what reading it throws */
export async function inOnePiece(payload: StreamPayload): Promise<Payload> {
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of payload.open()) pieces.push(piece);
  } catch (thrown) {
    throw asReadFailure(thrown);
  }
  return { kind: 'bytes', contentType: payload.contentType, bytes: Buffer.concat(pieces) };
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

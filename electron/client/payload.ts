import { once } from 'node:events';
import { Readable } from 'node:stream';
import { AppError } from '../../shared/errors/app-error.ts';
import type { Attempt } from './attempt.ts';

/** The body of a request: bytes in memory, or a stream that can be opened again for another try. */
export type Payload = { readonly kind: 'bytes'; readonly contentType: string; readonly bytes: Buffer } | StreamPayload;

export interface StreamPayload {
  readonly kind: 'stream';
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly open: () => AsyncIterable<Uint8Array>;
}

/** Bytes up to this length go out in one write: a stream costs more than they do. */
export const shortBytes = 256 * 1024;
const pieceBytes = 64 * 1024;

interface OpenPayload {
  readonly data: Buffer | Readable;
  readonly headers: Readonly<Record<string, string>>;
  /** What went wrong in the source of the bytes, not in the connection. */
  failure(): AppError | undefined;
}

/** Opens a payload for one attempt. */
export function streamPayload(payload: Payload, attempt: Attempt, idleMs: number): OpenPayload {
  const contentType = { 'Content-Type': payload.contentType };
  if (payload.kind === 'bytes' && payload.bytes.length <= shortBytes) {
    return { data: payload.bytes, headers: contentType, failure: () => undefined };
  }
  const { open, sizeBytes } = payload.kind === 'bytes' ? inPieces(payload.bytes) : payload;
  let failed: AppError | undefined;
  const onFailure = (error: AppError): void => void (failed = error);
  const data = Readable.from(timed(open, attempt, idleMs, onFailure), { objectMode: false });
  data.on('error', () => undefined);
  // Whatever ends the attempt closes the file.
  attempt.signal.addEventListener('abort', () => data.destroy(), { once: true });
  return {
    data,
    headers: { ...contentType, 'Content-Length': String(sizeBytes) },
    failure: () => failed,
  };
}

/** Each piece has the time that a connection may take for one. */
function inPieces(bytes: Buffer): Pick<StreamPayload, 'open' | 'sizeBytes'> {
  return {
    sizeBytes: bytes.length,
    async *open() {
      for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
    },
  };
}

/** The timer runs only while the connection takes a piece, never while the disk gives one. */
async function* timed(
  open: () => AsyncIterable<Uint8Array>,
  attempt: Attempt,
  idleMs: number,
  onFailure: (error: AppError) => void,
): AsyncGenerator<Uint8Array, void, void> {
  try {
    for await (const chunk of open()) {
      if (attempt.connected()) attempt.arm(idleMs);
      yield chunk;
      // Writing on after an early answer would break the connection before that is read.
      if (attempt.answered()) return void (await once(attempt.signal, 'abort'));
      if (attempt.connected()) attempt.disarm();
    }
    if (attempt.connected()) attempt.arm(idleMs);
  } catch (thrown) {
    const error = asReadFailure(thrown);
    onFailure(error);
    throw error;
  }
}

/** What went wrong in the source of the bytes of a request, in this product's words. */
export function asReadFailure(thrown: unknown): AppError {
  return thrown instanceof AppError ? thrown : new AppError('file-unreadable', { cause: thrown });
}

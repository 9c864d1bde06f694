import type { Readable } from 'node:stream';
import { AppError } from '../../shared/errors/app-error.ts';
import type { Attempt } from './attempt.ts';

/** The body of an answer, to be read or discarded once. */
export interface AnswerBody {
  /**
   * @throws AppError `answer-incomplete` when the connection breaks, `service-timeout` when nothing comes any more,
   * `cancelled` on abort.
   */
  chunks(): AsyncGenerator<Uint8Array, void, void>;
  /**
   * The whole body.
   * @throws AppError as `chunks` does, and `unreadable-answer` when it is longer than `longestBytes`.
   */
  bytes(longestBytes: number): Promise<Buffer>;
  /** The same as text. */
  text(longestBytes: number): Promise<string>;
  discard(): void;
}

export interface BodyLimits {
  /** Between two pieces. */
  readonly idleMs: number;
  /** Until `leastBytes` more have come, while they are waited for: a body that trickles would never end. */
  readonly leastBytesMs: number;
}

const leastBytes = 4 * 1024;

/** Puts time limits and this product's errors around the stream of an answer. */
export function createAnswerBody(stream: Readable, attempt: Attempt, limits: BodyLimits): AnswerBody {
  // An abort is emitted on the stream even while nobody reads it, and would end the process.
  stream.on('error', () => undefined);
  const readAll = (longestBytes: number, take: (piece: Uint8Array) => void): Promise<void> =>
    handOver(stream, attempt, { pace: createPace(attempt, limits), longestBytes }, take);
  return {
    async *chunks() {
      const source = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
      const pace = createPace(attempt, limits);
      try {
        for (;;) {
          const next = await nextChunk(source, attempt, pace);
          if (next.done) return;
          yield next.value;
        }
      } finally {
        stream.destroy();
        attempt.end();
      }
    },
    async bytes(longestBytes) {
      const pieces: Uint8Array[] = [];
      await readAll(longestBytes, (piece) => pieces.push(piece));
      return Buffer.concat(pieces);
    },
    async text(longestBytes) {
      const decoder = new TextDecoder();
      let text = '';
      await readAll(longestBytes, (piece) => (text += decoder.decode(piece, { stream: true })));
      return text + decoder.decode();
    },
    discard() {
      stream.destroy();
      attempt.end();
    },
  };
}

/** By events: most answers are one short piece, which an iterator costs more than all else. */
function handOver(
  stream: Readable,
  attempt: Attempt,
  { pace, longestBytes }: { readonly pace: Pace; readonly longestBytes: number },
  take: (piece: Uint8Array) => void,
): Promise<void> {
  let size = 0;
  const read = new Promise<void>((resolve, reject) => {
    const breakOff = (cause?: Error | null): void =>
      reject(attempt.stopped() ?? new AppError('answer-incomplete', { cause: cause ?? undefined }));
    if (stream.destroyed) return breakOff(stream.errored);
    stream.on('data', (chunk: Uint8Array) => {
      size += chunk.byteLength;
      if (size > longestBytes) {
        return reject(
          new AppError('unreadable-answer', { detail: `The answer is longer than ${longestBytes} bytes.` }),
        );
      }
      take(chunk);
      pace.note(chunk.byteLength);
      pace.wait();
    });
    stream.once('end', () => resolve());
    stream.once('error', breakOff);
    // After the end it closes too, and an error with its stack for every answer costs.
    stream.once('close', () => stream.readableEnded || breakOff());
    pace.wait();
  });
  return read.finally(() => {
    stream.destroy();
    attempt.end();
  });
}

type Pace = ReturnType<typeof createPace>;

/** How long the next piece of a body may be waited for. */
function createPace(attempt: Attempt, { idleMs, leastBytesMs }: BodyLimits) {
  let leftMs = leastBytesMs;
  let bytes = 0;
  let sinceMs = 0;
  return {
    wait(): void {
      sinceMs = performance.now();
      attempt.arm(Math.min(idleMs, leftMs));
    },
    /** What came while it was waited for. */
    note(pieceBytes: number): void {
      leftMs -= performance.now() - sinceMs;
      bytes += pieceBytes;
      if (bytes < leastBytes) return;
      bytes = 0;
      leftMs = leastBytesMs;
    },
  };
}

/** The timer runs only while the service is waited for, never while the reader is busy. */
async function nextChunk(
  source: AsyncIterator<Uint8Array>,
  attempt: Attempt,
  pace: Pace,
): Promise<IteratorResult<Uint8Array, unknown>> {
  pace.wait();
  try {
    const next = await source.next();
    if (!next.done) pace.note(next.value.byteLength);
    return next;
  } catch (cause) {
    throw attempt.stopped() ?? new AppError('answer-incomplete', { cause });
  } finally {
    attempt.disarm();
  }
}

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
   * The whole body as text.
   * @throws AppError as `chunks` does, and `unreadable-answer` when it is longer than `longestBytes`.
   */
  text(longestBytes: number): Promise<string>;
  discard(): void;
}

/** Puts time limits and this product's errors around the stream of an answer. */
export function createAnswerBody(stream: Readable, attempt: Attempt, idleMs: number): AnswerBody {
  // An abort is emitted on the stream even while nobody reads it, and would end the process.
  stream.on('error', () => undefined);
  return {
    async *chunks() {
      const source = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
      try {
        for (;;) {
          const next = await nextChunk(source, attempt, idleMs);
          if (next.done) return;
          yield next.value;
        }
      } finally {
        stream.destroy();
        attempt.end();
      }
    },
    text: (longestBytes) => collectText(stream, attempt, { idleMs, longestBytes }),
    discard() {
      stream.destroy();
      attempt.end();
    },
  };
}

/** By events: most answers are one short piece, which an iterator costs more than all else. */
function collectText(
  stream: Readable,
  attempt: Attempt,
  { idleMs, longestBytes }: { readonly idleMs: number; readonly longestBytes: number },
): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  const read = new Promise<string>((resolve, reject) => {
    const breakOff = (cause?: Error | null): void =>
      reject(attempt.stopped() ?? new AppError('answer-incomplete', cause ? { cause } : {}));
    if (stream.destroyed) return breakOff(stream.errored);
    stream.on('data', (chunk: Uint8Array) => {
      size += chunk.byteLength;
      if (size > longestBytes) {
        return reject(
          new AppError('unreadable-answer', { detail: `The answer is longer than ${longestBytes} bytes.` }),
        );
      }
      text += decoder.decode(chunk, { stream: true });
      attempt.arm(idleMs);
    });
    stream.once('end', () => resolve(text + decoder.decode()));
    stream.once('error', breakOff);
    // After the end it closes too, and an error with its stack for every answer costs.
    stream.once('close', () => stream.readableEnded || breakOff());
    attempt.arm(idleMs);
  });
  return read.finally(() => {
    stream.destroy();
    attempt.end();
  });
}

/** The timer runs only while the service is waited for, never while the reader is busy. */
async function nextChunk(
  source: AsyncIterator<Uint8Array>,
  attempt: Attempt,
  idleMs: number,
): Promise<IteratorResult<Uint8Array, unknown>> {
  attempt.arm(idleMs);
  try {
    return await source.next();
  } catch (cause) {
    throw attempt.stopped() ?? new AppError('answer-incomplete', { cause });
  } finally {
    attempt.disarm();
  }
}

import type { Readable } from 'node:stream';
import { AppError } from '../../../shared/errors/app-error.ts';
import { takePieces } from './take-pieces.ts';

interface BodyTextOptions {
  readonly maxBytes: number;
  /** How long nothing may come, milliseconds. */
  readonly idleMs: number;
  /** Told how much has come, bytes; what it throws ends the reading. */
  readonly onSize?: (sizeBytes: number) => void;
}

/**
 * Reads a whole body as UTF-8 text, without a byte order mark.
 * @throws AppError `body-too-large` beyond `maxBytes`, `malformed-body` when it is no UTF-8 or was cut off,
 * `body-stalled` when it stops coming
 */
export async function readBodyText(body: Readable, { maxBytes, idleMs, onSize }: BodyTextOptions): Promise<string> {
  // It drops a byte order mark by itself.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let sizeBytes = 0;
  try {
    await takePieces(body, idleMs, (piece) => {
      sizeBytes += piece.length;
      if (sizeBytes > maxBytes) throw tooLarge(maxBytes);
      onSize?.(sizeBytes);
      text += decoder.decode(piece, { stream: true });
    });
    return text + decoder.decode();
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown;
    throw new AppError('malformed-body', { cause: thrown, detail: 'The body is not UTF-8 text, or was cut off.' });
  }
}

/** Why a body of text is refused by its length. */
export function tooLarge(maxBytes: number): AppError {
  return new AppError('body-too-large', { detail: `At most ${maxBytes} bytes of text are accepted.` });
}

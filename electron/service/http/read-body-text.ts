import type { Readable } from 'node:stream';
import { AppError } from '../../../shared/errors/app-error.ts';

/**
 * Reads a whole body as UTF-8 text, without a byte order mark.
 * @throws AppError `body-too-large` beyond `maxBytes`, `malformed-body` when it is no UTF-8 or was cut off
 */
export async function readBodyText(body: Readable, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      const bytes = chunk as Buffer;
      sizeBytes += bytes.length;
      if (sizeBytes > maxBytes) {
        throw new AppError('body-too-large', { detail: `At most ${maxBytes} bytes of text are accepted.` });
      }
      chunks.push(bytes);
    }
    // The decoder drops a byte order mark by itself.
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown;
    throw new AppError('malformed-body', { cause: thrown, detail: 'The body is not UTF-8 text, or was cut off.' });
  }
}

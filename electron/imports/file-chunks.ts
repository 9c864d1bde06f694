import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { ImportOptions } from './import-options.ts';

const chunkBytes = 64 * 1024;

/** The bytes of a file, piece by piece, telling progress; other work gets its turn between two pieces. */
export async function* fileChunks(
  path: string,
  { signal, onProgress }: Pick<ImportOptions, 'signal' | 'onProgress'>,
): AsyncGenerator<Buffer> {
  const { size } = await stat(path);
  let read = 0;
  for await (const chunk of createReadStream(path, { signal, highWaterMark: chunkBytes })) {
    const bytes = chunk as Buffer;
    read += bytes.length;
    yield bytes;
    onProgress(Math.min(1, read / size));
  }
}

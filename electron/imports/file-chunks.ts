import { open } from 'node:fs/promises';
import type { ImportOptions } from './import-options.ts';
import { unreadableFile } from './unreadable-file.ts';

const chunkBytes = 64 * 1024;

/**
 * The bytes of a file, piece by piece, telling progress; other work gets its turn between two pieces.
 * @throws AppError `import-file-unreadable` at its end, where what was read may be part of one state and part of another
 */
export async function* fileChunks(
  path: string,
  { signal, onProgress }: Pick<ImportOptions, 'signal' | 'onProgress'>,
): AsyncGenerator<Buffer> {
  const handle = await open(path, 'r');
  try {
    const before = await handle.stat({ bigint: true });
    const size = Number(before.size);
    let read = 0;
    for await (const chunk of handle.createReadStream({ highWaterMark: chunkBytes, autoClose: false })) {
      signal.throwIfAborted();
      const bytes = chunk as Buffer;
      read += bytes.length;
      yield bytes;
      if (size > 0) onProgress(Math.min(1, read / size));
    }
    // A pipe has one state, and some drives say nothing of a size.
    if (!before.isFile()) return;
    const now = await handle.stat({ bigint: true });
    if ((size > 0 && read !== size) || now.size !== before.size || now.mtimeNs !== before.mtimeNs) {
      throw unreadableFile(path, 'it changed while it was read, so import it once more');
    }
  } finally {
    await handle.close();
  }
}

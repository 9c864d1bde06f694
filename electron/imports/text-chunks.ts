import { fileChunks } from './file-chunks.ts';
import type { ImportOptions } from './import-options.ts';
import { createDecoder, type Decode, type TextEncoding } from './text-encoding.ts';
import { unreadableFile } from './unreadable-file.ts';

/**
 * The text of a file, piece by piece.
 * @param encodingOf tells the encoding from the first bytes
 * @throws AppError `import-file-unreadable` when the bytes are no text of that encoding
 */
export async function* textChunks(
  path: string,
  options: Pick<ImportOptions, 'signal' | 'onProgress'>,
  encodingOf: (head: Buffer) => TextEncoding,
): AsyncGenerator<string> {
  let decode: Decode | undefined;
  for await (const bytes of fileChunks(path, options)) {
    decode ??= createDecoder(encodingOf(bytes), (encoding, cause) =>
      unreadableFile(path, `its bytes are not ${encoding}, as it says or seems`, cause),
    );
    yield decode(bytes);
  }
  if (decode) yield decode();
}

import { unreadableFile } from './unreadable-file.ts';

/** A product with several classifications is some 200 kB. */
const longestRecord = 16 * 1024 ** 2;

/**
 * What a parser finds in a text, as it finds it; nothing else of the text stays in memory.
 * @param found what `parse` has found so far; it is taken out of here
 * @throws AppError `import-file-unreadable` when nothing is found for longer than any record is
 */
export async function* recordsInText<Found>(
  path: string,
  text: AsyncIterable<string>,
  found: Found[],
  parse: (piece: string) => void,
): AsyncGenerator<Found> {
  let sinceLast = 0;
  for await (const piece of text) {
    if (piece === '') continue;
    parse(piece);
    sinceLast = found.length === 0 ? sinceLast + piece.length : 0;
    if (sinceLast > longestRecord) throw unreadableFile(path, `a record is longer than ${longestRecord} letters`);
    yield* found.splice(0);
  }
}

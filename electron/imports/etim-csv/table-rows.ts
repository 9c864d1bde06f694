import { createDecoder, unicodeEncodingOf, type Decode } from '../text-encoding.ts';
import { unreadableFile } from '../unreadable-file.ts';

/** A row of a table: the cells of the columns asked for, in that order. */
interface TableRow {
  /** Counted from 1, the heading included. */
  readonly line: number;
  readonly cells: readonly string[];
}

const longestLine = 100_000;

/**
 * Reads a table with semicolons between its cells and a heading that names the columns, in batches of rows.
 * @param where file and table, for messages
 * @throws AppError `import-file-unreadable` when the bytes are no text or a column is missing
 */
export async function* tableRows(
  bytes: AsyncIterable<Buffer>,
  columns: readonly string[],
  where: { readonly path: string; readonly table: string },
): AsyncGenerator<readonly TableRow[]> {
  let places: readonly number[] | undefined;
  let line = 0;
  for await (const lines of lineBatches(bytes, where)) {
    const rows: TableRow[] = [];
    for (const text of lines) {
      line += 1;
      if (places === undefined) places = placesOf(splitCells(text), columns, where);
      else if (text !== '') rows.push({ line, cells: pick(splitCells(text), places) });
    }
    yield rows;
  }
  if (places === undefined) throw unreadableFile(where.path, `${where.table} is empty`);
}

function placesOf(heading: readonly string[], columns: readonly string[], where: { path: string; table: string }) {
  const known = heading.map((cell) => cell.trim().toUpperCase());
  return columns.map((column) => {
    const place = known.indexOf(column);
    if (place < 0) throw unreadableFile(where.path, `${where.table} has no column ${column}`);
    return place;
  });
}

function pick(cells: readonly string[], places: readonly number[]): string[] {
  return places.map((place) => cells[place]?.trim() ?? '');
}

/** Quotes count only around a whole cell: the model has them inside names as they are (`19"-rack`). */
function splitCells(text: string): readonly string[] {
  if (!/(^|;)"/.test(text)) return text.split(';');
  return [...text.matchAll(/(?:^|;)(?:"((?:[^"]|"")*)"(?=;|$)|([^;]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}

async function* lineBatches(
  bytes: AsyncIterable<Buffer>,
  { path, table }: { readonly path: string; readonly table: string },
): AsyncGenerator<readonly string[]> {
  let decode: Decode | undefined;
  let rest = '';
  for await (const chunk of bytes) {
    decode ??= createDecoder(unicodeEncodingOf(chunk), (encoding, cause) =>
      unreadableFile(path, `${table} is not ${encoding}, as it seems`, cause),
    );
    const lines = (rest + decode(chunk)).split(/\r?\n/);
    rest = lines.pop() ?? '';
    if (rest.length > longestLine) throw unreadableFile(path, `${table} has a line longer than ${longestLine} letters`);
    yield lines;
  }
  rest += decode?.() ?? '';
  if (rest !== '') yield [rest];
}

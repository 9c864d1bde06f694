import { inflateRawSync } from 'node:zlib';
import { findStoredBytes, findZipEnd, findZipEntry } from '../../../electron/cad/zip-directory.ts';
import type { BoundedFile } from '../../../electron/cad/bounded-file.ts';
import { readSample } from '../cad/sample-files.ts';

/** One row of a table of the published model, by its column names. */
export type EtimRow = Readonly<Record<string, string>>;

/** Reads a table of the published ETIM model: a CSV in UTF-16 with semicolons, inside a ZIP. */
export async function readEtimTable(name: string): Promise<EtimRow[]> {
  const zip = readSample('etim/ETIM-10.0-ALL-SECTORS-CSV-METRIC-EI-2024-12-05.zip');
  const read = async (position: number, length: number) => zip.subarray(position, position + length);
  const file: BoundedFile = {
    sizeBytes: zip.length,
    read,
    readHead: (length) => read(0, length),
    readTail: (length) => read(Math.max(0, zip.length - length), length),
  };
  const end = await findZipEnd(file);
  const entry = end && (await findZipEntry(file, end, (candidate) => candidate === name));
  const start = entry && (await findStoredBytes(file, entry));
  if (!entry || start === undefined) throw new Error(`the model has no table ${name}`);
  const text = inflateRawSync(zip.subarray(start, start + entry.compressedBytes)).toString('utf16le');
  const [head = [], ...rows] = text.split(/\r?\n/).map(cellsOf);
  return rows.map((cells) => Object.fromEntries(head.map((column, index) => [column, cells[index] ?? ''])));
}

/** No cell of the model holds a line break; quotes are doubled inside quoted cells. */
function cellsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|;)(?:"((?:[^"]|"")*)"|([^;]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}

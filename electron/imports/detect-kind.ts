import { open } from 'node:fs/promises';
import { holdsEtimModel } from './etim-csv/etim-tables.ts';
import { openZipTables } from './etim-csv/zip-tables.ts';
import { unicodeEncodingOf } from './text-encoding.ts';
import { readingFailure, unreadableFile } from './unreadable-file.ts';

/** The formats of product data that can be imported. */
export type ProductFileKind = 'etim-csv' | 'xchange' | 'bmecat';

const headBytes = 4_096;

/**
 * Tells the format of a file by what it holds; its name does not count.
 * @throws AppError `import-file-unreadable` when it is none of the formats
 */
export async function detectKind(path: string): Promise<ProductFileKind> {
  const head = await readHead(path).catch((thrown: unknown) => {
    throw readingFailure(path, thrown);
  });
  if (head.toString('latin1', 0, 4) === 'PK\u0003\u0004') {
    const zip = await openZipTables(path);
    zip.close();
    if (holdsEtimModel(zip)) return 'etim-csv';
    throw unreadableFile(path, 'the ZIP holds no ETIM model: it lacks ETIMARTCLASS.csv');
  }
  const text = new TextDecoder(unicodeEncodingOf(head)).decode(head).trimStart();
  if (text.startsWith('{')) return 'xchange';
  if (text.startsWith('<')) return 'bmecat';
  throw unreadableFile(path, 'it is neither the ZIP of the ETIM model nor ETIM xChange (JSON) nor BMEcat (XML)');
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

import type { ImportRecord } from '../../shared/model/import-record.ts';
import { readBmecat } from './bmecat/read-bmecat.ts';
import type { ProductFileKind } from './detect-kind.ts';
import { readEtimCsvZip } from './etim-csv/read-etim-csv-zip.ts';
import type { ImportOptions } from './import-options.ts';
import { readXchange } from './xchange/read-xchange.ts';

const readers: Readonly<
  Record<ProductFileKind, (path: string, options: ImportOptions) => AsyncGenerator<ImportRecord>>
> = { 'etim-csv': readEtimCsvZip, xchange: readXchange, bmecat: readBmecat };

/**
 * Reads a file of product data of that format, record by record.
 * @throws AppError `import-file-unreadable`, `cancelled`
 */
export function readProductFile(
  path: string,
  kind: ProductFileKind,
  options: ImportOptions,
): AsyncGenerator<ImportRecord> {
  return readers[kind](path, options);
}

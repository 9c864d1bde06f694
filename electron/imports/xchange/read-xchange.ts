import type { ImportRecord } from '../../../shared/model/import-record.ts';
import { productOptionsOf } from '../given-gln.ts';
import type { ImportOptions } from '../import-options.ts';
import { readingFailure, unreadableFile } from '../unreadable-file.ts';
import { jsonRecords } from './json-records.ts';
import { productRecords } from './product-records.ts';

const schemaVersion = '$.SchemaVersion';
const products = '$.Supplier.*.Product.*';

/**
 * Reads the products of an ETIM xChange file, one at a time: those that break its rules are told with the JSON pointers
 * of their faults and left out. What products show of modelling classes comes along, as no other source has it.
 * @throws AppError `import-file-unreadable`, `cancelled`
 */
export async function* readXchange(path: string, options: ImportOptions): AsyncGenerator<ImportRecord> {
  let isXchange = false;
  const productOptions = productOptionsOf(options);
  try {
    for await (const record of jsonRecords(path, [schemaVersion, products], options)) {
      isXchange = true;
      if (record.pointer !== '/SchemaVersion') yield* productRecords(record, productOptions);
    }
  } catch (thrown) {
    throw readingFailure(path, thrown);
  }
  if (!isXchange) throw unreadableFile(path, 'it has neither a schema version nor products of ETIM xChange');
}

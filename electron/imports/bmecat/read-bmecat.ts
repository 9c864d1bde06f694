import type { ImportRecord } from '../../../shared/model/import-record.ts';
import { productOptionsOf } from '../given-gln.ts';
import type { ImportOptions } from '../import-options.ts';
import { readingFailure, unreadableFile } from '../unreadable-file.ts';
import { emptyHeader, readHeader } from './catalogue-header.ts';
import { productRecords } from './product-records.ts';
import { xmlRecords } from './xml-records.ts';

const recordNames: ReadonlySet<string> = new Set(['HEADER', 'PRODUCT']);

/**
 * Reads the products of a BMEcat 2005 catalogue, one at a time: what cannot be taken in is told with its place in the
 * document and left out.
 * @throws AppError `import-file-unreadable` (also for catalogues of another version and updates of prices), `cancelled`
 */
export async function* readBmecat(path: string, options: ImportOptions): AsyncGenerator<ImportRecord> {
  let header = emptyHeader;
  const productOptions = productOptionsOf(options);
  const checkRoot = (name: string, attributes: Readonly<Record<string, string>>): void => {
    if (name !== 'BMECAT') throw unreadableFile(path, `it is no BMEcat catalogue but ${name}`);
    const version = attributes['version'] ?? '';
    if (!version.startsWith('2005')) {
      throw unreadableFile(path, `it is of BMEcat version ${version || 'unknown'}; version 2005 can be imported`);
    }
  };
  try {
    for await (const record of xmlRecords(path, recordNames, checkRoot, options)) {
      if (record.element.name === 'HEADER') header = readHeader(record.element);
      else if (record.parent === 'T_UPDATE_PRICES')
        throw unreadableFile(path, 'it only updates prices, which are not imported');
      else yield* productRecords(record, header, productOptions);
    }
  } catch (thrown) {
    throw readingFailure(path, thrown);
  }
}

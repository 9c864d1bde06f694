import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { checkDigitOf } from '../../../shared/model/gs1-check-digit.ts';
import type { BenchRow } from '../bench-row.ts';
import { costPerFile } from './cost-per-file.ts';
import { timeCadsync } from './time-cadsync.ts';

/** A catalogue of so many products, imported into an empty service and then once more. */
export const productImport: BenchRow = (options) =>
  costPerFile(options, async (products) => {
    const own = join(options.folder, `import-${Date.now().toString(36)}`);
    await mkdir(own, { recursive: true });
    const catalogue = join(own, 'catalogue.xml');
    await pipeline(catalogueOf(products), createWriteStream(catalogue));
    const args = ['import', catalogue, '--data', join(own, 'service'), '--json'];
    return { 'import of new products': await timeCadsync(args), 'import of known products': await timeCadsync(args) };
  });

/** BMEcat 2005; every product has a GTIN and ten features. */
function* catalogueOf(products: number): Generator<string> {
  yield `<?xml version="1.0"?><BMECAT version="2005"><HEADER><CATALOG><LANGUAGE>eng</LANGUAGE></CATALOG><SUPPLIER>
    <SUPPLIER_NAME>Invented Pumps</SUPPLIER_NAME><SUPPLIER_ID type="gln">8712345000004</SUPPLIER_ID></SUPPLIER></HEADER>
    <T_NEW_CATALOG>`;
  for (let place = 0; place < products; place += 1) yield productAt(place);
  yield '</T_NEW_CATALOG></BMECAT>';
}

function productAt(place: number): string {
  const features = Array.from(
    { length: 10 },
    (_none, feature) =>
      `<FEATURE><FNAME>EF${String(feature + 1).padStart(6, '0')}</FNAME><FVALUE>${place + feature}</FVALUE></FEATURE>`,
  );
  return `<PRODUCT><SUPPLIER_PID>P${place}</SUPPLIER_PID><PRODUCT_DETAILS><DESCRIPTION_SHORT>Pump ${place}</DESCRIPTION_SHORT>
    <EAN>${gtinAt(place)}</EAN></PRODUCT_DETAILS><PRODUCT_FEATURES>
    <REFERENCE_FEATURE_SYSTEM_NAME>ETIM-10.0</REFERENCE_FEATURE_SYSTEM_NAME>
    <REFERENCE_FEATURE_GROUP_ID>EC000001</REFERENCE_FEATURE_GROUP_ID>${features.join('')}</PRODUCT_FEATURES></PRODUCT>`;
}

function gtinAt(place: number): string {
  const digits = `${871_234_500_000 + place}`;
  return `${digits}${checkDigitOf(digits)}`;
}

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './temporary-folder.ts';

/** A catalogue of BMEcat 2005. */
export function bmecatOf(products: string): string {
  return `<?xml version="1.0"?><BMECAT version="2005"><HEADER><CATALOG><LANGUAGE>eng</LANGUAGE></CATALOG><SUPPLIER>
    <SUPPLIER_NAME>Invented Pumps</SUPPLIER_NAME><SUPPLIER_ID type="gln">8712345000004</SUPPLIER_ID></SUPPLIER></HEADER>
    <T_NEW_CATALOG>${products}</T_NEW_CATALOG></BMECAT>`;
}

/** A catalogue of so many products `P0`, `P1` …, whose names begin with that word. */
export function catalogueOf(count: number, name: string): string {
  const productAt = (number: number) =>
    `<PRODUCT><SUPPLIER_PID>P${number}</SUPPLIER_PID><PRODUCT_DETAILS><DESCRIPTION_SHORT>${name} ${number}</DESCRIPTION_SHORT>
     </PRODUCT_DETAILS></PRODUCT>`;
  return bmecatOf(Array.from({ length: count }, (_none, number) => productAt(number)).join(''));
}

/** A copper pipe of the published model (EC011533). */
export function pipeWith(
  features: readonly (readonly [code: string, values: readonly string[], unit?: string])[],
): string {
  const texts = features.map(([code, values, unit]) => {
    const said = values.map((value) => `<FVALUE>${value}</FVALUE>`).join('');
    return `<FEATURE><FNAME>${code}</FNAME>${said}${unit === undefined ? '' : `<FUNIT>${unit}</FUNIT>`}</FEATURE>`;
  });
  return `<PRODUCT><SUPPLIER_PID>P1</SUPPLIER_PID><PRODUCT_DETAILS><DESCRIPTION_SHORT>Pipe</DESCRIPTION_SHORT></PRODUCT_DETAILS>
    <PRODUCT_FEATURES><REFERENCE_FEATURE_SYSTEM_NAME>ETIM-10.0</REFERENCE_FEATURE_SYSTEM_NAME>
    <REFERENCE_FEATURE_GROUP_ID>EC011533</REFERENCE_FEATURE_GROUP_ID>${texts.join('')}</PRODUCT_FEATURES></PRODUCT>`;
}

/** Path of a file of its own with that text. */
export function bmecatFile(text: string): string {
  const file = join(temporaryFolder(), 'catalogue.xml');
  writeFileSync(file, text);
  return file;
}

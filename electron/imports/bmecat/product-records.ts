import { parseEtimCode } from '../../../shared/model/etim-code.ts';
import { parseGtin } from '../../../shared/model/gtin.ts';
import type { ImportRecord, RecordFault, WrittenValue } from '../../../shared/model/import-record.ts';
import type { Localized } from '../../../shared/model/product-data.ts';
import type { ImportOptions } from '../import-options.ts';
import { glnAmong, languageOf, type CatalogueHeader } from './catalogue-header.ts';
import { featureValueOf } from './feature-value.ts';
import { childOf, childrenOf, textOf, type XmlElement } from './xml-element.ts';
import type { XmlRecord } from './xml-records.ts';

type Options = Pick<ImportOptions, 'languageCode' | 'manufacturerGln'>;

/** What a `PRODUCT` of BMEcat brings: the product with its ETIM features, or the faults that keep it out. */
export function* productRecords(
  { pointer, element }: XmlRecord,
  header: CatalogueHeader,
  options: Options,
): Generator<ImportRecord> {
  const details = childOf(element, 'PRODUCT_DETAILS');
  const productCode = textOf(details, 'MANUFACTURER_PID') ?? textOf(element, 'SUPPLIER_PID');
  const manufacturerName = textOf(details, 'MANUFACTURER_NAME') ?? header.supplierName;
  const skipped: RecordFault[] = [];
  if (element.attributes['mode'] === 'delete') {
    skipped.push({ pointer, detail: 'the product is to be deleted, which an import does not do' });
  }
  if (productCode === undefined) {
    skipped.push({ pointer, detail: 'the product has neither MANUFACTURER_PID nor SUPPLIER_PID' });
  }
  if (manufacturerName === undefined) {
    skipped.push({ pointer: `${pointer}/PRODUCT_DETAILS`, detail: 'the manufacturer is not named' });
  }
  if (skipped.length > 0 || productCode === undefined || manufacturerName === undefined) {
    yield { kind: 'faults', faults: skipped, skipped: true };
    return;
  }
  const faults: RecordFault[] = [];
  const manufacturerGln =
    glnAmong(childrenOf(details, 'MANUFACTURER_IDREF')) ?? options.manufacturerGln ?? header.supplierGln;
  yield {
    kind: 'product',
    product: {
      ...(manufacturerGln === undefined ? {} : { manufacturerGln }),
      manufacturerName,
      productCode,
      gtins: gtinsOf(details, `${pointer}/PRODUCT_DETAILS`, faults),
      names: namesOf(details, header.languageCode ?? options.languageCode),
      ...classificationOf(element, pointer, faults),
    },
  };
  if (faults.length > 0) yield { kind: 'faults', faults, skipped: false };
}

/** `INTERNATIONAL_PID` since 2005, `EAN` before; both are in use. */
function gtinsOf(details: XmlElement | undefined, at: string, faults: RecordFault[]): string[] {
  const numbered = childrenOf(details, 'INTERNATIONAL_PID').filter(({ attributes }) =>
    /^(gtin|ean)?$/i.test(attributes['type'] ?? ''),
  );
  const texts = [...numbered, ...childrenOf(details, 'EAN')].map(({ text }) => text).filter((text) => text !== '');
  const gtins = texts.flatMap((text) => {
    const gtin = parseGtin(text);
    if (gtin.ok) return [gtin.value];
    faults.push({ pointer: at, detail: gtin.fault.detail });
    return [];
  });
  return [...new Set(gtins)];
}

function namesOf(details: XmlElement | undefined, defaultLanguage: string): Localized {
  const names = childrenOf(details, 'DESCRIPTION_SHORT').filter(({ text }) => text !== '');
  return Object.fromEntries(
    names.map(({ attributes, text }) => [
      languageOf(attributes['lang'] ?? attributes['xml:lang']) ?? defaultLanguage,
      text.replace(/\s+/g, ' '),
    ]),
  );
}

/** The ETIM class and features; products may be classified otherwise (ECLASS), which the service has no use for. */
function classificationOf(
  product: XmlElement,
  pointer: string,
  faults: RecordFault[],
): { readonly etimClassCode?: string; readonly values: readonly WrittenValue[] } {
  const etim = childrenOf(product, 'PRODUCT_FEATURES').find((features) =>
    /^ETIM\b/i.test(textOf(features, 'REFERENCE_FEATURE_SYSTEM_NAME') ?? ''),
  );
  if (!etim) return { values: [] };
  const at = `${pointer}/PRODUCT_FEATURES`;
  const etimClass = parseEtimCode('class', textOf(etim, 'REFERENCE_FEATURE_GROUP_ID') ?? '');
  if (!etimClass.ok) {
    faults.push({ pointer: at, detail: etimClass.fault.detail });
    return { values: [] };
  }
  const values = childrenOf(etim, 'FEATURE').flatMap((feature, index) => {
    const place = `${at}/FEATURE[${index + 1}]`;
    const value = featureValueOf(feature, place);
    if (typeof value !== 'string') return [value];
    faults.push({ pointer: place, detail: value });
    return [];
  });
  return { etimClassCode: etimClass.value, values };
}

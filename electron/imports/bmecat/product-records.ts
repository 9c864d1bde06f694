import { parseEtimCode } from '../../../shared/model/etim-code.ts';
import { parseGtin } from '../../../shared/model/gtin.ts';
import type { ImportRecord, RecordFault, WrittenValue } from '../../../shared/model/import-record.ts';
import type { Localized } from '../../../shared/model/product-data.ts';
import type { ProductOptions } from '../given-gln.ts';
import { parseLanguage, type CatalogueHeader } from './catalogue-header.ts';
import { featureValueOf } from './feature-value.ts';
import { manufacturerOf, type Manufacturer } from './manufacturer.ts';
import { childOf, childrenOf, textOf, type XmlElement } from './xml-element.ts';
import type { XmlRecord } from './xml-records.ts';

/** What a `PRODUCT` of BMEcat brings: the product with its ETIM features, or the fault that keeps it out. */
export function* productRecords(
  { pointer, element }: XmlRecord,
  header: CatalogueHeader,
  { languageCode, givenGln }: ProductOptions,
): Generator<ImportRecord> {
  const identified = identify(element, pointer, header);
  if ('detail' in identified) {
    yield { kind: 'faults', faults: [identified], skipped: true };
    return;
  }
  const { details, productCode, manufacturer } = identified;
  const named = { manufacturerName: manufacturer.name, productCode };
  const conflict = manufacturer.gln === undefined ? givenGln.note(named) : undefined;
  if (conflict !== undefined) {
    yield { kind: 'faults', faults: [{ pointer, detail: conflict }], skipped: true };
    return;
  }
  const faults: RecordFault[] = [];
  const at = `${pointer}/PRODUCT_DETAILS`;
  const manufacturerGln =
    manufacturer.gln ?? givenGln.gln ?? (manufacturer.isSupplier ? header.supplier.gln : undefined);
  yield {
    kind: 'product',
    product: {
      ...(manufacturerGln === undefined ? {} : { manufacturerGln }),
      ...named,
      gtins: gtinsOf(details, at, faults),
      names: namesOf(details, header.languageCode ?? languageCode, at, faults),
      ...classificationOf(element, pointer, faults),
    },
  };
  if (faults.length > 0) yield { kind: 'faults', faults, skipped: false };
}

interface Identified {
  readonly details: XmlElement;
  readonly productCode: string;
  readonly manufacturer: Manufacturer;
}

/** Which product it is, or why that cannot be told. */
function identify(product: XmlElement, pointer: string, header: CatalogueHeader): Identified | RecordFault {
  if (product.attributes['mode'] === 'delete') {
    return { pointer, detail: 'the product is to be deleted, which an import does not do' };
  }
  const details = childOf(product, 'PRODUCT_DETAILS');
  // An update of prices has none; with a number alone it would become a product of its own.
  if (!details) return { pointer, detail: 'the product has no PRODUCT_DETAILS' };
  const manufacturer = manufacturerOf(details, header);
  if (!manufacturer) return { pointer: `${pointer}/PRODUCT_DETAILS`, detail: 'the manufacturer is not named' };
  const ownCode = textOf(details, 'MANUFACTURER_PID');
  const supplierCode = textOf(product, 'SUPPLIER_PID');
  const productCode = ownCode ?? (manufacturer.isSupplier === false ? undefined : supplierCode);
  if (productCode !== undefined) return { details, productCode, manufacturer };
  const detail =
    supplierCode === undefined
      ? 'the product has neither MANUFACTURER_PID nor SUPPLIER_PID'
      : `the product has no MANUFACTURER_PID, and SUPPLIER_PID is no number of ${manufacturer.name}`;
  return { pointer, detail };
}

/** `INTERNATIONAL_PID` since 2005, `EAN` before; both are in use. */
function gtinsOf(details: XmlElement, at: string, faults: RecordFault[]): string[] {
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

/** A name that says its language goes before one that is only in the language of the catalogue. */
function namesOf(details: XmlElement, defaultLanguage: string, at: string, faults: RecordFault[]): Localized {
  const [said, unsaid]: [Record<string, string>, Record<string, string>] = [{}, {}];
  for (const [index, { attributes, text }] of childrenOf(details, 'DESCRIPTION_SHORT').entries()) {
    if (text === '') continue;
    const language = parseLanguage(attributes['lang'] ?? attributes['xml:lang']);
    const name = text.replace(/\s+/g, ' ');
    if (!language.ok) faults.push({ pointer: `${at}/DESCRIPTION_SHORT[${index + 1}]`, detail: language.fault.detail });
    else if (language.value === undefined) unsaid[defaultLanguage] = name;
    else said[language.value] = name;
  }
  return { ...unsaid, ...said };
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

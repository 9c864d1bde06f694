import type { ImportedProduct, RecordFault } from '../../../shared/model/import-record.ts';
import type { EtimClassDefinition, FeatureDefinition, FeatureValue } from '../../../shared/model/product-data.ts';
import { originOf, type SaidProduct } from './merge-product.ts';
import { readWrittenValue } from './read-written-value.ts';

/**
 * A product whose values are as its class has them. Those that are not certain are left out and told as faults. Numbers
 * keep the unit of the class as it is now: the class, or a newer version of it, may come with another one.
 * @param etimClass the class of the product, in its version or else the newest one
 */
export function readValues(
  product: ImportedProduct,
  etimClass: EtimClassDefinition | undefined,
): { readonly product: SaidProduct; readonly faults: readonly RecordFault[] } {
  const faults: RecordFault[] = [];
  const isItsVersion = (product.etimClassVersion ?? etimClass?.version) === etimClass?.version;
  const values = product.values.flatMap((value): FeatureValue[] => {
    const feature = etimClass?.features.find(({ featureCode }) => featureCode === value.featureCode);
    // In another version of the class a number that comes without a unit may be in another one.
    if (value.kind !== 'written') return [isItsVersion ? withUnit(value, feature) : value];
    const read = readWrittenValue(value, feature);
    if (typeof read !== 'string') return [isItsVersion || value.unit !== undefined ? withUnit(read, feature) : read];
    const said = [value.texts.join(' … '), value.unit].filter((text) => text !== undefined && text !== '').join(' ');
    const detail = `${value.featureCode} of product ${product.productCode}, ${JSON.stringify(said)}: ${read}`;
    faults.push({ pointer: value.pointer, detail });
    return [];
  });
  return { product: { ...product, values }, faults };
}

/** A number with the unit that its feature has in the class; other values as they are. */
function withUnit(value: FeatureValue, feature: FeatureDefinition | undefined): FeatureValue {
  if ((value.kind !== 'numeric' && value.kind !== 'range') || originOf(value) !== 'etim') return value;
  const unit = feature?.unitAbbreviation ?? feature?.unitCode;
  return unit === undefined ? value : { ...value, unit };
}

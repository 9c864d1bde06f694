import type { ImportedProduct, RecordFault } from '../../../shared/model/import-record.ts';
import type { EtimClassDefinition, FeatureValue } from '../../../shared/model/product-data.ts';
import type { SaidProduct } from './merge-product.ts';
import { readWrittenValue } from './read-written-value.ts';

/**
 * A product whose values are as its class has them. Those that are not certain are left out and told as faults. Where a
 * unit was read by the class, the product stays with that version of it: another one may have another unit.
 * @param etimClass the class of the product, in its version or else the newest one
 */
export function readValues(
  product: ImportedProduct,
  etimClass: EtimClassDefinition | undefined,
): { readonly product: SaidProduct; readonly faults: readonly RecordFault[] } {
  const faults: RecordFault[] = [];
  let version = product.etimClassVersion;
  const values = product.values.flatMap((value): FeatureValue[] => {
    if (value.kind !== 'written') return [value];
    const feature = etimClass?.features.find(({ featureCode }) => featureCode === value.featureCode);
    const read = readWrittenValue(value, feature);
    if (typeof read !== 'string') {
      if (value.unit !== undefined && feature) version = etimClass?.version;
      return [read];
    }
    const said = [value.texts.join(' … '), value.unit].filter((text) => text !== undefined && text !== '').join(' ');
    const detail = `${value.featureCode} of product ${product.productCode}, ${JSON.stringify(said)}: ${read}`;
    faults.push({ pointer: value.pointer, detail });
    return [];
  });
  return { product: { ...product, values, ...(version === undefined ? {} : { etimClassVersion: version }) }, faults };
}

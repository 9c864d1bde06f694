import type { FeatureDefinition, FeatureValue, ProductData } from '../../../shared/model/product-data.ts';

/** A product as a catalogue tells of it, its values read by its class. */
export type SaidProduct = Omit<ProductData, 'productId'>;

/** Whether two records of the same product code are about the same product: by GLN, or by name where one has no GLN. */
export function isSameManufacturer(one: SaidProduct, other: SaidProduct): boolean {
  if (one.manufacturerGln !== undefined && other.manufacturerGln !== undefined) {
    return one.manufacturerGln === other.manufacturerGln;
  }
  return nameKey(one) === nameKey(other);
}

function nameKey({ manufacturerName }: SaidProduct): string {
  return manufacturerName.trim().toLowerCase();
}

/**
 * A known product as a catalogue now tells of it. What the catalogue does not speak of stays: names in other languages,
 * the GLN, GTINs, and the ETIM or modelling classification with its values.
 */
export function mergeProduct(known: ProductData, said: SaidProduct): ProductData {
  const manufacturerGln = said.manufacturerGln ?? known.manufacturerGln;
  const etim = said.etimClassCode === undefined ? known : said;
  const modelling = said.modellingClassCode === undefined ? known : said;
  return {
    productId: known.productId,
    ...(manufacturerGln === undefined ? {} : { manufacturerGln }),
    manufacturerName: said.manufacturerName,
    productCode: said.productCode,
    gtins: said.gtins.length === 0 ? known.gtins : said.gtins,
    names: { ...known.names, ...said.names },
    ...(etim.etimClassCode === undefined ? {} : { etimClassCode: etim.etimClassCode }),
    ...(etim.etimClassVersion === undefined ? {} : { etimClassVersion: etim.etimClassVersion }),
    ...(modelling.modellingClassCode === undefined ? {} : { modellingClassCode: modelling.modellingClassCode }),
    ...(modelling.modellingClassVersion === undefined
      ? {}
      : { modellingClassVersion: modelling.modellingClassVersion }),
    values: [...valuesOf(etim, 'etim'), ...valuesOf(modelling, 'modelling')],
  };
}

function valuesOf({ values }: SaidProduct, origin: FeatureDefinition['origin']): FeatureValue[] {
  return values.filter((value) => originOf(value) === origin);
}

/** Which class a value belongs to: as it says, else ports other than 0 are of modelling classes. */
export function originOf({ origin, portCode }: Pick<FeatureValue, 'origin' | 'portCode'>): FeatureDefinition['origin'] {
  return origin ?? (portCode > 0 ? 'modelling' : 'etim');
}

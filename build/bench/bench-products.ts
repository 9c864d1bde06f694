import type { EtimClassDefinition, ModellingClassDefinition, ProductData } from '../../shared/model/product-data.ts';

/** Features of the benchmark's class, each with a value in every product: what an ETIM class usually has. */
const featureCount = 20;
const featureCodes = Array.from({ length: featureCount }, (_, index) => `EF${String(index + 1).padStart(6, '0')}`);

export const benchEtimClass: EtimClassDefinition = {
  code: 'EC000001',
  version: '1',
  complete: true,
  descriptions: { en: 'Benchmark pump', nl: 'Meetpomp' },
  synonyms: {},
  features: featureCodes.map((featureCode) => ({
    featureCode,
    descriptions: { en: `Feature ${featureCode}`, nl: `Kenmerk ${featureCode}` },
    type: 'N' as const,
    portCode: 0,
    origin: 'etim' as const,
    unitCode: 'EU570448',
    unitAbbreviation: 'mm',
  })),
};

export const benchModellingClass: ModellingClassDefinition = {
  code: 'MC000001',
  version: '1',
  complete: true,
  descriptions: { en: 'Pump with two connections' },
  features: [],
};

/** The GTIN of a product by its place, in the 14 digits it is stored in. */
export function gtinAt(index: number): string {
  return String(10_000_000_000_000 + index);
}

export function productAt(index: number): ProductData {
  return {
    productId: index + 1,
    manufacturerGln: '8712345000004',
    manufacturerName: 'Invented Pumps',
    productCode: `P-${index}`,
    gtins: [gtinAt(index)],
    names: { en: `Pump ${index}`, nl: `Pomp ${index}` },
    etimClassCode: benchEtimClass.code,
    etimClassVersion: '1',
    modellingClassCode: benchModellingClass.code,
    modellingClassVersion: '1',
    values: featureCodes.map((featureCode, place) => ({
      featureCode,
      portCode: 0,
      kind: 'numeric',
      numeric: index + place,
    })),
  };
}

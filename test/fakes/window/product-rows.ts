import type { ProductAnswer, ProductHit, ProductQuery } from '../../../shared/rpc/product-records.ts';

type Product = NonNullable<ProductAnswer['product']>;
type Property = NonNullable<Product['properties']>[number];

const units: Readonly<Record<string, string>> = { mm: 'EU570448', W: 'EU570054', bar: 'EU571097', kg: 'EU570015' };

function feature(
  code: string,
  description: string,
  type: 'N' | 'L' | 'R' | 'C' | 'A',
  value: Property['value'],
  more: Partial<Property> & { unit?: string } = {},
): Property {
  const { unit, ...rest } = more;
  return {
    code,
    description,
    type,
    isEtimFeature: true,
    isModellingFeature: false,
    portCode: 0,
    selected: true,
    ...(value ? { value } : {}),
    ...(unit ? { unitCode: units[unit] ?? '', unitAbbreviation: unit } : {}),
    ...rest,
  };
}
const ofModel = { isEtimFeature: false, isModellingFeature: true } as const;

const english: Product = {
  id: 'demo-4711',
  productId: 4711,
  name: 'Panel radiator type 22, 600 × 1000, with side connections and top grille',
  manufacturerName: 'Example Heating',
  manufacturerGln: '8712423000001',
  productCode: 'PR22-600-1000',
  gtins: ['8712423012349', '08712423012349'],
  etimClassCode: 'EC011524',
  etimClassCodeVersion: '3',
  etimClassDescription: 'Radiator, panel',
  modellingClassCode: 'MC000123',
  modellingClassCodeVersion: '2',
  modellingClassDescription: 'Panel radiator, horizontal',
  bimReady: true,
  properties: [
    feature('EF000008', 'Width', 'N', { numericValue: 1000 }, { unit: 'mm' }),
    feature('EF000040', 'Height', 'N', { numericValue: 600 }, { unit: 'mm' }),
    feature('EF000049', 'Depth', 'N', { numericValue: 102.5 }, { unit: 'mm', userDefinedValue: { numericValue: 105 } }),
    feature('EF009351', 'Heat output at 75/65/20 °C', 'N', { numericValue: 1798 }, { unit: 'W' }),
    feature('EF002169', 'Material', 'A', { code: 'EV000151', description: 'Steel, cold rolled' }),
    feature('EF001596', 'Surface treatment of the front and of the convector plates behind it', 'A', {
      code: 'EV009999',
      description: 'Powder coated',
    }),
    feature('EF004293', 'With top grille', 'L', { logicalValue: true }),
    feature('EF007220', 'With thermostat insert', 'L', { logicalValue: false }),
    feature('EF011290', 'Operating pressure', 'R', { rangeValue: { min: 0, max: 10 } }, { unit: 'bar' }),
    feature('EF000116', 'RAL-number', 'N', { numericValue: 9016 }),
    feature('EF000167', 'Weight', 'N', undefined, { unit: 'kg' }),
    feature(
      'EFMC0001',
      'Height of the mounting bracket',
      'N',
      { numericValue: 482 },
      { ...ofModel, unit: 'mm', drawingCode: 'H2' },
    ),
    feature(
      'EFMC0002',
      'Distance to the wall',
      'N',
      { numericValue: 35 },
      { ...ofModel, unit: 'mm', drawingCode: 'D1' },
    ),
    ...[1, 2].flatMap((port) => [
      feature(
        'EFI00001',
        'Type of connection',
        'A',
        { code: 'EV006301', description: 'Internal thread' },
        { ...ofModel, portCode: port },
      ),
      feature(
        'EFI00002',
        'Position',
        'C',
        { coordinateValue: { x: port === 1 ? 0 : 1000, y: 52.5, z: 54 } },
        { ...ofModel, unit: 'mm', portCode: port },
      ),
      feature(
        'EFI00003',
        'Nominal diameter',
        'A',
        { code: 'EV000110', description: '1/2 inch (15)' },
        { ...ofModel, portCode: port },
      ),
    ]),
  ],
};

const dutchWords: Readonly<Record<string, string>> = {
  Width: 'Breedte',
  Height: 'Hoogte',
  Depth: 'Diepte',
  Material: 'Materiaal',
  Weight: 'Gewicht',
};

/** What the example service answers: known is a panel radiator, and GTINs of its maker whose ninth digit is not 7. */
export function exampleAnswer(query: ProductQuery, languageCode: string | undefined): ProductAnswer {
  if (query.by === 'gtin' && query.gtin.endsWith('6')) return { query, error: { code: 'service-unreachable' } };
  if (!isKnown(query)) return { query, error: { code: 'not-found', detail: 'No product has this number.' } };
  const product = languageCode === 'nl' ? inDutch(english) : english;
  return { query, product: { ...product, ...askedFor(query) } };
}

function isKnown(query: ProductQuery): boolean {
  switch (query.by) {
    case 'gtin':
      return query.gtin.startsWith('871242301');
    case 'code':
      return query.gln === '8712423000001';
    case 'id':
      return exampleHits.some(({ productId }) => productId === query.productId);
  }
}

/** What the question already says of the product. */
function askedFor(query: ProductQuery): Partial<Product> {
  switch (query.by) {
    case 'gtin':
      return { gtins: [query.gtin], productId: query.gtin.endsWith('9') ? 4711 : 4712 };
    case 'code':
      return { productCode: query.productCode };
    case 'id': {
      const { name, productCode } = exampleHits.find(({ productId }) => productId === query.productId) ?? {};
      return { name, productCode };
    }
  }
}

/** What the example service can be searched for: the same radiator in three heights. */
const exampleHits: readonly ProductHit[] = [300, 600, 900].map((height, place) => ({
  productId: 4711 + place,
  name: `Panel radiator type 22, ${height} × 1000`,
  manufacturerName: 'Example Heating',
  manufacturerGln: '8712423000001',
  productCode: `PR22-${height}-1000`,
  etimClassCode: 'EC011524',
  etimClassDescription: 'Radiator, panel',
}));

/** Those of the example products that have all words of the text in their name or code. */
export function exampleSearch(text: string, limit: number): ProductHit[] {
  const words = text.toLowerCase().split(/\s+/);
  return exampleHits
    .filter(({ name, productCode }) => words.every((word) => `${name} ${productCode}`.toLowerCase().includes(word)))
    .slice(0, limit);
}

function inDutch(product: Product): Product {
  return {
    ...product,
    name: 'Paneelradiator type 22, 600 × 1000, met zijaansluitingen en bovenrooster',
    properties: (product.properties ?? []).map((property) => ({
      ...property,
      description: dutchWords[property.description ?? ''] ?? property.description,
    })),
  };
}

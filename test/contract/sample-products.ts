import type { ClassPairStructure, ProductData } from '../../shared/model/product-data.ts';

/** An invented pump class with a feature of every type, in two languages. */
export const pumpStructure: ClassPairStructure = {
  etimClass: { code: 'EC011524', version: '3', descriptions: { en: 'Circulation pump', nl: 'Circulatiepomp' } },
  modellingClass: { code: 'MC000123', version: '2', descriptions: { en: 'Pump with two connections' } },
  features: [
    {
      featureCode: 'EF000008',
      descriptions: { en: 'Width', nl: 'Breedte' },
      type: 'N',
      portCode: 0,
      origin: 'etim',
      unitCode: 'EU570448',
      unitAbbreviation: 'mm',
    },
    { featureCode: 'EF000010', descriptions: { en: 'With display' }, type: 'L', portCode: 0, origin: 'etim' },
    { featureCode: 'EF000012', descriptions: { en: 'Temperature' }, type: 'R', portCode: 0, origin: 'etim' },
    {
      featureCode: 'EF000014',
      descriptions: { en: 'Material', nl: 'Materiaal' },
      type: 'A',
      portCode: 0,
      origin: 'etim',
      choices: [{ valueCode: 'EV000150', descriptions: { en: 'Brass', nl: 'Messing' } }],
    },
    {
      featureCode: 'EF020092',
      descriptions: { en: 'Centre' },
      type: 'C',
      portCode: 1,
      origin: 'modelling',
      drawingCode: 'D1',
    },
  ],
};

export const pump = {
  productId: 4711,
  manufacturerGln: '8712345000004',
  manufacturerName: 'Invented Pumps',
  productCode: 'P/25 60',
  gtins: ['8712345678906'],
  names: { en: 'Pump 25-60', nl: 'Pomp 25-60' },
  etimClassCode: 'EC011524',
  etimClassVersion: '3',
  modellingClassCode: 'MC000123',
  modellingClassVersion: '2',
  values: [
    { featureCode: 'EF000008', portCode: 0, kind: 'numeric', numeric: 180.5 },
    { featureCode: 'EF000010', portCode: 0, kind: 'logical', logical: false },
    { featureCode: 'EF000012', portCode: 0, kind: 'range', min: -10, max: 110 },
    { featureCode: 'EF000014', portCode: 0, kind: 'choice', valueCode: 'EV000150' },
    { featureCode: 'EF020092', portCode: 1, kind: 'coordinate', x: 1, y: 2, z: 3 },
  ],
} satisfies ProductData;

export const otherPump: ProductData = {
  ...pump,
  productId: 4712,
  productCode: 'P40',
  gtins: [],
  names: { en: 'Pump 40' },
  values: [],
};

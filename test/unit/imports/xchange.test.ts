import { describe, expect, it } from 'vitest';
import { readXchange } from '../../../electron/imports/xchange/read-xchange.ts';
import { fileWith, hasEtimSamples, ofKind, optionsOf, publishedFiles, recordsOf } from './product-files.ts';

const refusal = (detail: RegExp) =>
  expect.objectContaining({ code: 'import-file-unreadable', detail: expect.stringMatching(detail) as string }) as Error;

const readText = (text: string | Buffer, more: Parameters<typeof optionsOf>[0] = {}) =>
  recordsOf(readXchange(fileWith(text), optionsOf(more)));

const pump = {
  ProductIdentification: { ManufacturerName: 'Pumps', ManufacturerProductNumber: 'P1' },
  ProductDetails: { ProductDescriptions: [{ MinimalProductDescription: 'Pump' }] },
};

const catalogueOf = (...products: readonly unknown[]) =>
  JSON.stringify({ SchemaVersion: '2.0', Supplier: [{ SupplierName: 'S', Product: products }] });

const classified = (...classifications: readonly object[]) => ({ ...pump, EtimClassification: classifications });

describe.skipIf(!hasEtimSamples)('the published sample', () => {
  it('is a copper pipe with two ports, in two languages', async () => {
    const records = await recordsOf(readXchange(publishedFiles.xchange, optionsOf()));
    const product = ofKind(records, 'product')[0]?.product;
    expect(product).toMatchObject({
      manufacturerGln: '8718699000112',
      productCode: '04011969',
      gtins: ['04047621001104'],
      names: { 'en-gb': 'Example product', 'nl-nl': 'Voorbeeldproduct' },
      etimClassCode: 'EC011533',
      etimClassVersion: '10',
      modellingClassCode: 'MC000023',
      modellingClassVersion: '5',
    });
    expect(new Set(product?.values.map(({ portCode }) => portCode))).toEqual(new Set([0, 1, 2]));
    expect(product?.values).toContainEqual({
      featureCode: 'EF023182',
      portCode: 0,
      origin: 'etim',
      kind: 'range',
      min: 10,
      max: 60,
    });
    expect(product?.values).toContainEqual({
      featureCode: 'EF020904',
      portCode: 0,
      origin: 'etim',
      kind: 'none',
      reason: 'NA',
    });
    const definition = ofKind(records, 'modellingClass')[0]?.definition;
    expect(definition).toMatchObject({ code: 'MC000023', version: '5', complete: false });
    expect(definition?.features).toContainEqual({
      featureCode: 'EF000015',
      descriptions: {},
      type: 'N',
      portCode: 2,
      origin: 'modelling',
    });
    expect(ofKind(records, 'faults')).toEqual([]);
  });
});

describe('a product', () => {
  it('takes names without a language, and a GLN that is missing, from what the caller says', async () => {
    const options = { languageCode: 'nl', manufacturerGln: '8712345000004' };
    expect(await readText(catalogueOf(pump), options)).toEqual([
      {
        kind: 'product',
        product: {
          manufacturerGln: '8712345000004',
          manufacturerName: 'Pumps',
          productCode: 'P1',
          gtins: [],
          names: { nl: 'Pump' },
          values: [],
        },
      },
    ]);
  });

  it('is left out where the GLN that the caller gives would make it one with a product of another maker', async () => {
    const other = { ...pump, ProductIdentification: { ...pump.ProductIdentification, ManufacturerName: 'Valves' } };
    const records = await readText(catalogueOf(pump, other), { manufacturerGln: '8712345000004' });
    expect(ofKind(records, 'product').map(({ product }) => product.manufacturerName)).toEqual(['Pumps']);
    expect(ofKind(records, 'faults')).toMatchObject([
      {
        skipped: true,
        faults: [{ pointer: '/Supplier/0/Product/1', detail: expect.stringContaining('Valves') as string }],
      },
    ]);
  });

  it('is of the class of its newest release', async () => {
    const of = (EtimReleaseVersion: string, EtimClassCode: string) => ({ EtimReleaseVersion, EtimClassCode });
    const records = await readText(
      catalogueOf(
        classified(of('9.0', 'EC000009'), of('10.0', 'EC000010')),
        classified(of('DYNAMIC', 'EC000099'), of('10.0', 'EC000010')),
      ),
    );
    expect(ofKind(records, 'product').map(({ product }) => product.etimClassCode)).toEqual(['EC000010', 'EC000099']);
  });

  it('keeps coordinates and matrices of its ports, and tells of a feature that says nothing', async () => {
    const at = (code: string, value: object) => ({ EtimFeatureCode: code, ...value });
    const matrix = [{ EtimValueMatrixSource: '1', EtimValueMatrixResult: '-2.5' }];
    const records = await readText(
      catalogueOf(
        classified({
          EtimReleaseVersion: '10.0',
          EtimClassCode: 'EC000010',
          EtimModellingClassCode: 'MC000001',
          EtimModellingPorts: [
            {
              EtimModellingPortcode: 0,
              EtimModellingFeatures: [
                at('EF000001', { EtimValueCoordinateX: '1', EtimValueCoordinateY: '2', EtimValueCoordinateZ: '3' }),
                at('EF000002', { EtimValueMatrix: matrix }),
                at('EF000003', { EtimValueRangeLower: '1' }),
                at('EF000004', { EtimValueRangeLower: '9', EtimValueRangeUpper: '1' }),
              ],
            },
          ],
        }),
      ),
    );
    expect(ofKind(records, 'product')[0]?.product.values).toMatchObject([
      { kind: 'coordinate', x: 1, y: 2, z: 3, origin: 'modelling', portCode: 0 },
      { kind: 'matrix', points: [{ source: 1, result: -2.5 }] },
    ]);
    expect(ofKind(records, 'faults')).toMatchObject([
      {
        skipped: false,
        faults: [
          {
            pointer: '/Supplier/0/Product/0/EtimClassification/0/EtimModellingPorts/0/EtimModellingFeatures/2',
            detail: 'the feature has neither a value nor a reason for having none',
          },
          {
            pointer: '/Supplier/0/Product/0/EtimClassification/0/EtimModellingPorts/0/EtimModellingFeatures/3',
            detail: 'the range of EF000004 ends below its beginning',
          },
        ],
      },
    ]);
  });

  it('that breaks the rules is left out with the pointers of all its faults, and the others come', async () => {
    const wrong = {
      ProductIdentification: { ManufacturerName: '', ManufacturerProductNumber: 'P2', ProductGtin: ['12', '40123452'] },
      EtimClassification: [{ EtimReleaseVersion: '10', EtimClassCode: 'EC000010' }],
    };
    const records = await readText(catalogueOf(pump, wrong, 'no product', { ...pump, UnknownPart: [1] }));
    expect(ofKind(records, 'product')).toHaveLength(2);
    expect(
      ofKind(records, 'faults').map(({ skipped, faults }) => [skipped, faults.map(({ pointer }) => pointer)]),
    ).toEqual([
      [
        true,
        [
          '/Supplier/0/Product/1/ProductIdentification/ManufacturerName',
          '/Supplier/0/Product/1/ProductIdentification/ProductGtin/0',
          '/Supplier/0/Product/1/EtimClassification/0/EtimReleaseVersion',
        ],
      ],
      [true, ['/Supplier/0/Product/2']],
    ]);
  });
});

describe('a file', () => {
  it('may be UTF-16 and longer than memory likes: only one product is in memory at a time', async () => {
    const count = 3_000;
    const products = Array.from({ length: count }, (_none, index) => ({
      ...pump,
      ProductIdentification: { ManufacturerName: 'Pumps', ManufacturerProductNumber: `P${index}` },
    }));
    const seen: number[] = [];
    const records = await readText(Buffer.from(`\uFEFF${catalogueOf(...products)}`, 'utf16le'), {
      onProgress: (fraction) => seen.push(fraction),
    });
    expect(records).toHaveLength(count);
    expect(seen.length).toBeGreaterThan(3);
    expect(seen.at(-1)).toBe(1);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  it.each([
    ['ends too early', catalogueOf(pump).slice(0, -3), /ends too early/],
    ['is no JSON', '{"SchemaVersion": nothing}', /./],
    ['is nested beyond reason', `{"SchemaVersion":"2.0","Deep":${'['.repeat(100)}`, /nested deeper than 64/],
    ['is something else', '{"name": "package"}', /neither a schema version nor products/],
    ['is not in its encoding', Buffer.from('{"SchemaVersion":"\xff\xfe"}', 'latin1'), /not utf-8/],
    ['has a record without end', `{"SchemaVersion":"2.0","Long":"${'x'.repeat(17 * 1024 ** 2)}"}`, /longer than/],
  ])('that %s is refused', async (_name, content, detail) => {
    await expect(readText(content)).rejects.toThrow(refusal(detail));
  });

  it('that is cancelled says so', async () => {
    const controller = new AbortController();
    controller.abort();
    const reading = readText(catalogueOf(pump), { signal: controller.signal });
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' });
  });
});

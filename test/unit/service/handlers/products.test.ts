import { beforeEach, describe, expect, it } from 'vitest';
import type { HandlerPorts } from '../../../../electron/service/handlers/handler.ts';
import { createProductHandlers } from '../../../../electron/service/handlers/product-handlers.ts';
import { classRecordsOf } from '../../../../electron/service/products/class-records-of.ts';
import { createProductImport } from '../../../../electron/service/products/product-import.ts';
import { readImport } from '../../../../electron/service/products/read-import.ts';
import type { CadFilterResult, CadProduct } from '../../../../shared/api/schemas/cad-product.ts';
import { otherPump, pump, pumpStructure } from '../../../contract/sample-products.ts';
import { sampleFilter } from '../../../contract/seed.ts';
import { startService, type StartedService } from '../start-service.ts';
import { storeProducts } from '../store-products.ts';

let started: StartedService;

beforeEach(async () => {
  started = await startService();
  const read = readImport([pumpStructure], [pump, otherPump]);
  await createProductImport(started.store).take(classRecordsOf(read.structures));
  await storeProducts(started.store, read.products);
});

const propertiesOf = (value: unknown) =>
  new Map((value as CadProduct).properties?.map((property) => [property.code ?? '', property]));

describe('a list of products', () => {
  it('breaks off where an import takes one away that it counted: what is left out has to be told ahead', async () => {
    const { store } = started;
    const products = { ...store.products, find: async () => undefined };
    const { getProductValues } = createProductHandlers({ store: { ...store, products } } as unknown as HandlerPorts);
    const { value } = (await getProductValues({
      body: [4711],
      takeTurn: async () => undefined,
    } as unknown as Parameters<typeof getProductValues>[0])) as { value: AsyncIterable<unknown> };
    await expect(async () => {
      for await (const _ of value);
    }).rejects.toMatchObject({ code: 'internal-error' });
  });
});

describe('a product', () => {
  it('has all features of its classes, with its values in the form of their type', async () => {
    const answer = await started.send('GET', '/ProductData/8712345000004/P%2F25%2060?languageCode=NL');
    const product = answer.json() as CadProduct;
    expect(product).toMatchObject({ name: 'Pomp 25-60', etimClassDescription: 'Circulatiepomp', productId: 4711 });
    expect(product.gtins).toEqual(['8712345678906']);
    const properties = propertiesOf(product);
    expect(properties.get('EF000008')).toMatchObject({
      type: 'N',
      description: 'Breedte',
      unitCode: 'EU570448',
      isEtimFeature: true,
      selected: true,
      value: { numericValue: 180.5 },
    });
    expect(properties.get('EF000010')).toMatchObject({ type: 'L', value: { logicalValue: false } });
    expect(properties.get('EF000012')).toMatchObject({ type: 'R', value: { rangeValue: { min: -10, max: 110 } } });
    expect(properties.get('EF000014')).toMatchObject({
      type: 'A',
      value: { code: 'EV000150', description: 'Messing' },
    });
    expect(properties.get('EF020092')).toMatchObject({
      type: 'C',
      portCode: 1,
      drawingCode: 'D1',
      isModellingFeature: true,
      value: { coordinateValue: { x: 1, y: 2, z: 3 } },
    });
  });

  it('speaks English where the language is missing, else the first there is', async () => {
    for (const [language, name] of [
      ['sv', 'Pump 25-60'],
      ['nl-be', 'Pomp 25-60'],
      ['', 'Pump 25-60'],
    ]) {
      const answer = await started.send('GET', `/ProductDataGTIN/8712345678906?languageCode=${language}`);
      expect(answer.json()).toMatchObject({ name });
    }
  });

  it.each(['8712345678906', '08712345678906', '871-2345-678906'])(
    'is found by its GTIN written as %s',
    async (gtin) => {
      expect((await started.send('GET', `/ProductDataGTIN/${gtin}`)).json()).toMatchObject({ productId: 4711 });
    },
  );

  it('without known classes still shows its values', async () => {
    await storeProducts(started.store, [{ ...pump, productId: 1, productCode: 'X', etimClassVersion: '9' }]);
    const answer = await started.send('GET', '/ProductData/8712345000004/X');
    expect(propertiesOf(answer.json()).get('EF000008')).toMatchObject({ type: 'N', value: { numericValue: 180.5 } });
  });

  it('with a matrix tells it in words, and without a value leaves it out', async () => {
    const values = [
      { featureCode: 'EF000008', portCode: 0, kind: 'none', reason: 'UN' },
      { featureCode: 'EF000014', portCode: 0, kind: 'matrix', points: [{ source: 1, result: 2.5 }] },
    ] as const;
    await storeProducts(started.store, readImport([], [{ ...pump, values }]).products);
    const properties = propertiesOf((await started.send('GET', '/ProductDataGTIN/8712345678906')).json());
    expect(properties.get('EF000008')).not.toHaveProperty('value');
    expect(properties.get('EF000014')?.value).toEqual({ description: '1: 2.5' });
  });

  it('of which a catalogue names neither GLN nor classes is found by its GTIN', async () => {
    const bare = { manufacturerName: 'Nobody', productCode: 'P40', names: { de: 'Pumpe' }, values: [] };
    const products = [1, 2].map((productId) => ({ ...bare, productId, gtins: [`4012345${productId}`] }));
    await storeProducts(started.store, readImport([], products).products);
    const found = (await started.send('GET', '/ProductDataGTIN/40123452')).json();
    expect(found).toMatchObject({ productId: 2, name: 'Pumpe', properties: [] });
    expect(found).not.toHaveProperty('etimClassCode');
  });

  it('with other numbers replaces itself when it is imported again', async () => {
    const { products } = started.store;
    await products.setBimReady(new Map([[4711, true]]));
    await storeProducts(started.store, [{ ...pump, gtins: ['00000000000017'] }]);
    expect(await products.findByGtin('08712345678906')).toBeUndefined();
    expect(await products.findByGtin('00000000000017')).toMatchObject({ bimReady: true });
    await storeProducts(started.store, [{ ...pump, productId: 5000 }]);
    expect(await products.find(4711)).toBeUndefined();
    expect(await products.findByCode(pump.manufacturerGln, pump.productCode)).toMatchObject({
      data: { productId: 5000 },
    });
  });
});

describe('many products', () => {
  it('come in the order asked, with the number of those not found', async () => {
    const pair = (ProductCode: string) => ({ ManufacturerGLN: '8712345000004', ProductCode });
    const answer = await started.send('POST', '/ProductData', [pair('P40'), pair('none'), pair('P/25 60')]);
    expect((answer.json() as CadProduct[]).map(({ productId }) => productId)).toEqual([4712, 4711]);
    expect(answer.headers['x-not-found']).toBe('1');
  });

  it('are found by id, as a list or a filter, with features or without', async () => {
    const list = await started.send('POST', '/ProductValues', [4712, '4711']);
    expect((list.json() as CadProduct[]).map(({ productId }) => productId)).toEqual([4712, 4711]);
    const filter = { ProductIds: ['4711'], LanguageCode: 'nl', ExcludeFeatures: true };
    expect((await started.send('POST', '/ProductValues', filter)).json()).toMatchObject([
      { name: 'Pomp 25-60', properties: [] },
    ]);
  });

  it('become BIM-ready together or not at all', async () => {
    const refused = await started.send('POST', '/BIMReady', { 4711: true, 9: true });
    expect(refused).toMatchObject({ status: 404 });
    expect(refused.text).toContain('There is no product 9.');
    expect(await started.store.products.find(4711)).toMatchObject({ bimReady: undefined });
    expect((await started.send('POST', '/BIMReady', { 4711: true, 4712: false })).json()).toBe(true);
    expect((await started.send('GET', '/ProductDataGTIN/8712345678906')).json()).toMatchObject({ bimReady: true });
  });
});

describe('a structure', () => {
  it('has the features of the newest versions of both classes and no values', async () => {
    const newer = { ...pumpStructure, etimClass: { ...pumpStructure.etimClass, version: '10' } };
    await createProductImport(started.store).take(classRecordsOf([newer]));
    const answer = await started.send('GET', '/Structures/ec011524/mc000123?languageCode=nl');
    expect(answer.json()).toMatchObject({ etimClassCodeVersion: '10', etimClassDescription: 'Circulatiepomp' });
    expect([...propertiesOf(answer.json()).values()].every(({ value }) => value === undefined)).toBe(true);
  });
});

describe('a filter', () => {
  it('is read back under its number, with the disabled fields not selected', async () => {
    const id = (await started.send('POST', '/Products', sampleFilter())).text;
    expect(id).toMatch(/^\d+$/);
    for (const fields of ['EF000008', '%5b%22EF000008%22%5d', 'ef000008,EF1', '%5B%22EF1%22%2c+%22EF000008%22%5D']) {
      const filter = (await started.send('GET', `/products/${id}/interface/${fields}`)).json() as CadFilterResult;
      expect(propertiesOf(filter.cadProducts?.[0]).get('EF000008')?.selected).toBe(false);
    }
    for (const fields of ['', '/', '/-', '/%5b%5d']) {
      const filter = (await started.send('GET', `/products/${id}/ProductSelection${fields}`)).json() as CadFilterResult;
      expect(propertiesOf(filter.cadProducts?.[0]).get('EF000008')?.selected).toBe(true);
    }
  });

  it('names its faults in one line, or each with its place when that is asked', async () => {
    const filter = { CADProducts: [{ EtimClassCode: 'EC1', ModellingClassCode: 'x' }] };
    const short = (await started.send('POST', '/Products?beautifyErrors=0', filter)).json();
    expect(short).toMatchObject({ detail: expect.stringContaining('/cadProducts/0/etimClassCode') as string });
    expect(short).not.toHaveProperty('errors');
    expect((await started.send('POST', '/Products?BeautifyErrors=1', filter)).json()).toMatchObject({
      errors: [{ pointer: '/cadProducts/0/etimClassCode' }, { pointer: '/cadProducts/0/modellingClassCode' }],
    });
  });
});

describe('an import', () => {
  it('with a wrong code names the record and imports nothing', () => {
    expect(() => readImport([], [pump, { ...pump, manufacturerGln: '87' }])).toThrow('products/1: a GLN has 13 digits');
    expect(() => readImport([{ ...pumpStructure, etimClass: pumpStructure.modellingClass }], [])).toThrow(
      'structures/0',
    );
    expect(() => readImport([], [{ ...pump, productId: 0 }])).toThrow('32-bit');
  });
});

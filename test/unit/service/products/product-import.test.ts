import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createProductImport } from '../../../../electron/service/products/product-import.ts';
import type { CadProduct } from '../../../../shared/api/schemas/cad-product.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { ImportedProduct, ImportRecord } from '../../../../shared/model/import-record.ts';
import type {
  EtimClassDefinition,
  FeatureDefinition,
  ModellingClassDefinition,
} from '../../../../shared/model/product-data.ts';
import { startService, type StartedService } from '../start-service.ts';
import { storeProducts } from '../store-products.ts';

let started: StartedService;
beforeEach(async () => {
  started = await startService();
});

async function* stream(records: readonly ImportRecord[]): AsyncGenerator<ImportRecord> {
  yield* records;
}

/** Imports as a run of its own and answers its summary. */
async function importAll(...records: readonly ImportRecord[]) {
  return createProductImport(started.store).take(stream(records));
}

const numeric = (featureCode: string, more: Partial<FeatureDefinition> = {}): FeatureDefinition => ({
  featureCode,
  descriptions: {},
  type: 'N',
  portCode: 0,
  origin: 'etim',
  ...more,
});

const etimClass = (more: Partial<EtimClassDefinition> = {}): ImportRecord => ({
  kind: 'etimClass',
  definition: {
    code: 'EC011524',
    version: '3',
    descriptions: { en: 'Circulation pump' },
    synonyms: { en: ['Circulator'] },
    features: [numeric('EF000008', { descriptions: { en: 'Width' }, unitCode: 'EU570448', unitAbbreviation: 'mm' })],
    complete: true,
    ...more,
  },
});

const modellingClass = (more: Partial<ModellingClassDefinition> = {}): ImportRecord => ({
  kind: 'modellingClass',
  definition: {
    code: 'MC000123',
    version: '2',
    descriptions: {},
    features: [numeric('EF000015', { portCode: 1, origin: 'modelling' })],
    complete: false,
    ...more,
  },
});

const pump: ImportedProduct = {
  manufacturerGln: '8712345000004',
  manufacturerName: 'Invented Pumps',
  productCode: 'P 25/60',
  gtins: ['40123455'],
  names: { 'en-gb': 'Pump 25-60', 'nl-nl': 'Pömp 25-60' },
  etimClassCode: 'EC011524',
  etimClassVersion: '3',
  modellingClassCode: 'MC000123',
  values: [
    { featureCode: 'EF000008', portCode: 0, origin: 'etim', kind: 'numeric', numeric: 180 },
    { featureCode: 'EF000015', portCode: 1, origin: 'modelling', kind: 'numeric', numeric: 25 },
  ],
};
const productRecord = (product: Partial<ImportedProduct> = {}): ImportRecord => ({
  kind: 'product',
  product: { ...pump, ...product },
});

const words: ImportRecord = {
  kind: 'terms',
  terms: [
    { kind: 'feature', code: 'EF000015', descriptions: { en: 'Outer diameter' } },
    { kind: 'value', code: 'EV000150', descriptions: { en: 'Brass' } },
    { kind: 'unit', code: 'EU570448', descriptions: { en: 'mm' } },
  ],
};

async function getJson(path: string): Promise<CadProduct> {
  return (await started.send('GET', path)).json() as CadProduct;
}

/** What the service answers about what the tests import, in every way it is found. */
async function everything() {
  const { products, classes } = started.store;
  return {
    found: await products.search('pump', 1_000),
    renamed: await products.search('renamed', 10),
    answers: [
      (await started.send('GET', '/ProductDataGTIN/40123455')).text,
      await products.findByGtin('00000040123462'),
    ],
    codes: await Promise.all([pump.productCode, 'P0', 'P199', 'P200'].map((code) => products.findAllByCode(code))),
    etimClass: await classes.findEtimClass('EC011524'),
    terms: await classes.findTerms(['EF000015', 'EV000150']),
  };
}

const propertiesOf = (product: CadProduct) =>
  (product.properties ?? []).map(({ code, portCode, description }) => [code, portCode, description]);

describe('an import', () => {
  it('counts what came, once each', async () => {
    const faults = { kind: 'faults', faults: [{ pointer: '/1', detail: 'wrong' }], skipped: true } as const;
    expect(await importAll(words, etimClass(), modellingClass(), modellingClass(), productRecord(), faults)).toEqual({
      classes: 1,
      modellingClasses: 1,
      features: 1,
      values: 1,
      units: 1,
      products: 1,
      updated: 0,
      skipped: 1,
    });
  });

  it('of the same again changes nothing; of something else counts as an update and keeps the product’s id', async () => {
    await importAll(etimClass(), modellingClass(), productRecord());
    const before = await getJson('/ProductDataGTIN/40123455');
    expect(await importAll(etimClass(), modellingClass(), productRecord())).toMatchObject({ products: 1, updated: 0 });
    expect(await getJson('/ProductDataGTIN/40123455')).toEqual(before);
    await started.store.products.setBimReady(new Map([[before.productId ?? 0, true]]));
    expect(await importAll(productRecord({ gtins: ['40123462'] }))).toMatchObject({ products: 1, updated: 1 });
    expect(await getJson('/ProductDataGTIN/40123462')).toMatchObject({ productId: before.productId, bimReady: true });
    expect(await started.send('GET', '/ProductDataGTIN/40123455')).toMatchObject({ status: 404 });
  });

  it('that ends in the middle leaves everything as it was, and can be done again', async () => {
    await importAll(etimClass(), productRecord());
    const before = await everything();
    let isBroken = true;
    async function* failing(): AsyncGenerator<ImportRecord> {
      yield etimClass({ descriptions: { en: 'Renamed' } });
      yield words;
      yield productRecord({ names: { en: 'Renamed' }, gtins: ['40123462'] });
      for (let index = 0; index < 1_200; index += 1) {
        yield productRecord({ productCode: `P${index}`, gtins: [] });
      }
      if (isBroken) throw new AppError('cancelled');
    }
    const run = createProductImport(started.store);
    await expect(run.take(failing())).rejects.toMatchObject({ code: 'cancelled' });
    expect(await everything()).toEqual(before);
    isBroken = false;
    expect(await run.take(failing())).toMatchObject({ products: 1_201, updated: 2 });
    expect(await getJson('/ProductDataGTIN/40123462')).toMatchObject({ name: 'Renamed' });
  });

  it('is not seen before it is through, and then all of it at once', async () => {
    await importAll(etimClass(), productRecord());
    const before = await everything();
    async function* watched(): AsyncGenerator<ImportRecord> {
      for (let index = 0; index < 450; index += 1) {
        yield productRecord({ productCode: `P${index}`, gtins: [], names: { en: 'Pump of many' } });
        if (index % 150 === 0) expect(await everything()).toEqual(before);
      }
      yield productRecord({ names: { en: 'Renamed' } });
      expect(await everything()).toEqual(before);
    }
    await createProductImport(started.store).take(watched());
    expect(await started.store.products.search('many', 1_000)).toHaveLength(450);
    expect(await getJson('/ProductDataGTIN/40123455')).toMatchObject({ name: 'Renamed' });
  });

  it('keeps what callers say of BIM readiness while it goes on', async () => {
    await importAll(productRecord());
    const { productId = 0 } = await getJson('/ProductDataGTIN/40123455');
    async function* meanwhile(): AsyncGenerator<ImportRecord> {
      yield productRecord({ names: { en: 'Renamed' } });
      for (let index = 0; index < 250; index += 1) yield productRecord({ productCode: `P${index}`, gtins: [] });
      expect(await started.store.products.setBimReady(new Map([[productId, true]]))).toEqual([]);
      expect(await started.store.products.setBimReady(new Map([[productId + 1, true]]))).toEqual([productId + 1]);
    }
    await createProductImport(started.store).take(meanwhile());
    expect(await getJson('/ProductDataGTIN/40123455')).toMatchObject({ name: 'Renamed', bimReady: true });
  });

  it('gives products ids far from those that demo products have', async () => {
    await importAll(productRecord(), productRecord({ productCode: 'P2', gtins: [] }));
    const ids = (await started.store.products.search('pump', 10)).map(({ data }) => data.productId);
    expect(ids.toSorted()).toEqual([1_000_000, 1_000_001]);
  });
});

describe('a product of several catalogues', () => {
  it('is one: by its GLN, and by the manufacturer’s name where a catalogue has no GLN', async () => {
    const { manufacturerGln: _gln, ...nameless } = pump;
    await importAll({ kind: 'product', product: nameless });
    await importAll(productRecord());
    await importAll({ kind: 'product', product: { ...nameless, manufacturerName: ' INVENTED pumps' } });
    await importAll(productRecord({ manufacturerGln: '8712345000011' }));
    const found = await started.store.products.findAllByCode(pump.productCode);
    expect(found.map(({ data }) => data.manufacturerGln)).toEqual(['8712345000004', '8712345000011']);
  });

  it('is rather the one of its GLN than one of its name', async () => {
    const { manufacturerGln: _gln, ...nameless } = pump;
    await importAll({ kind: 'product', product: { ...nameless, gtins: [] } });
    await importAll(productRecord({ manufacturerName: 'Inv. Pumps' }));
    await importAll(productRecord({ names: { en: 'Renamed' } }));
    const found = await started.store.products.findAllByCode(pump.productCode);
    expect(found.map(({ data }) => [data.manufacturerGln, data.names['en']])).toEqual([
      [undefined, undefined],
      [pump.manufacturerGln, 'Renamed'],
    ]);
  });

  it('is found without reading those of its code that other manufacturers have', async () => {
    const makers = Array.from({ length: 1_000 }, (_none, index) =>
      productRecord({ manufacturerGln: `${8_712_345_000_000 + index}` }),
    );
    const parse = vi.spyOn(JSON, 'parse');
    onTestFinished(() => parse.mockRestore());
    await importAll(...makers);
    expect(parse.mock.calls.length).toBeLessThan(makers.length);
    expect(await started.store.products.findAllByCode(pump.productCode)).toHaveLength(makers.length);
  });

  it('keeps what a later catalogue does not speak of', async () => {
    await importAll(productRecord());
    const { manufacturerGln, manufacturerName, productCode } = pump;
    const bare = { manufacturerGln, manufacturerName, productCode, gtins: [], names: { de: 'Pumpe' }, values: [] };
    await importAll({ kind: 'product', product: bare });
    const found = await started.store.products.findByGtin('00000040123455');
    expect(found?.data).toMatchObject({ names: { ...pump.names, de: 'Pumpe' }, values: pump.values });
    const values = [{ featureCode: 'EF000008', portCode: 0, origin: 'etim', kind: 'numeric', numeric: 1 }] as const;
    await importAll({ kind: 'product', product: { ...bare, etimClassCode: 'EC000001', values } });
    const reclassified = (await started.store.products.findByGtin('00000040123455'))?.data;
    expect(reclassified).toMatchObject({ etimClassCode: 'EC000001', modellingClassCode: 'MC000123' });
    expect(reclassified).not.toHaveProperty('etimClassVersion');
    expect(reclassified?.values).toEqual([...values, pump.values[1]]);
  });
});

describe('classes of several sources', () => {
  const part = etimClass({
    descriptions: { en: 'Pump', nl: 'Pomp' },
    synonyms: {},
    complete: false,
    features: [
      numeric('EF000008', { descriptions: { en: 'Breadth', nl: 'Breedte' } }),
      numeric('EF999999', { descriptions: { en: 'Nobody knows' } }),
    ],
  });

  it.each([
    ['the model comes last', [part, etimClass()]],
    ['the model comes first', [etimClass(), part]],
  ])('are as the published model lists them, with words in all languages, when %s', async (_name, records) => {
    await importAll(modellingClass(), ...records);
    const structure = await getJson('/Structures/EC011524/MC000123?languageCode=nl');
    expect(structure).toMatchObject({ etimClassDescription: 'Pomp' });
    expect(structure.properties?.filter(({ isEtimFeature }) => isEtimFeature)).toMatchObject([
      { code: 'EF000008', description: 'Breedte', unitAbbreviation: 'mm' },
    ]);
    const english = await getJson('/Structures/EC011524/MC000123?languageCode=en');
    expect(english).toMatchObject({ etimClassDescription: 'Circulation pump' });
    expect(propertiesOf(english)[0]).toEqual(['EF000008', 0, 'Width']);
  });

  it('grow with what each product shows of them', async () => {
    const choice = (valueCode: string) =>
      modellingClass({
        features: [
          numeric('EF000124', {
            type: 'A',
            portCode: 2,
            origin: 'modelling',
            choices: [{ valueCode, descriptions: {} }],
          }),
        ],
      });
    await importAll(modellingClass(), choice('EV000150'), choice('EV000151'));
    const found = await started.store.classes.findModellingClass('MC000123');
    expect(found?.features.map(({ featureCode }) => featureCode)).toEqual(['EF000015', 'EF000124']);
    expect(found?.features[1]?.choices?.map(({ valueCode }) => valueCode)).toEqual(['EV000150', 'EV000151']);
    expect(await importAll(choice('EV000150'))).toMatchObject({ modellingClasses: 1, updated: 0 });
  });
});

describe('a structure', () => {
  it('is there for any two classes that are known, and for none where one is not', async () => {
    await importAll(words, etimClass(), modellingClass(), modellingClass({ code: 'MC000999' }));
    for (const code of ['MC000123', 'MC000999']) {
      const structure = await getJson(`/Structures/EC011524/${code}`);
      expect(structure).toMatchObject({ modellingClassCode: code, modellingClassCodeVersion: '2' });
      expect(propertiesOf(structure)).toEqual([
        ['EF000008', 0, 'Width'],
        ['EF000015', 1, 'Outer diameter'],
      ]);
    }
    expect(await started.send('GET', '/Structures/EC011524/MC000001')).toMatchObject({ status: 404 });
    expect(await started.send('GET', '/Structures/EC000001/MC000123')).toMatchObject({ status: 404 });
  });
});

describe('an imported product', () => {
  it('without a modelling class, or of a version never imported, has the features of its class', async () => {
    const { modellingClassCode: _code, ...undrawn } = pump;
    const [width] = pump.values;
    const values = width ? [width] : [];
    await importAll(etimClass(), { kind: 'product', product: { ...undrawn, etimClassVersion: '4', values } });
    const product = await getJson('/ProductDataGTIN/40123455?languageCode=en');
    expect(product).toMatchObject({ etimClassCodeVersion: '4', etimClassDescription: 'Circulation pump' });
    expect(product).not.toHaveProperty('modellingClassCode');
    expect(product.properties).toMatchObject([
      { code: 'EF000008', description: 'Width', unitAbbreviation: 'mm', value: { numericValue: 180 } },
    ]);
  });

  it('also shows values that its class is not known to have, with the words of the dictionary', async () => {
    const more = [
      { featureCode: 'EF000015', portCode: 0, origin: 'etim', kind: 'choice', valueCode: 'EV000150' },
      { featureCode: 'EFNL0001', portCode: 0, origin: 'etim', kind: 'none', reason: 'NA' },
    ] as const;
    await importAll(words, etimClass(), modellingClass(), productRecord({ values: [...pump.values, ...more] }));
    const { properties } = await getJson('/ProductDataGTIN/40123455');
    expect(properties).toMatchObject([
      { code: 'EF000008', value: { numericValue: 180 } },
      { code: 'EF000015', portCode: 1, isModellingFeature: true, value: { numericValue: 25 } },
      { code: 'EF000015', portCode: 0, description: 'Outer diameter', value: { description: 'Brass' } },
      { code: 'EFNL0001', reasonNoValue: 'NA' },
    ]);
    expect(properties?.[3]).not.toHaveProperty('value');
  });

  it('tells features apart that both classes have on the same port', async () => {
    const shared = numeric('EF000008', { origin: 'modelling', descriptions: { en: 'Width to draw' } });
    const drawn = { featureCode: 'EF000008', portCode: 0, origin: 'modelling', kind: 'numeric', numeric: 7 } as const;
    await importAll(
      etimClass(),
      modellingClass({ features: [shared] }),
      productRecord({ values: [drawn, ...pump.values.slice(0, 1)] }),
    );
    const { properties } = await getJson('/ProductDataGTIN/40123455');
    expect(properties).toMatchObject([
      { isEtimFeature: true, value: { numericValue: 180 } },
      { isModellingFeature: true, value: { numericValue: 7 } },
    ]);
  });

  it('has its name in the regional form of the language there is', async () => {
    await importAll(productRecord());
    for (const [language, name] of [
      ['nl', 'Pömp 25-60'],
      ['nl-be', 'Pömp 25-60'],
      ['en', 'Pump 25-60'],
      ['sv', 'Pump 25-60'],
    ]) {
      expect(await getJson(`/ProductDataGTIN/40123455?languageCode=${language}`)).toMatchObject({ name });
    }
  });
});

describe('searching products', () => {
  const codesOf = async (text: string, limit = 10) =>
    (await started.store.products.search(text, limit)).map(({ data }) => data.productCode);

  beforeEach(() =>
    importAll(
      etimClass(),
      productRecord(),
      productRecord({ productCode: 'P40', gtins: [], names: { en: 'Valve' }, etimClassCode: 'EC000001' }),
    ),
  );

  it.each([
    ['a word of a name', 'pump'],
    ['the beginning of one, without its accent', 'pomp'],
    ['the product code', 'P 25/60'],
    ['a part of it', '25/6'],
    ['a synonym of its class', 'circulator'],
    ['words of different places, in any case', 'INVENTED circu 25-60'],
  ])('finds one by %s', async (_name, text) => {
    expect((await codesOf(text))[0]).toBe('P 25/60');
  });

  it('finds only what has all words, the best first, and no more than asked', async () => {
    expect(await codesOf('valve pump 25')).toEqual([]);
    expect(await codesOf('invented pumps')).toHaveLength(2);
    expect(await codesOf('P40 invented')).toEqual(['P40']);
    expect(await codesOf('invented', 1)).toHaveLength(1);
  });

  it.each(['', '  ', '"', '* OR (', 'NEAR(', '-', 'names:'])('has no answer and no error for %j', async (text) => {
    expect(await codesOf(text)).toEqual([]);
  });

  it('follows what is imported later: other names, other words of the class, another id', async () => {
    expect(await codesOf('umwälzpumpe')).toEqual([]);
    await importAll(etimClass({ descriptions: { de: 'Umwälzpumpe' } }));
    expect(await codesOf('umwalzpumpe')).toEqual(['P 25/60']);
    await importAll(productRecord({ productCode: 'P40', names: { en: 'Gate' }, gtins: [] }));
    expect(await codesOf('gate')).toEqual(['P40']);
    const [kept] = await started.store.products.findAllByCode('P40');
    if (kept) await storeProducts(started.store, [{ ...kept.data, productId: 5 }]);
    expect(await codesOf('gate')).toEqual(['P40']);
  });

  it('follows words that a class gets behind its products in the same import', async () => {
    await importAll(
      productRecord({ productCode: 'P41', etimClassCode: 'EC000002' }),
      etimClass({ code: 'EC000002', descriptions: { en: 'Hose' } }),
      productRecord({ productCode: 'P42', gtins: [], etimClassCode: 'EC000002' }),
      etimClass({ code: 'EC000002', descriptions: { en: 'Tube' } }),
      productRecord({ productCode: 'P43', gtins: [], etimClassCode: 'EC000002' }),
    );
    expect((await codesOf('tube')).toSorted()).toEqual(['P41', 'P42', 'P43']);
    expect(await codesOf('hose')).toEqual([]);
  });
});

it('writes many words bit by bit, so that others are served in between', async () => {
  const terms = Array.from({ length: 4_500 }, (_, index) => ({
    kind: 'value' as const,
    code: `EV${String(index).padStart(6, '0')}`,
    descriptions: { en: `Value ${index}` },
  }));
  const lengths: number[] = [];
  const store = {
    stageProductData: async () => {
      const staged = await started.store.stageProductData();
      const putTerms: typeof staged.classes.putTerms = (some) => {
        lengths.push(some.length);
        return staged.classes.putTerms(some);
      };
      return { ...staged, classes: { ...staged.classes, putTerms } };
    },
  };
  const records: ImportRecord[] = [
    { kind: 'terms', terms },
    { kind: 'terms', terms: terms.slice(0, 100) },
  ];
  expect(await createProductImport(store).take(stream(records))).toMatchObject({ values: 4_500 });
  expect(Math.max(...lengths)).toBeLessThanOrEqual(1_000);
  expect((await started.store.classes.findTerms(['EV004499'])).get('EV004499')).toEqual({ en: 'Value 4499' });
});

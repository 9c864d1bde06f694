import { describe, expect, it } from 'vitest';
import { makeDemoCatalogue } from '../../../../electron/demo/catalogue.ts';
import { readBmecat } from '../../../../electron/imports/bmecat/read-bmecat.ts';
import { readEtimCsvZip } from '../../../../electron/imports/etim-csv/read-etim-csv-zip.ts';
import { readXchange } from '../../../../electron/imports/xchange/read-xchange.ts';
import { classRecordsOf } from '../../../../electron/service/products/class-records-of.ts';
import { createProductImport } from '../../../../electron/service/products/product-import.ts';
import { readImport } from '../../../../electron/service/products/read-import.ts';
import { openSqliteStore } from '../../../../electron/service/store/sqlite/open-sqlite-store.ts';
import type { Store } from '../../../../electron/service/store/store.ts';
import type { CadProduct } from '../../../../shared/api/schemas/cad-product.ts';
import type { ImportRecord } from '../../../../shared/model/import-record.ts';
import type { FeatureDefinition } from '../../../../shared/model/product-data.ts';
import { hasEtimSamples, ofKind, optionsOf, publishedFiles, recordsOf } from '../../imports/product-files.ts';
import { startService, type StartedService } from '../start-service.ts';
import { storeProducts } from '../store-products.ts';

async function* stream(records: readonly ImportRecord[]): AsyncGenerator<ImportRecord> {
  yield* records;
}

/** The codes of a product as it is answered that come without a text. */
async function silentCodes({ send }: StartedService, productId: number): Promise<string[]> {
  const answer = await send('POST', '/ProductValues', { productIds: [productId], languageCode: 'en' });
  const [product] = answer.json() as CadProduct[];
  return (product?.properties ?? []).flatMap(({ code = '', description, value }) => [
    ...(description === '' ? [code] : []),
    ...(value?.code !== undefined && value.description === '' ? [value.code] : []),
  ]);
}

async function idsOf(store: Store): Promise<number[]> {
  const staged = await store.stageProductData();
  const highest = await staged.products.highestId();
  await staged.drop();
  const asked = Array.from({ length: Math.min(highest, 2_000) }, (_, index) => highest - index);
  return (await store.products.findIds(asked)).filter((id) => id !== undefined);
}

const feature = (featureCode: string, more: Partial<FeatureDefinition>): FeatureDefinition => ({
  featureCode,
  descriptions: {},
  type: 'A',
  portCode: 0,
  origin: 'etim',
  ...more,
});

describe('features and values on ports', () => {
  it('have the words that the other class has for them', async () => {
    const started = await startService();
    const described = feature('EF023191', {
      descriptions: { en: 'Connection' },
      choices: [{ valueCode: 'EV020209', descriptions: { en: '1/2 inch (15)' } }],
    });
    await createProductImport(started.store).take(
      stream([
        {
          kind: 'etimClass',
          definition: {
            code: 'EC011533',
            version: '1',
            descriptions: { en: 'Pipe' },
            synonyms: {},
            complete: true,
            features: [described],
          },
        },
        {
          kind: 'product',
          product: {
            manufacturerName: 'Pipes',
            productCode: 'P1',
            gtins: ['40123455'],
            names: { en: 'Pipe' },
            etimClassCode: 'EC011533',
            etimClassVersion: '1',
            modellingClassCode: 'MC000023',
            modellingClassVersion: '1',
            values: [
              { featureCode: 'EF023191', portCode: 1, origin: 'modelling', kind: 'choice', valueCode: 'EV020209' },
            ],
          },
        },
      ]),
    );
    const product = (await started.send('GET', '/ProductDataGTIN/40123455')).json() as CadProduct;
    expect(product.properties?.find(({ portCode }) => portCode === 1)).toMatchObject({
      code: 'EF023191',
      description: 'Connection',
      value: { code: 'EV020209', description: '1/2 inch (15)' },
    });
  });

  it('have the words that any class has for them, unless the dictionary has its own', async () => {
    const store = openSqliteStore(':memory:');
    const { structures } = makeDemoCatalogue();
    const terms: ImportRecord = {
      kind: 'terms',
      terms: [{ kind: 'value', code: 'EV020209', descriptions: { en: 'Half an inch' } }],
    };
    const take = (records: AsyncIterable<ImportRecord>) => createProductImport(store).take(records);
    for (const records of [stream([terms]), classRecordsOf(structures)]) await take(records);
    expect((await store.classes.findTerms(['EV020209'])).get('EV020209')?.['en']).toBe('Half an inch');
    expect((await store.classes.findTerms(['EV020211'])).get('EV020211')).toEqual({
      en: '1 inch (25)',
      nl: '1 inch (25)',
    });
    await store.close();
  });
});

it('every code of the demo products has a text', async () => {
  const started = await startService();
  const { structures, products } = makeDemoCatalogue();
  await createProductImport(started.store).take(classRecordsOf(structures));
  await storeProducts(started.store, readImport(structures, products).products);
  for (const { productId } of products) expect(await silentCodes(started, productId)).toEqual([]);
});

it.skipIf(!hasEtimSamples)(
  'every code of the published samples has a text where the model knows one',
  async () => {
    const started = await startService();
    const { structures } = makeDemoCatalogue();
    const model = await recordsOf(readEtimCsvZip(publishedFiles.model, optionsOf()));
    const known = new Set(ofKind(model, 'terms').flatMap(({ terms }) => terms.map(({ code }) => code)));
    const take = (records: AsyncIterable<ImportRecord>) => createProductImport(started.store).take(records);
    await take(classRecordsOf(structures));
    await take(stream(model));
    await take(readXchange(publishedFiles.xchange, optionsOf()));
    for (const file of publishedFiles.bmecat) await take(readBmecat(file, optionsOf()));
    const ids = await idsOf(started.store);
    expect(ids.length).toBeGreaterThanOrEqual(3);
    const silent = new Set<string>();
    for (const id of ids) for (const code of await silentCodes(started, id)) silent.add(code);
    expect([...silent].filter((code) => known.has(code))).toEqual([]);
  },
  60_000,
);

import { beforeAll, describe, expect, it } from 'vitest';
import { createProductImport } from '../../../../electron/service/products/product-import.ts';
import { searchClasses } from '../../../../electron/service/products/search-classes.ts';
import { readEtimCsvZip } from '../../../../electron/imports/etim-csv/read-etim-csv-zip.ts';
import type { Store } from '../../../../electron/service/store/store.ts';
import type { ClassQuestion } from '../../../../shared/model/class-search.ts';
import type { ImportRecord } from '../../../../shared/model/import-record.ts';
import type { EtimClassDefinition } from '../../../../shared/model/product-data.ts';
import { hasEtimSamples, optionsOf, publishedFiles } from '../../imports/product-files.ts';
import { pump } from '../../../contract/sample-products.ts';
import { openTestStore, usualStore } from '../open-test-store.ts';
import { storeProducts } from '../store-products.ts';

async function* stream(records: readonly ImportRecord[]): AsyncGenerator<ImportRecord> {
  yield* records;
}

const etimClass = (code: string, more: Partial<EtimClassDefinition>): ImportRecord => ({
  kind: 'etimClass',
  definition: { code, version: '1', descriptions: {}, synonyms: {}, features: [], complete: true, ...more },
});

const classes = [
  etimClass('EC010231', {
    descriptions: { en: 'Ball valve', nl: 'Kogelkraan' },
    synonyms: { nl: ['Bolkraan'], en: ['Stop cock'] },
  }),
  etimClass('EC010231', { version: '2', descriptions: { en: 'Ball valve, straight', nl: 'Kogelkraan, recht' } }),
  etimClass('EC000009', { descriptions: { en: 'Safety valve with ball', nl: 'Veiligheidsklep' } }),
  etimClass('EC000010', { descriptions: { en: 'Radiator', nl: 'Radiator', fr: 'Radiateur à eau chaude' } }),
];

const panel = { code: 'MC000123', version: '2', descriptions: { en: 'Panel' }, features: [], complete: true };

let store: Store;
beforeAll(async () => {
  store = await openTestStore();
  await createProductImport(store).take(stream(classes), () => undefined);
  return () => store.close();
});

const search = (text: string, more: Partial<ClassQuestion> = {}) =>
  searchClasses(store, { kind: 'class', text, match: 'all', limit: 10, languageCode: 'en', ...more });
const codes = async (text: string, more: Partial<ClassQuestion> = {}) =>
  (await search(text, more)).map(({ code, version }) => `${code} ${version}`);

describe('a class is found', () => {
  it('by its name, the name that begins so first, in its newest version only', async () => {
    expect(await codes('ball')).toEqual(['EC010231 2', 'EC000009 1']);
  });

  it('by a part of a compound, as Dutch writes them', async () => {
    expect(await search('kraan', { languageCode: 'nl' })).toEqual([
      { code: 'EC010231', version: '2', name: 'Kogelkraan, recht' },
    ]);
  });

  it('by a synonym, and says which one', async () => {
    expect(await search('cock')).toMatchObject([{ code: 'EC010231', name: 'Ball valve', also: 'Stop cock' }]);
  });

  it('by words of any language, with or without accents, and by its code', async () => {
    expect(await codes('radiateur a eau')).toEqual(['EC000010 1']);
    expect(await codes('ec000010')).toEqual(['EC000010 1']);
    expect(await codes('010231')).toEqual(['EC010231 2']);
  });

  it('by all words that are asked for, or by any of them', async () => {
    expect(await codes('radiator valve')).toEqual([]);
    expect((await codes('radiator valve', { match: 'any' })).toSorted()).toEqual([
      'EC000009 1',
      'EC000010 1',
      'EC010231 2',
    ]);
  });

  it('never by a sign that has a meaning for the index, nor by less than three letters', async () => {
    for (const text of ['"', '*', 'NEAR(', 'ba', '']) expect(await codes(text)).toEqual([]);
  });
});

it('what products of an ETIM class are drawn by is offered before anything is typed', async () => {
  const withPump = await openTestStore();
  await createProductImport(withPump).take(stream([{ kind: 'modellingClass', definition: panel }]), () => undefined);
  await storeProducts(withPump, [pump]);
  const asked = { kind: 'modellingClass', text: '', match: 'all', limit: 5, languageCode: 'en' } as const;
  const hits = await searchClasses(withPump, { ...asked, partnerOf: 'EC011524' });
  expect(hits.map(({ code }) => code)).toEqual(['MC000123']);
  await withPump.close();
});

// The model has 5,640 classes: one kind of store is enough for what takes seconds.
it.runIf(hasEtimSamples && usualStore === 'memory')(
  'the classes of the published model are found by what they are called',
  async () => {
    const published = await openTestStore();
    const records = readEtimCsvZip(publishedFiles.model, optionsOf());
    await createProductImport(published).take(records, () => undefined);
    for (const text of ['valve', 'radiator', 'pump', 'luminaire', 'washbasin']) {
      const found = await searchClasses(published, {
        kind: 'class',
        text,
        match: 'all',
        limit: 20,
        languageCode: 'en',
      });
      expect(found[0]?.name.toLowerCase()).toContain(text);
    }
    await published.close();
  },
);

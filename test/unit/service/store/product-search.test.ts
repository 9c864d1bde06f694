import { expect, it, onTestFinished } from 'vitest';
import { createSharedCommits } from '../../../../electron/commits/shared-commits.ts';
import { openDatabase } from '../../../../electron/service/store/sqlite/open-database.ts';
import { createProductRecords } from '../../../../electron/service/store/sqlite/product-records.ts';
import { pump } from '../../../contract/sample-products.ts';

function openRecords() {
  const database = openDatabase(':memory:');
  const commits = createSharedCommits(database);
  onTestFinished(() => {
    commits.close();
    database.close();
  });
  return { database, commits };
}

/** Records of so many pumps, and how many of their rows were read since. */
async function pumpsWithCount(count: number) {
  const { database, commits } = openRecords();
  const pumps = Array.from({ length: count }, (_, index) => {
    return { ...pump, productId: index + 1, productCode: `P${index + 1}`, gtins: [] };
  });
  // The shortest text is the best match.
  const best = { ...pump, productId: count + 1, productCode: 'B', gtins: [], names: { en: 'Pump' } };
  await createProductRecords(database, commits, () => 1).putProducts([...pumps, best]);
  let read = 0;
  database.function('counted', (since: unknown) => {
    read += 1;
    return since;
  });
  // In place of the table for all who look into it from now on; nobody writes any more.
  database.exec(`
    CREATE TEMP VIEW products AS
      SELECT row_id, product_id, manufacturer_gln, product_code, product, etim_class_code, modelling_class_code,
        counted(since) AS since, until FROM main.products;
    CREATE TEMP TRIGGER no_insert INSTEAD OF INSERT ON products BEGIN SELECT 1; END;
    CREATE TEMP TRIGGER no_update INSTEAD OF UPDATE ON products BEGIN SELECT 1; END;
    CREATE TEMP TRIGGER no_delete INSTEAD OF DELETE ON products BEGIN SELECT 1; END;`);
  return { products: createProductRecords(database, commits, () => 1), read: () => read };
}

it('a search reads the products that it answers, however many others match', async () => {
  const { products, read } = await pumpsWithCount(500);
  const found = await products.search('pump', 10);
  expect(found.map(({ data }) => data.productCode)).toEqual(['B', ...Array.from({ length: 9 }, (_, i) => `P${i + 1}`)]);
  expect(read()).toBe(10);
});

it('a search that nobody waits for any more is not begun', async () => {
  const { products, read } = await pumpsWithCount(10);
  const typing = new AbortController();
  const found = products.search('pump', 10, typing.signal);
  typing.abort();
  await expect(found).rejects.toMatchObject({ code: 'cancelled' });
  expect(read()).toBe(0);
});

it('a search with very many matches has each once, and others get their turn meanwhile', async () => {
  const count = 20_500;
  const { products } = await pumpsWithCount(count);
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 0);
  const found = await products.search('pump', count);
  clearInterval(counting);
  expect(new Set(found.map(({ data }) => data.productId)).size).toBe(count);
  expect(turns).toBeGreaterThan(0);
  const [best, next] = await products.search('pump', 2);
  expect([best?.data.productCode, next?.data.productCode]).toEqual(['B', 'P1']);
});

it('a search with very many matches ends with who asked', async () => {
  const { products, read } = await pumpsWithCount(20_500);
  const window = new AbortController();
  const found = products.search('pump', 20_500, window.signal);
  setImmediate(() => window.abort());
  await expect(found).rejects.toMatchObject({ code: 'cancelled' });
  expect(read()).toBe(0);
});

it('a search during which other product data comes to be shown has the best of that', async () => {
  const { database, commits } = openRecords();
  const ofGeneration = (generation: () => number) => createProductRecords(database, commits, generation);
  await ofGeneration(() => 1).putProducts([{ ...pump, productId: 1, productCode: 'OLD', gtins: [] }]);
  await ofGeneration(() => 2).putProducts([{ ...pump, productId: 1, productCode: 'NEW', gtins: [] }]);
  let shown = 1;
  const found = ofGeneration(() => shown).search('pump', 1);
  shown = 2;
  expect((await found).map(({ data }) => data.productCode)).toEqual(['NEW']);
});

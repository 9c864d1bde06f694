import type Database from 'better-sqlite3';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { createSharedCommits } from '../../../../electron/commits/shared-commits.ts';
import { openDatabase } from '../../../../electron/service/store/sqlite/open-database.ts';
import { createGenerations } from '../../../../electron/service/store/sqlite/staged-product-data.ts';
import type { StagedProductData } from '../../../../electron/service/store/store.ts';
import { pump } from '../../../contract/sample-products.ts';

let database: Database.Database;
let staged: StagedProductData;
beforeEach(async () => {
  database = openDatabase(':memory:');
  const commits = createSharedCommits(database);
  staged = await createGenerations(database, commits, { readsOnly: false }).stage();
  onTestFinished(() => {
    commits.close();
    database.close();
  });
});

/** The modelling class of the pumps, of which so many choices were seen. */
const putClass = async (choices: number, name = 'Pump') => {
  const seen = Array.from({ length: choices }, (_, index) => ({ valueCode: `EV00000${index}`, descriptions: {} }));
  const feature = { featureCode: 'EF009999', descriptions: {}, type: 'A', portCode: 0, origin: 'modelling' } as const;
  const features = [{ ...feature, choices: seen }];
  const definition = { code: 'MC000123', version: '2', descriptions: { en: name }, features, complete: false };
  await staged.classes.putModellingClasses([definition]);
};

const putPumps = async (from: number, count: number) =>
  staged.products.putProducts(
    Array.from({ length: count }, (_, index) => {
      const productId = from + index;
      return { ...pump, productId, productCode: `P${productId}`, gtins: [] };
    }),
  );

/** How many rows are changed, those of the search index among them. */
async function changesBy(work: () => Promise<void>): Promise<number> {
  const read = () => Number(database.prepare('SELECT total_changes()').pluck().get());
  const before = read();
  await work();
  return read() - before;
}

it('a class that changes costs an import the same, however many of its products came before', async () => {
  await putClass(1);
  await putPumps(1, 10);
  const afterFew = await changesBy(() => putClass(2));
  await putPumps(11, 300);
  expect(await changesBy(() => putClass(3))).toBe(afterFew);
  expect(await changesBy(() => putClass(3, 'Double pump'))).toBe(afterFew);
});

it('products of a class that is called the same are not indexed again when they are shown', async () => {
  await putClass(1);
  await putPumps(1, 300);
  await putClass(2);
  await putPumps(301, 10);
  expect(await changesBy(() => staged.show())).toBeLessThan(10);
});

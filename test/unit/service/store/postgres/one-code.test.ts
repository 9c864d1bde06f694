import { expect, it } from 'vitest';
import { openPostgresDatabase } from '../../../../../electron/service/store/postgres/open-postgres-database.ts';
import { pump } from '../../../../contract/sample-products.ts';
import { administer, createDatabase } from '../../../../postgres/administer.ts';

it('products of one code are found one by one, however many manufacturers have it', async () => {
  const count = 500;
  const products = Array.from({ length: count }, (_, index) => {
    return { ...pump, productId: index + 1, productCode: '100', manufacturerGln: `${8_710_000_000_000 + index}` };
  });
  const url = await createDatabase();
  const database = await openPostgresDatabase(url);
  const store = database.storeOf('office');
  const staged = await store.stageProductData();
  await staged.products.putProducts(products);
  await staged.show();
  const found = await store.products.findIds(products);
  expect(found).toEqual(products.map(({ productId }) => productId));
  // What a connection has read is counted when it ends.
  await database.close();
  const admin = await administer(url);
  const read =
    "SELECT sum(idx_tup_fetch + seq_tup_read)::integer AS rows FROM pg_stat_user_tables WHERE relname = 'products'";
  const rowsRead = async (): Promise<number> => ((await admin.query(read)).rows as { rows: number }[])[0]?.rows ?? 0;
  await expect.poll(rowsRead).toBeGreaterThanOrEqual(count);
  expect(await rowsRead()).toBeLessThan(10 * count);
});

import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { ProductData } from '../../../../shared/model/product-data.ts';
import type { ProductName, ProductRecords, StoredProduct } from '../store.ts';
import type { CommitQueue } from './commit-queue.ts';

const productRow = z.object({ bim_ready: z.number().nullable(), product: z.string() });

/** The columns of a row, of a product that the statement calls `products`. */
const columns =
  '(SELECT ready FROM bim_states WHERE bim_states.product_id = products.product_id) AS bim_ready, product';

/** Thrown inside the transaction so that it is undone; never leaves this file. */
class UnknownProducts extends Error {}

/** Products in SQLite, and the search among them. */
export function createProductRecords(database: Database.Database, commits: CommitQueue): ProductRecords {
  const putProduct = preparePutProduct(database);
  const byId = database.prepare(`SELECT ${columns} FROM products WHERE product_id = ?`);
  const byCode = database.prepare(`SELECT ${columns} FROM products WHERE manufacturer_gln = ? AND product_code = ?`);
  const idById = database.prepare('SELECT product_id FROM products WHERE product_id = ?').pluck();
  const idByCode = database
    .prepare('SELECT product_id FROM products WHERE manufacturer_gln = ? AND product_code = ?')
    .pluck();
  const findId = (name: ProductName) =>
    (typeof name === 'number' ? idById.get(name) : idByCode.get(name.manufacturerGln, name.productCode)) as
      number | undefined;
  const allByCode = database.prepare(`SELECT ${columns} FROM products WHERE product_code = ? ORDER BY product_id`);
  // `+?`: SQLite prepares what has a join anew for every value it may look into.
  const byGtin = database.prepare(
    `SELECT ${columns} FROM product_gtins JOIN products USING (product_id)
     WHERE gtin = +? ORDER BY product_id LIMIT 1`,
  );
  // The weights say where a word counts most: product code, names, manufacturer, classes.
  const search = database.prepare(
    `SELECT ${columns} FROM product_texts JOIN products ON product_id = product_texts.rowid
     WHERE product_texts MATCH ? ORDER BY bm25(product_texts, 8, 4, 2, 1), product_id LIMIT ?`,
  );
  const highestId = database.prepare('SELECT coalesce(max(product_id), 0) AS highest FROM products').pluck();
  const setBimReady = database.prepare(
    `INSERT INTO bim_states (product_id, ready) SELECT product_id, ? FROM products WHERE product_id = ?
     ON CONFLICT (product_id) DO UPDATE SET ready = excluded.ready`,
  );

  return {
    putProducts: (products) => commits.add(() => products.forEach(putProduct)),
    find: async (productId) => readProduct(byId.get(productId)),
    findByCode: async (manufacturerGln, productCode) => readProduct(byCode.get(manufacturerGln, productCode)),
    findIds: async (asked) => asked.map(findId),
    findAllByCode: async (productCode) => allByCode.all(productCode).flatMap((row) => readProduct(row) ?? []),
    search: async (text, limit) => {
      const query = searchQueryOf(text);
      return query === '' ? [] : search.all(query, limit).flatMap((row) => readProduct(row) ?? []);
    },
    highestId: async () => Number(highestId.get()),
    findByGtin: async (gtin) => readProduct(byGtin.get(gtin)),
    async setBimReady(states) {
      let unknown: number[] = [];
      try {
        await commits.add(() => {
          unknown = [...states]
            .filter(([productId, ready]) => setBimReady.run(ready ? 1 : 0, productId).changes === 0)
            .map(([productId]) => productId);
          if (unknown.length > 0) throw new UnknownProducts();
        });
      } catch (thrown) {
        if (!(thrown instanceof UnknownProducts)) throw thrown;
      }
      return unknown;
    },
  };
}

function preparePutProduct(database: Database.Database): (product: ProductData) => void {
  // The same GLN and code under another id: the product got a new id, the old one goes.
  const dropRenumbered = database.prepare(
    'DELETE FROM products WHERE manufacturer_gln = ? AND product_code = ? AND product_id <> ?',
  );
  const put = database.prepare(
    `INSERT INTO products (product_id, manufacturer_gln, product_code, product) VALUES (?, ?, ?, ?)
     ON CONFLICT (product_id) DO UPDATE SET manufacturer_gln = excluded.manufacturer_gln,
       product_code = excluded.product_code, product = excluded.product`,
  );
  const dropGtins = database.prepare('DELETE FROM product_gtins WHERE product_id = ?');
  const putGtin = database.prepare('INSERT OR IGNORE INTO product_gtins (gtin, product_id) VALUES (?, ?)');
  return (product) => {
    const { productId, manufacturerGln, productCode } = product;
    if (manufacturerGln !== undefined) dropRenumbered.run(manufacturerGln, productCode, productId);
    put.run(productId, manufacturerGln ?? null, productCode, JSON.stringify(product));
    dropGtins.run(productId);
    for (const gtin of product.gtins) putGtin.run(gtin, productId);
  };
}

function readProduct(row: unknown): StoredProduct | undefined {
  if (row === undefined) return undefined;
  const { bim_ready: ready, product } = productRow.parse(row);
  return { data: JSON.parse(product) as ProductData, bimReady: ready === null ? undefined : ready === 1 };
}

/** Every word as the beginning of one; quoted, so that no sign in it has a meaning of its own for the index. */
function searchQueryOf(text: string): string {
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words.map((word) => `"${word.replaceAll('"', '""')}"*`).join(' ');
}

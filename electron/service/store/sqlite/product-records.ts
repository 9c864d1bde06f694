import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { ProductData } from '../../../../shared/model/product-data.ts';
import type { StagedProducts, StoredProduct } from '../store.ts';
import type { CommitQueue } from './commit-queue.ts';
import { countsIn, prepareReplace } from './generations.ts';
import { noEnd } from './generations-schema.ts';

const productRow = z.object({ bim_ready: z.number().nullable(), product: z.string() });

/**
 * Products in SQLite as they are for one generation of product data, and the search among them.
 * @param generationOf which generation is read; what is put becomes part of it
 */
export function createProductRecords(
  database: Database.Database,
  commits: CommitQueue,
  generationOf: () => number,
): StagedProducts {
  const putProduct = preparePutProduct(database);
  const find = prepareFind(database, generationOf);
  // The weights say where a word counts most: product code, names, manufacturer, classes.
  const search = database.prepare(
    `SELECT bim_ready, product FROM product_texts JOIN products ON row_id = product_texts.rowid
     WHERE product_texts MATCH ? AND ${countsIn} ORDER BY bm25(product_texts, 8, 4, 2, 1), product_id LIMIT ?`,
  );
  const highestId = database.prepare('SELECT coalesce(max(product_id), 0) AS highest FROM products').pluck();
  // Also in what is staged, which would else take the state back when it is shown.
  const setBimReady = database.prepare('UPDATE products SET bim_ready = ? WHERE product_id = ?');

  return {
    ...find,
    putProducts: (products) => commits.add(() => products.forEach((product) => putProduct(product, generationOf()))),
    search: async (text, limit) => {
      const query = searchQueryOf(text);
      const generation = generationOf();
      if (query === '') return [];
      return search.all(query, generation, generation, limit).flatMap((row) => readProduct(row) ?? []);
    },
    highestId: async () => Number(highestId.get()),
    setBimReady: (states) =>
      commits.add(() => {
        const unknown = [...states.keys()].filter((productId) => !find.has(productId));
        if (unknown.length > 0) return unknown;
        for (const [productId, ready] of states) setBimReady.run(ready ? 1 : 0, productId);
        return [];
      }),
  };
}

function prepareFind(database: Database.Database, generationOf: () => number) {
  const prepare = (where: string) => {
    const statement = database.prepare(`SELECT bim_ready, product FROM products WHERE ${where} AND ${countsIn}`);
    return (...keys: readonly (string | number)[]): StoredProduct[] =>
      statement.all(...keys, generationOf(), generationOf()).flatMap((row) => readProduct(row) ?? []);
  };
  const byId = prepare('product_id = ?');
  const byManufacturer = prepare('manufacturer_gln = ? AND product_code = ?');
  const byCode = prepare('product_code = ?');
  // `+?`: SQLite prepares what has a join anew for every value it may look into.
  const byGtin = database.prepare(
    `SELECT bim_ready, product FROM product_gtins JOIN products USING (row_id)
     WHERE gtin = +? AND ${countsIn} ORDER BY product_id LIMIT 1`,
  );
  return {
    has: (productId: number) => byId(productId).length > 0,
    find: async (productId: number) => byId(productId)[0],
    findByCode: async (manufacturerGln: string, productCode: string) => byManufacturer(manufacturerGln, productCode)[0],
    findAllByCode: async (productCode: string) =>
      byCode(productCode).toSorted((one, other) => one.data.productId - other.data.productId),
    findByGtin: async (gtin: string) => readProduct(byGtin.get(gtin, generationOf(), generationOf())),
  };
}

function preparePutProduct(database: Database.Database): (product: ProductData, generation: number) => void {
  const bimReadyOf = database
    .prepare(`SELECT bim_ready FROM products WHERE product_id = ? AND +until = ${noEnd}`)
    .pluck();
  const replace = prepareReplace(database, 'products', 'product_id = ?');
  // The same GLN and code under another id: the product got a new id, the old one goes.
  const dropRenumbered = prepareReplace(
    database,
    'products',
    'manufacturer_gln = ? AND product_code = ? AND product_id <> ?',
  );
  const insert = database.prepare(
    `INSERT INTO products (product_id, manufacturer_gln, product_code, bim_ready, product, since, until)
     VALUES (?, ?, ?, ?, ?, ?, ${noEnd})`,
  );
  const putGtin = database.prepare('INSERT OR IGNORE INTO product_gtins (gtin, row_id) VALUES (?, ?)');
  return (product, generation) => {
    const { productId, manufacturerGln, productCode } = product;
    const bimReady = bimReadyOf.get(productId) ?? null;
    replace(generation, productId);
    if (manufacturerGln !== undefined) dropRenumbered(generation, manufacturerGln, productCode, productId);
    const text = JSON.stringify(product);
    const { lastInsertRowid: rowId } = insert.run(
      productId,
      manufacturerGln ?? null,
      productCode,
      bimReady,
      text,
      generation,
    );
    for (const gtin of product.gtins) putGtin.run(gtin, rowId);
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

import { setImmediate as nextTurn } from 'node:timers/promises';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { ProductData } from '../../../../shared/model/product-data.ts';
import { wordsSearched } from '../class-words.ts';
import { noEnd } from '../generation-rows.ts';
import { pagesByKey } from '../list-pages.ts';
import { readIfThere } from '../read-if-there.ts';
import type { ProductName, StagedProducts, StoredProduct } from '../store.ts';
import type { SharedCommits } from '../../../commits/shared-commits.ts';
import { countsIn, prepareReplace } from './generations.ts';

const productRow = z.object({ bim_ready: z.number().nullable(), product: z.string() });

/** The columns of a row, of a product that the statement calls `products`. */
const columns =
  '(SELECT ready FROM bim_states WHERE bim_states.product_id = products.product_id) AS bim_ready, product';

/**
 * Products in SQLite as they are for one generation of product data, and the search among them.
 * @param generationOf which generation is read; what is put becomes part of it
 */
export function createProductRecords(
  database: Database.Database,
  commits: SharedCommits,
  generationOf: () => number,
): StagedProducts {
  const putProduct = preparePutProduct(database);
  const { idOf, ...find } = prepareFind(database, generationOf);
  const search = prepareSearch(database, generationOf);
  // The first thousand products of a class tell what is usual.
  const modellingClassesOf = database
    .prepare(
      `SELECT code FROM (SELECT modelling_class_code AS code FROM products
         WHERE etim_class_code = ? AND modelling_class_code IS NOT NULL AND ${countsIn} LIMIT 1000)
       GROUP BY code ORDER BY COUNT(*) DESC, code`,
    )
    .pluck();
  const highestId = database.prepare('SELECT coalesce(max(product_id), 0) AS highest FROM products').pluck();
  const setBimReady = database.prepare(
    `INSERT INTO bim_states (product_id, ready) VALUES (?, ?)
     ON CONFLICT (product_id) DO UPDATE SET ready = excluded.ready`,
  );

  return {
    ...find,
    list: prepareList(database, generationOf),
    findIds: async (asked) => asked.map(idOf),
    putProducts: (products) => commits.add(() => products.forEach((product) => putProduct(product, generationOf()))),
    search,
    modellingClassesOf: async (etimClassCode) => {
      const generation = generationOf();
      return modellingClassesOf.all(etimClassCode, generation, generation) as string[];
    },
    highestId: async () => Number(highestId.get()),
    setBimReady: (states) =>
      commits.add(() => {
        const unknown = [...states.keys()].filter((productId) => idOf(productId) === undefined);
        if (unknown.length > 0) return unknown;
        for (const [productId, ready] of states) setBimReady.run(productId, ready ? 1 : 0);
        return [];
      }),
  };
}

function prepareFind(database: Database.Database, generationOf: () => number) {
  const prepare = (where: string) => {
    const statement = database.prepare(`SELECT ${columns} FROM products WHERE ${where} AND ${countsIn}`);
    return (...keys: readonly (string | number)[]): StoredProduct[] =>
      statement.all(...keys, generationOf(), generationOf()).map(readProduct);
  };
  const byId = prepare('product_id = ?');
  const byManufacturer = prepare('manufacturer_gln = ? AND product_code = ?');
  const byCode = prepare('product_code = ?');
  const withoutGln = prepare('manufacturer_gln IS NULL AND product_code = ?');
  const inOrder = (found: StoredProduct[]): StoredProduct[] =>
    found.toSorted((one, other) => one.data.productId - other.data.productId);
  // `+?`: SQLite prepares what has a join again for every value it may look into.
  const byGtin = database.prepare(
    `SELECT ${columns} FROM product_gtins JOIN products USING (row_id)
     WHERE gtin = +? AND ${countsIn} ORDER BY product_id LIMIT 1`,
  );
  const prepareId = (where: string) =>
    database.prepare(`SELECT product_id FROM products WHERE ${where} AND ${countsIn}`).pluck();
  const idById = prepareId('product_id = ?');
  const idByCode = prepareId('manufacturer_gln = ? AND product_code = ?');
  return {
    idOf: (name: ProductName) => {
      const generation = generationOf();
      return (
        typeof name === 'number'
          ? idById.get(name, generation, generation)
          : idByCode.get(name.manufacturerGln, name.productCode, generation, generation)
      ) as number | undefined;
    },
    find: async (productId: number) => byId(productId)[0],
    findByCode: async (manufacturerGln: string, productCode: string) => byManufacturer(manufacturerGln, productCode)[0],
    findAllByCode: async (productCode: string) => inOrder(byCode(productCode)),
    findAllWithoutGln: async (productCode: string) => inOrder(withoutGln(productCode)),
    findByGtin: async (gtin: string) => readIfThere(byGtin.get(gtin, generationOf(), generationOf()), readProduct),
  };
}

/** So many matches are ranked at once, in a few hundredths of a second; meanwhile nobody else is served. */
const rankedTogether = 20_000;

/** The row of a match, and how well it matches: the lower the better. */
type Match = readonly [rowId: number, score: number];

/** The products that match, the best first. All matches are ranked: so only those that are taken are read. */
function prepareSearch(database: Database.Database, generationOf: () => number): StagedProducts['search'] {
  // The weights say where a word counts most: product code, names, manufacturer, classes.
  const rank = database
    .prepare<[string, number], Match>(
      `SELECT rowid, bm25(product_texts, 8, 4, 2, 1) FROM product_texts
       WHERE product_texts MATCH ? AND rowid > ? ORDER BY rowid LIMIT ${rankedTogether}`,
    )
    .raw();
  const find = database.prepare(`SELECT ${columns} FROM products WHERE row_id = ? AND ${countsIn}`);
  return async (text, limit, signal) => {
    const query = searchQueryOf(text);
    const portions: Match[][] = [];
    for (let behind = 0, isWhole = query === ''; !isWhole;) {
      // What else was sent is heard first: of the questions of somebody who types, the next one cancels the last.
      await nextTurn();
      if (signal?.aborted) throw new AppError('cancelled');
      const portion = rank.all(query, behind);
      isWhole = portion.length < rankedTogether;
      behind = portion.at(-1)?.[0] ?? behind;
      portions.push(portion.sort(byScore));
    }
    // In one go, with what is shown by now: rows of before may go at any moment, and those of now are among the ranked.
    const generation = generationOf();
    return bestFirst(portions)
      .map((rowId) => readIfThere(find.get(rowId, generation, generation), readProduct))
      .filter((product) => product !== undefined)
      .take(limit)
      .toArray();
  };
}

const byScore = ([rowId, score]: Match, [otherRowId, other]: Match): number => score - other || rowId - otherRowId;

/** The rows of all portions, each of which begins with its best. */
function* bestFirst(portions: readonly (readonly Match[])[]): Generator<number> {
  const left = portions.map((portion) => portion.values());
  const heads = left.map((matches) => matches.next().value);
  for (;;) {
    const best = heads.reduce((one, other) => (one && (!other || byScore(one, other) <= 0) ? one : other), undefined);
    if (!best) return;
    yield best[0];
    const from = heads.indexOf(best);
    heads[from] = left[from]?.next().value;
  }
}

function prepareList(
  database: Database.Database,
  generationOf: () => number,
): () => AsyncIterable<readonly StoredProduct[]> {
  const list = database.prepare(
    `SELECT ${columns} FROM products WHERE product_id > ? AND ${countsIn} ORDER BY product_id LIMIT ?`,
  );
  return () =>
    pagesByKey<StoredProduct>(async (last, size) =>
      list.all(last?.data.productId ?? -1, generationOf(), generationOf(), size).map(readProduct),
    );
}

function preparePutProduct(database: Database.Database): (product: ProductData, generation: number) => void {
  const replace = prepareReplace(database, 'products', 'product_id = ?');
  // The same GLN and code under another id: the product got a new id, the old one goes.
  const dropRenumbered = prepareReplace(
    database,
    'products',
    'manufacturer_gln = ? AND product_code = ? AND product_id <> ?',
  );
  const insert = database.prepare(
    `INSERT INTO products (product_id, manufacturer_gln, product_code, product, since, until)
     VALUES (?, ?, ?, ?, ?, ${noEnd})`,
  );
  const putGtin = database.prepare('INSERT OR IGNORE INTO product_gtins (gtin, row_id) VALUES (?, ?)');
  return (product, generation) => {
    const { productId, manufacturerGln, productCode } = product;
    replace(generation, productId);
    if (manufacturerGln !== undefined) dropRenumbered(generation, manufacturerGln, productCode, productId);
    const text = JSON.stringify(product);
    const { lastInsertRowid: rowId } = insert.run(productId, manufacturerGln ?? null, productCode, text, generation);
    for (const gtin of product.gtins) putGtin.run(gtin, rowId);
  };
}

function readProduct(row: unknown): StoredProduct {
  const { bim_ready: ready, product } = productRow.parse(row);
  return { data: JSON.parse(product) as ProductData, bimReady: ready === null ? undefined : ready === 1 };
}

/** Every word as the beginning of one; quoted, so that no sign in it has a meaning of its own for the index. */
function searchQueryOf(text: string): string {
  return wordsSearched(text)
    .map((word) => `"${word.replaceAll('"', '""')}"*`)
    .join(' ');
}

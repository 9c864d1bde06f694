import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { ClassPairStructure, ProductData } from '../../../../shared/model/product-data.ts';
import type { ProductRecords, StoredProduct } from '../store.ts';
import type { CommitQueue } from './commit-queue.ts';

const structureRow = z.object({ structure: z.string() });

/** Structures are read with every product, are long, and are few: those used last stay parsed. */
const structuresKept = 200;

const productRow = z.object({ bim_ready: z.number().nullable(), product: z.string() });

const structureSelect = 'SELECT structure FROM structures WHERE etim_class_code = ? AND modelling_class_code = ?';

/** Thrown inside the transaction so that it is undone; never leaves this file. */
class UnknownProducts extends Error {}

/** Products and structures in SQLite. */
export function createProductRecords(database: Database.Database, commits: CommitQueue): ProductRecords {
  const putStructure = database.prepare('INSERT OR REPLACE INTO structures VALUES (?, ?, ?, ?, ?)');
  const putProduct = preparePutProduct(database);
  const parsed = new Map<string, ClassPairStructure | undefined>();
  const findStructure = keepLast(parsed, prepareFindStructure(database));
  const byId = database.prepare('SELECT bim_ready, product FROM products WHERE product_id = ?');
  const byCode = database.prepare(
    'SELECT bim_ready, product FROM products WHERE manufacturer_gln = ? AND product_code = ?',
  );
  const byGtin = database.prepare(
    `SELECT bim_ready, product FROM product_gtins JOIN products USING (product_id)
     WHERE gtin = ? ORDER BY product_id LIMIT 1`,
  );
  const setBimReady = database.prepare('UPDATE products SET bim_ready = ? WHERE product_id = ?');

  return {
    putStructures: (structures) =>
      commits.add(() => {
        for (const structure of structures) {
          const { etimClass, modellingClass } = structure;
          const pair = [etimClass.code, Number(etimClass.version), modellingClass.code, Number(modellingClass.version)];
          putStructure.run(...pair, JSON.stringify(structure));
        }
        parsed.clear();
      }),
    putProducts: (products) => commits.add(() => products.forEach(putProduct)),
    findStructure: async (...asked) => findStructure(...asked),
    find: async (productId) => readProduct(byId.get(productId)),
    findByCode: async (manufacturerGln, productCode) => readProduct(byCode.get(manufacturerGln, productCode)),
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

type FindStructure = (...asked: Parameters<ProductRecords['findStructure']>) => ClassPairStructure | undefined;

function prepareFindStructure(database: Database.Database): FindStructure {
  const newest = database.prepare(
    `${structureSelect} ORDER BY etim_class_version DESC, modelling_class_version DESC LIMIT 1`,
  );
  const exact = database.prepare(`${structureSelect} AND etim_class_version = ? AND modelling_class_version = ?`);
  return (etimClassCode, modellingClassCode, versions) => {
    const row = versions
      ? exact.get(
          etimClassCode,
          modellingClassCode,
          Number(versions.etimClassVersion),
          Number(versions.modellingClassVersion),
        )
      : newest.get(etimClassCode, modellingClassCode);
    // Imported data is checked when it is imported, and only this service writes it.
    return row === undefined ? undefined : (JSON.parse(structureRow.parse(row).structure) as ClassPairStructure);
  };
}

function keepLast(kept: Map<string, ClassPairStructure | undefined>, find: FindStructure): FindStructure {
  return (...asked) => {
    const key = JSON.stringify(asked);
    const found = kept.has(key) ? kept.get(key) : find(...asked);
    kept.delete(key);
    kept.set(key, found);
    const [oldest] = kept.keys();
    if (kept.size > structuresKept && oldest !== undefined) kept.delete(oldest);
    return found;
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

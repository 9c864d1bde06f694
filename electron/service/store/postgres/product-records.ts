import { z } from 'zod';
import { pagesByKey } from '../list-pages.ts';
import type { ProductName, StagedProducts, StoredProduct } from '../store.ts';
import type { ProductData } from '../../../../shared/model/product-data.ts';
import { storable } from './connections.ts';
import { countsIn, generationValue, type Generation } from './generations.ts';
import { putProducts } from './put-products.ts';
import { setBimReady } from './bim-states.ts';
import type { TenantDatabase } from './tenant.ts';
import { queriesOf } from './words.ts';

const productRow = z.object({ bim_ready: z.boolean().nullable(), product: z.string() });
const idRow = z.object({ place: z.number(), product_id: z.number() });
const codeRow = z.object({ code: z.string() });
const highestRow = z.object({ highest: z.number() });

/** The columns of a row, of a product that the statement calls `p`. */
const columns = `(SELECT ready FROM bim_states b WHERE b.tenant_id = p.tenant_id AND b.product_id = p.product_id) AS bim_ready,
  p.product`;

/** Long codes are found by their beginning: an entry of the index has to be short. */
const hasCode = (code: string): string => `left(p.product_code, 200) = left(${code}, 200) AND p.product_code = ${code}`;

/** More words than anybody types tell nothing more. */
const mostWords = 30;

/**
 * Products as they are for one generation of product data, in PostgreSQL, and the search among them.
 * @param generation which one is read; what is put becomes part of it
 */
export function createProductRecords(database: TenantDatabase, generation: Generation): StagedProducts {
  const { ask, tenantId } = database;
  const select = async (rest: string, ...values: readonly unknown[]): Promise<StoredProduct[]> => {
    const statement = `SELECT ${columns} FROM products p ${rest.replace('$counts', countsIn('p'))}`;
    return (await ask(statement, [tenantId, generationValue(generation), ...values])).map(readProduct);
  };
  const one = async (rest: string, ...values: readonly unknown[]) => (await select(rest, ...values))[0];
  return {
    find: async (productId) =>
      Number.isSafeInteger(productId) ? one('WHERE $counts AND p.product_id = $3', productId) : undefined,
    findByCode: (manufacturerGln, productCode) =>
      one(`WHERE $counts AND ${hasCode('$4')} AND p.manufacturer_gln = $3`, manufacturerGln, productCode),
    findAllByCode: (productCode) => select(`WHERE $counts AND ${hasCode('$3')} ORDER BY p.product_id`, productCode),
    findAllWithoutGln: (productCode) =>
      select(`WHERE $counts AND ${hasCode('$3')} AND p.manufacturer_gln IS NULL ORDER BY p.product_id`, productCode),
    findByGtin: (gtin) =>
      one(
        `JOIN product_gtins g USING (tenant_id, row_id) WHERE $counts AND g.tenant_id = $1 AND g.gtin = $3
         ORDER BY p.product_id LIMIT 1`,
        gtin,
      ),
    findIds: (asked) => findIds(database, generation, asked),
    async search(text, limit) {
      const queries = queriesOf(tenantId, text).slice(0, mostWords);
      if (queries.length === 0) return [];
      return select(searchRest(queries.length), limit, queries.map((query) => `(${query})`).join(' | '), ...queries);
    },
    async modellingClassesOf(etimClassCode) {
      // A thousand products of a class tell what is usual.
      const usual = `
        SELECT code FROM (SELECT p.modelling_class_code AS code FROM products p
          WHERE ${countsIn('p')} AND p.etim_class_code = $3 AND p.modelling_class_code IS NOT NULL LIMIT 1000) AS first_ones
        GROUP BY code ORDER BY count(*) DESC, code`;
      const rows = await ask(usual, [tenantId, generationValue(generation), etimClassCode]);
      return rows.map((row) => codeRow.parse(row).code);
    },
    list: () =>
      pagesByKey<StoredProduct>((last, size) =>
        select('WHERE $counts AND p.product_id > $3 ORDER BY p.product_id LIMIT $4', last?.data.productId ?? -1, size),
      ),
    setBimReady: (states) => setBimReady(database, generation, states),
    putProducts: (products) => putProducts(database, generation, products),
    async highestId() {
      const highest = 'SELECT coalesce(max(product_id), 0) AS highest FROM products WHERE tenant_id = $1';
      return highestRow.parse((await ask(highest, [tenantId]))[0]).highest;
    },
  };
}

/**
 * Each word occurs in the product itself or in what one of its classes is called. The words of classes stay with the
 * classes: so a class with other words is one row that changes, not all of its products. Weights say where a word counts
 * most: product code, names, manufacturer.
 */
function searchRest(words: number): string {
  const classesWith = (table: string, query: string): string =>
    `ANY (ARRAY (SELECT c.code FROM ${table} c WHERE ${countsIn('c')} AND c.words @@ ${query}))`;
  const conditions = Array.from({ length: words }, (_, index) => {
    const query = `$${index + 5}::tsquery`;
    return `(p.words @@ ${query} OR p.etim_class_code = ${classesWith('etim_classes', query)}
      OR p.modelling_class_code = ${classesWith('modelling_classes', query)})`;
  });
  return `WHERE $counts AND ${conditions.join(' AND ')}
    ORDER BY ts_rank('{0.125, 0.25, 0.5, 1}', p.words, $4::tsquery) DESC, p.product_id LIMIT $3`;
}

async function findIds(
  { ask, tenantId }: TenantDatabase,
  generation: Generation,
  asked: readonly ProductName[],
): Promise<(number | undefined)[]> {
  const found: (number | undefined)[] = asked.map(() => undefined);
  const look = async (
    rest: string,
    places: readonly number[],
    ...columnsAsked: readonly unknown[][]
  ): Promise<void> => {
    if (places.length === 0) return;
    const statement = `SELECT asked.place, p.product_id FROM ${rest} AND ${countsIn('p')} OFFSET 0) AS p`;
    for (const row of await ask(statement, [tenantId, generationValue(generation), places, ...columnsAsked])) {
      const { place, product_id: productId } = idRow.parse(row);
      found[place] = productId;
    }
  };
  const ids = [...asked.entries()].filter(([, name]) => Number.isSafeInteger(name));
  await look(
    'unnest($3::integer[], $4::bigint[]) AS asked (place, id) CROSS JOIN LATERAL (SELECT p.product_id FROM products p WHERE p.product_id = asked.id',
    ids.map(([place]) => place),
    ids.map(([, id]) => id),
  );
  const codes = [...asked.entries()].flatMap(([place, name]) => (typeof name === 'number' ? [] : [{ place, ...name }]));
  await look(
    `unnest($3::integer[], $4::text[], $5::text[]) AS asked (place, gln, code)
     CROSS JOIN LATERAL (SELECT p.product_id FROM products p WHERE ${hasCode('asked.code')} AND p.manufacturer_gln = asked.gln`,
    codes.map(({ place }) => place),
    codes.map(({ manufacturerGln }) => storable(manufacturerGln)),
    codes.map(({ productCode }) => storable(productCode)),
  );
  return found;
}

function readProduct(row: unknown): StoredProduct {
  const { bim_ready: ready, product } = productRow.parse(row);
  return { data: JSON.parse(product) as ProductData, bimReady: ready ?? undefined };
}

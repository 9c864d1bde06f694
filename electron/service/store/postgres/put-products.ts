import type { ProductData } from '../../../../shared/model/product-data.ts';
import { noEnd } from '../generation-rows.ts';
import { rowsValue } from './connections.ts';
import { endRows, type Generation } from './generations.ts';
import { putIntoStage } from './stage-fence.ts';
import type { TenantDatabase } from './tenant.ts';
import { vectorOf } from './words.ts';

/** Adds or replaces products of a generation that is being taken in. */
export async function putProducts(
  database: TenantDatabase,
  generation: Generation,
  products: readonly ProductData[],
): Promise<void> {
  if (products.length === 0) return;
  const rows = rowsValue(lastOfEach(products).map((product) => rowOf(database.tenantId, product)));
  await putIntoStage(database, generation, async (ask, into) => {
    const given = 'product_id bigint, manufacturer_gln text, product_code text';
    await endRows(ask, into, { table: 'products', given, match: 't.product_id = g.product_id' }, rows);
    // The same GLN and code under another id: the product got a new id, the old one goes.
    const match = `left(t.product_code, 200) = left(g.product_code, 200) AND t.product_code = g.product_code
      AND t.manufacturer_gln = g.manufacturer_gln AND t.product_id <> g.product_id`;
    await endRows(ask, into, { table: 'products', given, match }, rows);
    await ask(insertStatement, [into.tenantId, into.number, rows]);
  });
}

const insertStatement = `
  WITH given AS (
    SELECT * FROM json_to_recordset($3::json) AS g (product_id bigint, manufacturer_gln text, product_code text,
      etim_class_code text, modelling_class_code text, words tsvector, product text, gtins json)
  ), added AS (
    INSERT INTO products (tenant_id, product_id, since, until, manufacturer_gln, product_code, etim_class_code,
      modelling_class_code, words, product)
    SELECT $1, product_id, $2, ${noEnd}, manufacturer_gln, product_code, etim_class_code, modelling_class_code, words,
      product FROM given
    RETURNING row_id, product_id
  )
  INSERT INTO product_gtins (tenant_id, gtin, row_id)
  SELECT DISTINCT $1, gtin, row_id FROM added JOIN given USING (product_id), json_array_elements_text(gtins) AS gtin`;

/** The last one of each id, and of each GLN and code, as if they had been put one after the other. */
function lastOfEach(products: readonly ProductData[]): ProductData[] {
  const byId = new Map<number, ProductData>();
  const idOf = new Map<string, number>();
  for (const product of products) {
    const { productId, manufacturerGln, productCode } = product;
    if (manufacturerGln !== undefined) {
      const name = JSON.stringify([manufacturerGln, productCode]);
      const other = idOf.get(name);
      if (other !== undefined) byId.delete(other);
      idOf.set(name, productId);
    }
    byId.set(productId, product);
  }
  return [...byId.values()];
}

function rowOf(tenantId: string, product: ProductData) {
  const { productId, manufacturerGln, manufacturerName, productCode, names, gtins } = product;
  return {
    product_id: productId,
    manufacturer_gln: manufacturerGln,
    product_code: productCode,
    etim_class_code: product.etimClassCode,
    modelling_class_code: product.modellingClassCode,
    words: vectorOf(tenantId, [
      ['A', productCode],
      ['B', Object.values(names).join(' ')],
      ['C', manufacturerName ?? ''],
    ]),
    product: JSON.stringify(product),
    gtins,
  };
}

import type { CadProduct } from '../../../shared/api/schemas/cad-product.ts';
import type { ProductRecords, Store } from '../store/store.ts';
import { findEtimClassOf } from './known-classes.ts';
import { toProductHead } from './to-cad-product.ts';

/**
 * The products that match a text, the best match first, as records without features: `ProductRecords.search` says what
 * matches.
 * @throws AppError `cancelled`
 */
export async function searchProducts(
  { classes, products }: Pick<Store, 'classes' | 'products'>,
  languageCode: string | undefined,
  ...asked: Parameters<ProductRecords['search']>
): Promise<CadProduct[]> {
  const found = await products.search(...asked);
  return Promise.all(
    found.map(async ({ data }) => toProductHead(data, await findEtimClassOf(classes, data), languageCode)),
  );
}

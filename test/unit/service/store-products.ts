import type { Store } from '../../../electron/service/store/store.ts';
import type { ProductData } from '../../../shared/model/product-data.ts';

/** Products as they are, with their ids, in a store. */
export async function storeProducts(store: Store, products: readonly ProductData[]): Promise<void> {
  const staged = await store.stageProductData();
  await staged.products.putProducts(products);
  await staged.show();
}

import type { ProductQuery } from '../rpc/product-records.ts';

/** What a product was asked for by, as it was given. */
export function askedProduct(query: ProductQuery): string {
  switch (query.by) {
    case 'gtin':
      return query.gtin;
    case 'code':
      return `${query.gln} · ${query.productCode}`;
    case 'id':
      return String(query.productId);
  }
}

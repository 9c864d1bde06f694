import { z } from 'zod';
import { cadProduct } from '../api/schemas/cad-product.ts';
import { errorRecord } from './error-record.ts';

/** What crosses between window and engine about products. */

export const productQuery = z.discriminatedUnion('by', [
  z.object({ by: z.literal('gtin'), gtin: z.string().max(64) }),
  z.object({ by: z.literal('code'), gln: z.string().max(64), productCode: z.string().max(128) }),
  /** By the service's own id, which only its answers tell. */
  z.object({ by: z.literal('id'), productId: z.int().min(1) }),
]);
export type ProductQuery = z.output<typeof productQuery>;

export const productAnswer = z.object({
  query: productQuery,
  product: cadProduct.optional(),
  /** When the service said so, where it could not be asked now. */
  asOfMs: z.number().optional(),
  error: errorRecord.optional(),
});
export type ProductAnswer = z.output<typeof productAnswer>;

/** What a search shows of a product; the rest of it is looked up by its id. */
export const productHit = z.object({
  ...cadProduct.pick({
    name: true,
    manufacturerName: true,
    manufacturerGln: true,
    productCode: true,
    etimClassCode: true,
    etimClassDescription: true,
  }).shape,
  productId: z.int(),
});
export type ProductHit = z.output<typeof productHit>;

import type { ViewCaller, ViewOptions } from '../../../shared/api/caller.ts';
import { listLimits } from '../../../shared/api/limits.ts';
import { inLists } from '../../../shared/model/in-lists.ts';
import type { CadProduct } from '../../../shared/api/schemas/cad-product.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { ProductHead } from '../../../shared/rpc/service-records.ts';

/**
 * Products with all their values, in the order of their ids.
 * @throws AppError `not-found` naming ids that the service does not have, or what it answers
 */
export async function productsByIds(
  service: ViewCaller,
  productIds: readonly number[],
  languageCode: string | undefined,
  options: ViewOptions = {},
): Promise<CadProduct[]> {
  const found = new Map<number, CadProduct>();
  const asked: readonly number[] = [...new Set(productIds)];
  for (const some of inLists(asked, listLimits.productIds)) {
    const body = { productIds: [...some], ...(languageCode ? { languageCode } : {}) };
    const products = await service.call('getProductValues', { params: {}, query: {}, body }, options);
    for (const product of products) if (product.productId !== undefined) found.set(product.productId, product);
  }
  const missing = productIds.filter((productId) => !found.has(productId));
  if (missing.length > 0) {
    throw new AppError('not-found', { detail: `There is no product ${missing.slice(0, 20).join(', ')}.` });
  }
  return productIds.map((productId) => found.get(productId)).filter((product) => product !== undefined);
}

/** What tells a product from others. */
export function headOf(product: CadProduct): ProductHead {
  const { name, productId, manufacturerName, productCode, etimClassCode, modellingClassCode } = product;
  return { name, productId, manufacturerName, productCode, etimClassCode, modellingClassCode };
}

/** How old an answer is, where the service could not be asked for it: pass `options`, then read `asOf`. */
export function createAge(): { readonly options: ViewOptions; readonly asOf: () => { asOfMs?: number } } {
  let oldestMs: number | undefined;
  return {
    options: { priority: 'person', onMirrored: (seenMs) => (oldestMs = Math.min(seenMs, oldestMs ?? seenMs)) },
    asOf: () => (oldestMs === undefined ? {} : { asOfMs: oldestMs }),
  };
}

/** What is known of a list: its age, and whether it is only what waits for the service. */
export interface ListStanding {
  asOfMs?: number;
  isPartial?: true;
}

/** The same of a list: pass `options`, then read `standing`. */
export function createListAge(): { readonly options: ViewOptions; readonly standing: () => ListStanding } {
  const { options, asOf } = createAge();
  let isPartial = false;
  return {
    options: { ...options, onPartial: () => (isPartial = true) },
    standing: () => ({ ...asOf(), ...(isPartial ? { isPartial } : {}) }),
  };
}

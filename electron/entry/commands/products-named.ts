import type { ViewCaller } from '../../../shared/api/caller.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { ProductQuery } from '../../../shared/rpc/product-records.ts';
import { askedProduct } from '../../../shared/words/asked-product.ts';
import { lookUpProducts } from '../../engine/application/look-up-products.ts';
import { wrong } from './wrong-request.ts';

/** Products as a command line names them. */
export interface NamedProducts {
  readonly gtin?: readonly string[] | undefined;
  /** The service's own ids. */
  readonly product?: readonly string[] | undefined;
  readonly gln?: string | undefined;
  /** Product codes of the manufacturer `gln`. */
  readonly code?: readonly string[] | undefined;
}

/** The questions for these products. @throws AppError `invalid-request` where none is named, or one only half */
export function queriesOf({ gtin = [], product = [], gln, code = [] }: NamedProducts): ProductQuery[] {
  if ((gln === undefined) !== (code.length === 0)) throw wrong('--gln and --code go together.');
  const queries: ProductQuery[] = [
    ...gtin.map((text) => ({ by: 'gtin', gtin: text }) as const),
    ...product.map((text) => ({ by: 'id', productId: readId(text) }) as const),
    ...code.map((productCode) => ({ by: 'code', gln: gln ?? '', productCode }) as const),
  ];
  if (queries.length === 0) throw wrong('Name a product by --gtin, by --gln and --code, or by --product.');
  return queries;
}

/**
 * The service's ids of these products.
 * @throws AppError for the first that is not found, saying which; `invalid-request`
 */
export async function idsOf(service: ViewCaller, named: NamedProducts): Promise<number[]> {
  const queries = queriesOf(named);
  if (queries.every((query) => query.by === 'id')) return queries.map(({ productId }) => productId);
  const answers = await lookUpProducts(() => service, queries);
  return answers.map(({ query, product, error }) => {
    if (product?.productId !== undefined) return product.productId;
    throw new AppError(error?.code ?? 'not-found', {
      detail: [askedProduct(query), error?.detail].filter(Boolean).join(': '),
    });
  });
}

function readId(text: string): number {
  if (/^\d{1,10}$/.test(text) && Number(text) > 0) return Number(text);
  throw wrong(`--product ${text}: an id of a product is a whole number.`);
}

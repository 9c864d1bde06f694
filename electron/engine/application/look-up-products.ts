import { inLists, listLimits } from '../../../shared/api/limits.ts';
import type { CadProduct } from '../../../shared/api/schemas/cad-product.ts';
import type { ServiceCaller } from '../../../shared/api/caller.ts';
import { AppError, toAppError } from '../../../shared/errors/app-error.ts';
import { parseGln } from '../../../shared/model/gln.ts';
import { parseGtin } from '../../../shared/model/gtin.ts';
import type { ProductAnswer, ProductQuery } from '../../../shared/rpc/product-records.ts';

type CodeQuery = Extract<ProductQuery, { by: 'code' }>;

/** How many GTINs are asked for at the same time: the service has no bulk operation for them. */
const parallelLookups = 6;

/** Looks up many products; each line gets its product or its own error. Pairs of GLN and code take one call together. */
export async function lookUpProducts(
  service: () => ServiceCaller,
  queries: readonly ProductQuery[],
  languageCode = '',
): Promise<ProductAnswer[]> {
  const pairs = queries.filter((query): query is CodeQuery => query.by === 'code' && parseGln(query.gln).ok);
  const found = pairs.length > 1 ? await findPairs(service(), pairs, languageCode) : new Map<string, CadProduct>();
  const answers: ProductAnswer[] = [];
  const waiting = queries.map((query, index) => ({ query, index }));
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      answers[next.index] = await answer(service, next.query, found, languageCode);
    }
  };
  await Promise.all(Array.from({ length: parallelLookups }, worker));
  return answers;
}

async function answer(
  service: () => ServiceCaller,
  query: ProductQuery,
  found: ReadonlyMap<string, CadProduct>,
  languageCode: string,
): Promise<ProductAnswer> {
  try {
    const known = query.by === 'code' ? found.get(pairText(query.gln, query.productCode)) : undefined;
    return { query, product: known ?? (await lookUpOne(service, query, languageCode)) };
  } catch (error) {
    return { query, error: toAppError(error).toRecord() };
  }
}

async function lookUpOne(service: () => ServiceCaller, query: ProductQuery, languageCode: string): Promise<CadProduct> {
  const options = { priority: 'person' } as const;
  if (query.by === 'gtin') {
    const gtin = parseGtin(query.gtin);
    if (!gtin.ok) throw new AppError('invalid-request', { detail: `${capital(gtin.fault.detail)}.` });
    return service().call('getProductByGtin', { params: { gtin: gtin.value }, query: { languageCode } }, options);
  }
  if (query.by === 'id') return lookUpById(service(), query.productId, languageCode);
  const gln = parseGln(query.gln);
  if (!gln.ok) throw new AppError('invalid-request', { detail: `${capital(gln.fault.detail)}.` });
  const productCode = query.productCode.trim();
  if (productCode === '') throw new AppError('invalid-request', { detail: 'A product code is missing.' });
  return service().call(
    'getProduct',
    { params: { manufacturerGln: gln.value, productCode }, query: { languageCode } },
    options,
  );
}

async function lookUpById(service: ServiceCaller, productId: number, languageCode: string): Promise<CadProduct> {
  const [product] = await service.call(
    'getProductValues',
    { params: {}, query: {}, body: { productIds: [productId], ...(languageCode === '' ? {} : { languageCode }) } },
    { priority: 'person' },
  );
  if (!product) throw new AppError('not-found');
  return product;
}

/** The pairs that bulk calls find. Only products that say which pair they are can be told apart. */
async function findPairs(
  service: ServiceCaller,
  pairs: readonly CodeQuery[],
  languageCode: string,
): Promise<Map<string, CadProduct>> {
  const found = new Map<string, CadProduct>();
  for (const some of inLists(pairs, listLimits.productPairs)) {
    for (const product of await findSomePairs(service, some, languageCode)) {
      const { manufacturerGln, productCode } = product;
      if (manufacturerGln !== undefined && productCode !== undefined) {
        found.set(pairText(manufacturerGln, productCode), product);
      }
    }
  }
  return found;
}

async function findSomePairs(
  service: ServiceCaller,
  pairs: readonly CodeQuery[],
  languageCode: string,
): Promise<readonly CadProduct[]> {
  const body = pairs.map(({ gln, productCode }) => ({
    manufacturerGln: gln.replace(/[\s-]/g, ''),
    productCode: productCode.trim(),
  }));
  try {
    return await service.call('findProducts', { params: {}, query: { languageCode }, body }, { priority: 'person' });
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return [];
    throw error;
  }
}

function pairText(gln: string, productCode: string): string {
  return `${gln.replace(/[\s-]/g, '')}/${productCode.trim()}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

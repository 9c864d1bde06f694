import { listLimits } from '../../../shared/api/limits.ts';
import { inLists } from '../../../shared/model/in-lists.ts';
import type { CadProduct } from '../../../shared/api/schemas/cad-product.ts';
import type { ViewCaller, ViewOptions } from '../../../shared/api/caller.ts';
import { AppError, toAppError } from '../../../shared/errors/app-error.ts';
import type { ErrorCode } from '../../../shared/errors/catalogue.ts';
import { cutOffOf } from '../../../shared/errors/reachability.ts';
import { parseGln } from '../../../shared/model/gln.ts';
import { hasRightCheckDigit } from '../../../shared/model/gs1-check-digit.ts';
import { parseGtin } from '../../../shared/model/gtin.ts';
import { createAge } from '../ask/products.ts';
import type { ProductAnswer, ProductQuery } from '../../../shared/rpc/product-records.ts';

type CodeQuery = Extract<ProductQuery, { by: 'code' }>;

/** How many GTINs are asked for at the same time: the service has no bulk operation for them. */
const parallelLookups = 6;

/** A product, and when the service told of it where it could not be asked now. */
interface Found {
  readonly product: CadProduct;
  readonly asOfMs?: number;
}

/** Looks up many products; each line gets its product or its own error. Pairs of GLN and code take one call together. */
export async function lookUpProducts(
  service: () => ViewCaller,
  queries: readonly ProductQuery[],
  languageCode = '',
): Promise<ProductAnswer[]> {
  const pairs = queries.filter(isWholePair);
  const found =
    pairs.length > 1 ? await findPairs(service(), pairs, languageCode) : new Map<string, Found | AppError>();
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

/** The service refuses a call as a whole for one pair that is none. */
function isWholePair(query: ProductQuery): query is CodeQuery {
  return query.by === 'code' && parseGln(query.gln).ok && query.productCode.trim() !== '';
}

async function answer(
  service: () => ViewCaller,
  query: ProductQuery,
  found: ReadonlyMap<string, Found | AppError>,
  languageCode: string,
): Promise<ProductAnswer> {
  try {
    const known = query.by === 'code' ? found.get(pairText(query.gln, query.productCode)) : undefined;
    if (known instanceof AppError) throw known;
    return { query, ...(known ?? (await withAge((options) => lookUpOne(service, query, languageCode, options)))) };
  } catch (error) {
    const said = toAppError(error).toRecord();
    const isMistyped = said.code === 'not-found' && hasWrongCheckDigit(query);
    return { query, error: isMistyped ? { ...said, detail: 'Its check digit is wrong: it may be mistyped.' } : said };
  }
}

function hasWrongCheckDigit(query: ProductQuery): boolean {
  if (query.by === 'id') return false;
  const read = query.by === 'gtin' ? parseGtin(query.gtin) : parseGln(query.gln);
  return read.ok && !hasRightCheckDigit(read.value);
}

/** What `ask` answers, and how old that is where the service could not be asked. */
async function withAge(ask: (options: ViewOptions) => Promise<CadProduct>): Promise<Found> {
  const { options, asOf } = createAge();
  return { product: await ask(options), ...asOf() };
}

async function lookUpOne(
  service: () => ViewCaller,
  query: ProductQuery,
  languageCode: string,
  options: ViewOptions,
): Promise<CadProduct> {
  if (query.by === 'gtin') {
    const gtin = parseGtin(query.gtin);
    if (!gtin.ok) throw new AppError('invalid-request', { detail: `${capital(gtin.fault.detail)}.` });
    return service().call('getProductByGtin', { params: { gtin: gtin.value }, query: { languageCode } }, options);
  }
  if (query.by === 'id') return lookUpById(service(), query.productId, languageCode, options);
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

async function lookUpById(
  service: ViewCaller,
  productId: number,
  languageCode: string,
  options: ViewOptions,
): Promise<CadProduct> {
  const [product] = await service.call(
    'getProductValues',
    { params: {}, query: {}, body: { productIds: [productId], ...(languageCode === '' ? {} : { languageCode }) } },
    options,
  );
  if (!product) throw new AppError('not-found');
  return product;
}

/**
 * The pairs that bulk calls find, and the errors of those that are not worth a call of their own. Only products that say
 * which pair they are can be told apart.
 */
async function findPairs(
  service: ViewCaller,
  pairs: readonly CodeQuery[],
  languageCode: string,
): Promise<Map<string, Found | AppError>> {
  const found = new Map<string, Found | AppError>();
  for (const some of inLists(pairs, listLimits.productPairs)) {
    const outcome = await findSomePairs(service, some, languageCode).catch(toAppError);
    if (outcome instanceof AppError) {
      // Some of them may be known all the same: each is asked for by itself, and gets its own error.
      if (mayBeAnsweredAlone(outcome.code)) continue;
      for (const { gln, productCode } of some) found.set(pairText(gln, productCode), outcome);
      continue;
    }
    const { products, ...age } = outcome;
    for (const product of products) {
      const { manufacturerGln, productCode } = product;
      if (manufacturerGln !== undefined && productCode !== undefined) {
        found.set(pairText(manufacturerGln, productCode), { product, ...age });
      }
    }
  }
  return found;
}

/** What was refused as a whole for one of its pairs. */
const refusals: ReadonlySet<ErrorCode> = new Set(['not-found', 'invalid-request', 'request-rejected']);

/**
 * Whether after this error each pair may have an answer of its own: of the service, or from before where nothing is asked
 * of it for now. A service that fails is not asked thousands of times more.
 */
function mayBeAnsweredAlone(code: ErrorCode): boolean {
  const cutOff = cutOffOf(code);
  return cutOff === undefined ? refusals.has(code) : cutOff !== 'signedOut' && cutOff !== 'limited';
}

async function findSomePairs(
  service: ViewCaller,
  pairs: readonly CodeQuery[],
  languageCode: string,
): Promise<{ readonly products: readonly CadProduct[]; readonly asOfMs?: number }> {
  const body = pairs.map(({ gln, productCode }) => ({
    manufacturerGln: gln.replace(/[\s-]/g, ''),
    productCode: productCode.trim(),
  }));
  const { options, asOf } = createAge();
  const products = await service.call('findProducts', { params: {}, query: { languageCode }, body }, options);
  return { products, ...asOf() };
}

function pairText(gln: string, productCode: string): string {
  return `${gln.replace(/[\s-]/g, '')}/${productCode.trim()}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

import type { CadProduct } from '../../shared/api/schemas/cad-product.ts';
import type { LanguageCode } from '../../shared/model/language.ts';
import { parseGln } from '../../shared/model/gln.ts';
import { parseGtin } from '../../shared/model/gtin.ts';
import type { Parts } from './decisions.ts';
import type { Kept } from './mirror.ts';
import { nameOf, type Question } from './question.ts';

/** Products by whatever they can be asked by: one that came in a list answers who asks for it alone. */

export const productByPair: Parts<'getProduct'> = {
  names: ({ params, query }) => [pairName(query.languageCode, params.manufacturerGln, params.productCode)],
  split: (question, product) => [oneProduct(productByPair.names(question), product, question.query.languageCode)],
  join: theOnly,
};

export const productByGtin: Parts<'getProductByGtin'> = {
  names: ({ params, query }) => [gtinName(query.languageCode, params.gtin)],
  split: (question, product) => [oneProduct(productByGtin.names(question), product, question.query.languageCode)],
  join: theOnly,
};

export const productsByPairs: Parts<'findProducts'> = {
  names: ({ body = [], query }) =>
    body.map(({ manufacturerGln = '', productCode = '' }) =>
      pairName(query.languageCode, manufacturerGln, productCode),
    ),
  split: (question, products) =>
    withMissing(
      productsByPairs.names(question),
      products.map((product) => oneProduct([], product, question.query.languageCode)),
    ),
  join: thoseThereAre,
};

export const productValues: Parts<'getProductValues'> = {
  names: ({ body }) => {
    const { productIds = [], ...choice } = filterOf(body);
    return productIds.map((productId) => valuesName(choice, productId));
  },
  split(question, products) {
    const { productIds: _, ...choice } = filterOf(question.body);
    const known = products.map((product) => ({
      names: product.productId === undefined ? [] : [valuesName(choice, product.productId)],
      value: product,
    }));
    return withMissing(productValues.names(question), known);
  },
  join: thoseThereAre,
};

function oneProduct(asked: readonly string[], product: CadProduct, languageCode: LanguageCode | undefined): Kept {
  const { manufacturerGln, productCode, productId, gtins = [], properties = [] } = product;
  const pair =
    manufacturerGln === undefined || productCode === undefined
      ? []
      : [pairName(languageCode, manufacturerGln, productCode)];
  // A service that sent the values sent all of them: what is looked up can be made a selection of without asking again.
  const choice = languageCode === undefined ? {} : { languageCode };
  const values = productId === undefined || properties.length === 0 ? [] : [valuesName(choice, productId)];
  // Of two products with one GTIN the service answers one, and only it knows which.
  const ownNames = gtins.map((gtin) => gtinName(languageCode, gtin));
  return { names: [...asked, ...pair, ...values], ownNames, value: product };
}

/** Those that were asked for and did not come, too. */
function withMissing(asked: readonly string[], parts: readonly Kept[]): readonly Kept[] {
  const came = new Set(parts.flatMap(({ names }) => names));
  const missing = asked.filter((name) => !came.has(name));
  return missing.length === 0 ? parts : [...parts, { names: missing, value: undefined }];
}

function theOnly([product]: readonly unknown[]): CadProduct | undefined {
  return product as CadProduct | undefined;
}

/** As the service answers: what it has of these, and that it has nothing as an error. */
function thoseThereAre(records: readonly unknown[]): CadProduct[] | undefined {
  const products = records.filter((record): record is CadProduct => record !== undefined);
  return products.length === 0 ? undefined : products;
}

function pairName(languageCode: LanguageCode | undefined, gln: string, productCode: string): string {
  const read = parseGln(gln);
  return nameOf('product of a pair', languageCode, read.ok ? read.value : gln, productCode);
}

function gtinName(languageCode: LanguageCode | undefined, gtin: string): string {
  const read = parseGtin(gtin);
  return nameOf('product of a GTIN', languageCode, read.ok ? read.value : gtin);
}

/** How its values are chosen makes another record of the same product. */
function valuesName(choice: Omit<ValuesFilter, 'productIds'>, productId: number): string {
  return nameOf('values of a product', choice, productId);
}

type ValuesBody = Question<'getProductValues'>['body'];
type ValuesFilter = Exclude<ValuesBody, readonly number[] | undefined>;

function filterOf(body: ValuesBody): ValuesFilter {
  return Array.isArray(body) ? { productIds: body } : (body ?? {});
}

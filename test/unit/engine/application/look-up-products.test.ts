import { expect, it } from 'vitest';
import { lookUpProducts } from '../../../../electron/engine/application/look-up-products.ts';
import type { ViewCaller } from '../../../../shared/api/caller.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { ProductAnswer, ProductQuery } from '../../../../shared/rpc/product-records.ts';

const gln = '8712345000004';
const byCode = (productCode: string): ProductQuery => ({ by: 'code', gln, productCode });
const byGtin: ProductQuery = { by: 'gtin', gtin: '8712345000004' };

type Pairs = readonly { readonly productCode: string }[];

/** A service that has every product but those that are called X. @param bulk answers a bulk call */
function answering(bulk: (pairs: Pairs) => unknown) {
  const asked: string[] = [];
  const call = async (id: string, { params, body = [] }: { params: { productCode?: string }; body?: Pairs }) => {
    asked.push(id);
    if (id === 'findProducts') return bulk(body);
    if (params.productCode === 'X') throw new AppError('not-found');
    return { manufacturerGln: gln, ...params };
  };
  return { asked, views: () => ({ asks: 'serviceOrMirror', call }) as unknown as ViewCaller };
}

const said = (answers: readonly ProductAnswer[]): unknown[] =>
  answers.map(({ product, error }) => (product ? 'found' : error?.code));

it('a line without a product code does not take the other lines their answers', async () => {
  const { views } = answering((pairs) => {
    // As the service does.
    if (pairs.some(({ productCode }) => productCode === '')) throw new AppError('invalid-request');
    return pairs.map(({ productCode }) => ({ manufacturerGln: gln, productCode }));
  });
  const answers = await lookUpProducts(views, [byCode('A'), byCode(' '), byCode('B'), byGtin]);
  expect(said(answers)).toEqual(['found', 'invalid-request', 'found', 'found']);
});

it('of a number that is not found and has a wrong check digit that is said', async () => {
  const call = () => Promise.reject(new AppError('not-found'));
  const views = () => ({ asks: 'serviceOrMirror', call }) as unknown as ViewCaller;
  const queries: ProductQuery[] = [
    { by: 'gtin', gtin: '8712345000005' },
    { by: 'code', gln: '8712345000005', productCode: 'A' },
    { by: 'gtin', gtin: '8712345000004' },
    { by: 'id', productId: 8_712_345 },
  ];
  const answers = await lookUpProducts(views, queries);
  const mistyped = { code: 'not-found', detail: 'Its check digit is wrong: it may be mistyped.' };
  expect(answers.map(({ error }) => error)).toEqual([mistyped, mistyped, { code: 'not-found' }, { code: 'not-found' }]);
});

it('lines that the service refuses together are asked for one by one', async () => {
  const { views } = answering(() => {
    throw new AppError('invalid-request');
  });
  expect(said(await lookUpProducts(views, [byCode('A'), byCode('X'), byGtin]))).toEqual([
    'found',
    'not-found',
    'found',
  ]);
});

it('a service that fails at many lines is not asked for each, and still answers what it is asked for otherwise', async () => {
  const { asked, views } = answering(() => {
    throw new AppError('service-failed', { receivedStatus: 500 });
  });
  const answers = await lookUpProducts(views, [byCode('A'), byCode('B'), byGtin]);
  expect(said(answers)).toEqual(['service-failed', 'service-failed', 'found']);
  expect(asked).toEqual(['findProducts', 'getProductByGtin']);
});

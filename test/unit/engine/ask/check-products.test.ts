import { expect, it } from 'vitest';
import { checkProducts } from '../../../../electron/engine/ask/check-products.ts';
import type { ViewCaller, ViewOptions } from '../../../../shared/api/caller.ts';

/** Answers every structure from the mirror, as it was at that time. */
function structuresOf(seenMs: number): ViewCaller {
  const call = async (_id: string, _input: unknown, options?: ViewOptions) => {
    options?.onMirrored?.(seenMs);
    return { properties: [] };
  };
  return { call } as unknown as ViewCaller;
}

it('a check is as old as the older one of the product and its structure', async () => {
  const product = { etimClassCode: 'EC011524', modellingClassCode: 'MC000123' };
  const answers = [100, 10, undefined].map((asOfMs) => ({
    query: { by: 'gtin' as const, gtin: '8712423012349' },
    product,
    ...(asOfMs === undefined ? {} : { asOfMs }),
  }));
  const checks = await checkProducts(() => structuresOf(50), answers);
  expect(checks.map(({ asOfMs }) => asOfMs)).toEqual([50, 10, 50]);
});

it('a check against a structure that is of now is not as old as another one', async () => {
  const call = async (_id: string, { params }: { params: { etimClassCode: string } }, options?: ViewOptions) => {
    if (params.etimClassCode === 'EC000001') options?.onMirrored?.(50);
    return { properties: [] };
  };
  const answers = ['EC000001', 'EC000002', 'EC000001'].map((etimClassCode) => ({
    query: { by: 'gtin' as const, gtin: '8712423012349' },
    product: { etimClassCode, modellingClassCode: 'MC000123' },
  }));
  const checks = await checkProducts(() => ({ call }) as unknown as ViewCaller, answers);
  expect(checks.map(({ asOfMs }) => asOfMs)).toEqual([50, undefined, 50]);
});

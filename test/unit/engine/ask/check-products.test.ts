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

import { expect, it } from 'vitest';
import { lookUpProducts } from '../../../../electron/engine/application/look-up-products.ts';
import type { ProductQuery } from '../../../../shared/rpc/product-records.ts';
import { openSite } from '../../gateway/gateway-site.ts';

const gln = '8712345000004';
const byCode = (productCode: string): ProductQuery => ({ by: 'code', gln, productCode });

it('of a pasted column, each line that was seen before has its product and age, each other line its error', async () => {
  const site = openSite();
  const seenMs = site.clock.now();
  const known = byCode('P25-60');
  const [online] = await lookUpProducts(() => site.gateway, [known], 'nl');
  expect(online).not.toHaveProperty('asOfMs');
  site.clock.pass(60_000);
  site.service.stop();
  const { length } = site.service.asked;
  const unknown = Array.from({ length: 50 }, (_, index) => byCode(`unseen ${index}`));
  const answers = await lookUpProducts(() => site.gateway, [known, ...unknown], 'nl');
  expect(answers[0]).toEqual({ ...online, asOfMs: seenMs });
  const errors = answers.slice(1).map(({ error }) => error?.code);
  expect(new Set(errors)).toEqual(new Set(['service-unreachable']));
  // The whole column cost one try.
  expect(site.service.asked.length).toBe(length + 1);
});

import { expect, it } from 'vitest';
import { askVersions } from '../../../electron/gateway/outbox/known-versions.ts';
import type { Outbox } from '../../../electron/gateway/outbox/outbox.ts';
import type { ServiceAtHand } from '../../../electron/gateway/outbox/replay.ts';
import { isBehind, type Write } from '../../../electron/gateway/outbox/write.ts';
import { countedList } from '../../fakes/counted-list.ts';

const about = (subjects: readonly string[]): Write => ({
  ...{ writeId: 1, serviceId: 'one', operation: 'setBimReady', wasTried: false, failures: 0 },
  ...{ input: { params: {} }, answer: true, needs: [], subjects },
  ...{ title: '', madeBy: 'person', madeMs: 1 },
});
const products = (count: number, from: number): string[] =>
  Array.from({ length: count }, (_, at) => `product ${from + at}`);

it('two writes are about the same where they have one thing in common', () => {
  expect(isBehind(about(products(3, 2)), about(products(3, 0)))).toBe(true);
  expect(isBehind(about(products(3, 3)), about(products(3, 0)))).toBe(false);
});

it('what a write is about is gone through once, however many things others are about', () => {
  const { list, reads } = countedList(products(300, 0));
  const earlier = about(list);
  expect(isBehind(about(products(300, 300)), earlier)).toBe(false);
  expect(isBehind(about(products(300, 600)), earlier)).toBe(false);
  expect(reads()).toBe(300);
});

it('what counts on no versions looks at nothing that waits', async () => {
  const all = (): never => expect.fail('What waits was looked at.');
  const service = { serviceId: 'one' } as ServiceAtHand;
  const asked = { id: 'setBimReady', input: { params: {}, body: { 7: true } } } as const;
  const versionsOf = await askVersions({ outbox: { all } as unknown as Outbox }, service, asked);
  expect(versionsOf({ line: 'any' } as Parameters<typeof versionsOf>[0])).toEqual({ versions: [] });
});

import { beforeEach, expect, it } from 'vitest';
import { createAtHand, type AtHand } from '../../../../electron/engine/application/at-hand.ts';
import type { ViewCaller } from '../../../../shared/api/caller.ts';
import { failureOf } from '../../client/playground.ts';

let serviceId: string;
let asked: string[];
let atHand: AtHand;

beforeEach(() => {
  [serviceId, asked] = ['one', []];
  const services = { one: {}, two: {} } as Record<string, object>;
  const viewsOf = (id: string) =>
    ({
      asks: 'serviceOrMirror',
      call: async (operation: string) => asked.push(`${operation} of ${id}`),
      download: async (operation: string) => asked.push(`${operation} of ${id}`),
    }) as unknown as ViewCaller;
  atHand = createAtHand({
    port: { current: () => ({ serviceId, service: services[serviceId] }) },
    service: () => services[serviceId],
    views: () => viewsOf(serviceId),
  } as unknown as Parameters<typeof createAtHand>[0]);
});

const addStandard = (views: ViewCaller): Promise<unknown> =>
  views.call('storeStandard', { params: {}, query: {}, body: 'Office standard' });

it('what is asked while calls are held is asked of nobody once another service is connected', async () => {
  const { views } = atHand.now()!;
  const held = Promise.withResolvers<void>();
  const connected = atHand.whileHeld(() => held.promise.then(() => void (serviceId = 'two')));
  const failed = failureOf(addStandard(views));
  await views.download('getFile', {} as never);
  held.resolve();
  await connected;
  expect((await failed).code).toBe('cancelled');
  await addStandard(atHand.views());
  expect(asked).toEqual(['getFile of one', 'storeStandard of two']);
});

it('what was held goes on where the service is the same', async () => {
  const held = Promise.withResolvers<void>();
  const over = atHand.whileHeld(() => held.promise);
  const answered = addStandard(atHand.views());
  held.resolve();
  await Promise.all([over, answered]);
  expect(asked).toEqual(['storeStandard of one']);
});

it('views that are pinned ask the service that was connected, and no later one', async () => {
  const pinned = atHand.pinned({ ...atHand.views(), call: (async () => asked.push('any')) as never });
  await addStandard(pinned);
  serviceId = 'two';
  expect((await failureOf(addStandard(pinned))).code).toBe('cancelled');
  expect(asked).toEqual(['any']);
});

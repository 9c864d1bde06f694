import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { usualSockets } from '../../../../electron/client/connection.ts';
import { aloneUnderWay, requestsUnderWay } from '../../../../electron/client/gathering.ts';
import { smallPerPlace } from '../../../../electron/engine/transfer/transfer-places.ts';
import { settingsSchema } from '../../../../shared/rpc/settings.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

/** How many of these files are on their way at once, of a service that answers none of them. */
async function sentAtOnce(
  texts: readonly string[],
  parallelTransfers: number,
  operation: 'storeFile' | 'storeMetadata' = 'storeFile',
): Promise<number> {
  let arrived = 0;
  for (const _ of texts) void world.service.hold(operation).arrived.then(() => (arrived += 1));
  await world.open();
  world.engine.saveSettings({ parallelTransfers });
  texts.forEach((text, index) => world.save(pathAt(index), text));
  await world.clock.advance(20_000);
  return arrived;
}

/** How many of 70 small files are on their way here at once, of a service that sends none of them. */
async function comingAtOnce(): Promise<number> {
  let arrived = 0;
  await world.open();
  for (let index = 0; index < 70; index += 1) {
    world.service.versions.publishElsewhere(recordOf(`EC0001${String(index).padStart(2, '0')}`), small(index));
    void world.service.hold('getFile').arrived.then(() => (arrived += 1));
  }
  await world.clock.advance(120_000);
  return arrived;
}

const pathAt = (index: number): string => `EC0001${String(index).padStart(2, '0')}/MC000001/pump.rfa`;
const small = (index: number): string => `small ${index}`;
const large = (index: number): string => String(index).padEnd((1 << 16) + 1, ' ');
const files = (count: number, text: (index: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => text(index));

it('begins with four large files at a time', async () => {
  expect(await sentAtOnce(files(30, large), 32)).toBe(4);
});

it('has two small files share the place of a large one', async () => {
  expect(await sentAtOnce(files(30, small), 32)).toBe(8);
});

it('has sixteen share it where they go along with their metadata, many in one request', async () => {
  world.service.setTakesFiles(true);
  expect(await sentAtOnce(files(70, small), 32, 'storeMetadata')).toBe(64);
});

it.each([
  [8, false],
  [64, true],
])('has %d on their way at once of those that come, where it is %j that they come together', async (most, together) => {
  world.service.setTakesFiles(together);
  expect(await comingAtOnce()).toBe(most);
});

it('has two share it of those that no list told the hash of: they come by themselves', async () => {
  world.service.setTakesFiles(true);
  world.service.versions.tellNoHashes();
  expect(await comingAtOnce()).toBeLessThanOrEqual(8);
});

it.each([2, 4])('never has more large files than %d on their way', async (places) => {
  const mixed = [...files(3, small), ...files(30, large)];
  expect(await sentAtOnce(mixed, places)).toBeLessThanOrEqual(places + 1);
});

it('sends one at a time, however small, where a person wants no more', async () => {
  expect(await sentAtOnce(files(30, small), 1)).toBe(1);
});

it('gives each file a place of its own where the service limits requests', async () => {
  await world.close();
  world = createWorld({ limitsRequests: true });
  expect(await sentAtOnce(files(30, small), 32)).toBe(4);
});

it('leaves connections to people, however many small files go out', () => {
  const mostPlaces = settingsSchema.shape.parallelTransfers.unwrap().maxValue ?? Infinity;
  expect(mostPlaces * smallPerPlace + aloneUnderWay + requestsUnderWay).toBeLessThan(usualSockets);
});

it('rests at once where the state cannot be written, and goes on once it can', async () => {
  await world.open();
  world.save('EC000001/MC000001/half.rfa', 'unfinished');
  world.save('EC000001/MC000001/pump.rfa', 'one');
  await world.clock.advance(10_000);
  const held = files(8, () => '').map(() => world.service.hold('storeFile'));
  files(40, small).forEach((text, index) => world.save(pathAt(index), text));
  await world.clock.advance(20_000);
  world.publish([keyOf('EC000001')], 'mine');
  const { lookAgainAt } = world.engine.queue;
  let tries = 0;
  vi.spyOn(world.engine.queue, 'lookAgainAt').mockImplementation((...what) => {
    // Whoever tries without end would never be told that there is room again.
    if ((tries += 1) === 100) world.setStateFull(false);
    lookAgainAt(...what);
  });
  world.setStateFull(true);
  for (const { letGo } of held) letGo();
  await world.clock.advance(10_600);
  expect(tries).toBeGreaterThan(0);
  expect(tries).toBeLessThan(10);
  world.setStateFull(false);
  await world.idle(900_000);
  expect(world.service.callsOf('storeMetadata')).toBeGreaterThanOrEqual(40);
});

it('takes nothing out of the queue where the state cannot be read for their sizes', async () => {
  await world.open();
  await world.engine.transfers.stop();
  const { context } = world.engine.runnerOf(world.libraryId());
  const { queue } = world.engine;
  const { claim } = queue;
  let unread = 0;
  vi.spyOn(queue, 'claim').mockImplementation((ids, limit, howManyFit = ({ length }) => length) =>
    claim(ids, limit, (due) => {
      const read = vi.spyOn(context.files, 'sizesOf');
      if ((unread += 1) === 1)
        read.mockImplementation(() => {
          throw new Error('SQLITE_IOERR');
        });
      try {
        return howManyFit(due);
      } finally {
        read.mockRestore();
      }
    }),
  );
  files(6, small).forEach((text, index) => world.save(pathAt(index), text));
  await world.idle(1_200_000);
  expect(unread).toBeGreaterThan(1);
  expect(Object.values(world.states())).toEqual(files(6, () => 'draft'));
});

it('begins what was taken out of the queue also where the state cannot be read for more', async () => {
  world.service.setTakesFiles(true);
  await world.open();
  const held = world.service.hold('storeMetadata');
  world.save('EC000999/MC000001/pump.rfa', large(0));
  await world.clock.advance(20_000);
  const { queue } = world.engine;
  const { claim } = queue;
  let [asked, failures] = [0, 0];
  vi.spyOn(queue, 'claim').mockImplementation((...how) => {
    // The first one succeeds; the disk fails once, at the second.
    if ((asked += 1) === 2) {
      failures += 1;
      throw new Error('SQLITE_IOERR');
    }
    return claim(...how);
  });
  files(20, small).forEach((text, index) => world.save(pathAt(index), text));
  await world.clock.advance(20_000);
  held.letGo();
  await world.clock.advance(1_200_000);
  expect(failures).toBe(1);
  expect(Object.values(world.states())).toEqual(files(21, () => 'draft'));
});

it('takes all small ones at once that fit beside a large one', async () => {
  world.service.setTakesFiles(true);
  await world.open();
  world.engine.saveSettings({ parallelTransfers: 4 });
  world.service.hold('storeMetadata');
  world.save('EC000999/MC000001/pump.rfa', large(0));
  await world.clock.advance(20_000);
  const before = world.engine.transfers.running();
  for (const _ of files(20, small)) world.service.hold('storeMetadata');
  files(20, small).forEach((text, index) => world.save(pathAt(index), text));
  await world.clock.advance(20_000);
  expect([before, world.engine.transfers.running()]).toEqual([1, 21]);
});

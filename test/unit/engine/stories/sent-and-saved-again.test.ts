import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWorld, keyOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const key = keyOf('EC000001');
let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

it.each([
  ['is being saved again', 1_000],
  ['was saved and read again', 10_000],
])('what a new file held when its bytes were sent becomes a version also when it %s', async (_, laterMs) => {
  await world.open();
  const { arrived, letGo } = world.service.hold('storeFile');
  world.save(pump, 'mine');
  await world.clock.advance(10_000);
  await arrived;
  world.save(pump, 'mine, saved again');
  await world.clock.advance(laterMs);
  letGo();
  await world.idle();
  expect(world.service.versions.history(key)).toEqual(['0.1 mine', '0.2 mine, saved again']);
});

it('a new file that its program has open again is on the service as it was sent', async () => {
  const dwg = 'EC000001/MC000001/pump.dwg';
  await world.open();
  const { arrived, letGo } = world.service.hold('storeFile');
  world.save(dwg, 'mine');
  await world.clock.advance(10_000);
  await arrived;
  world.disk.write('EC000001/MC000001/pump.dwl', 'locked');
  world.save(dwg, 'mine, saved again');
  await world.clock.advance(10_000);
  letGo();
  await world.clock.advance(3_600_000);
  expect(world.service.versions.history(keyOf('EC000001', 'AutoCAD/2025'))).toEqual(['0.1 mine']);
});

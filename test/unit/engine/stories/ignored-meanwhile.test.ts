import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWorld, keyOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const valve = 'EC000002/MC000001/valve.rfa';
let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

it('a file is not sent that a person has ignored while another one was still read', async () => {
  await world.open();
  let isSaid = false;
  world.disk.on('hash', valve, async () => {
    await new Promise<void>((resolve) => world.clock.after(500, resolve));
    await world.engine.saveLibrarySettings(world.libraryId(), { ignorePatterns: ['EC000001/'] });
    isSaid = true;
    // To look through a large folder takes a while.
    world.disk.on('list', '', () => new Promise<void>((resolve) => world.clock.after(3_000, resolve)));
  });
  world.save(pump, 'a pump');
  world.save(valve, 'a valve');
  await world.clock.advance(10_000);
  await world.idle();
  expect(isSaid).toBe(true);
  expect(world.service.versions.keys()).toEqual([keyOf('EC000002')]);
});

it('a file is not said to be read soon that a person has ignored while it was written what was read of it', async () => {
  await world.open();
  const { promise: isWritten, resolve: letWrite } = Promise.withResolvers<void>();
  world.beforeTogether = () => isWritten;
  world.save(pump, 'a pump');
  await world.clock.advance(5_000);
  world.beforeTogether = undefined;
  await world.engine.saveLibrarySettings(world.libraryId(), { ignorePatterns: ['EC000001/'] });
  letWrite();
  await world.clock.advance(60_000);
  await world.idle();
  expect(world.states()).toEqual({});
});

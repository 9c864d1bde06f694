import { afterEach, beforeEach, expect, it } from 'vitest';
import { holdSending } from '../../../fakes/engine/hold-sending.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const key = keyOf('EC000001');
let world: World;
beforeEach(async () => {
  world = createWorld();
  world.service.setTakesFiles(true);
  world.hold(pump, 'base');
  await world.open();
  world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
  world.save(pump, 'mine');
  await world.clock.until(() => world.states()[pump] === 'conflict', 'there is a conflict', 120_000);
  await world.idle();
});
afterEach(() => world.close());

/** Has the answer "keep mine" come so far that it is being written that mine is to be sent. */
const keepMineHeld = (): Promise<() => void> =>
  holdSending(world, () => world.engine.resolveConflict(world.libraryId(), key, 'keepMine'));

it('an answer can be undone that nothing was sent for, as the library was paused before', async () => {
  const letWrite = await keepMineHeld();
  const pausing = world.engine.saveLibrarySettings(world.libraryId(), { isPaused: true });
  letWrite();
  await pausing;
  await world.clock.advance(60_000);
  expect(world.service.versions.history(key)).toEqual(['0.1 base', '0.2 theirs']);
  expect(await world.engine.undoResolve(world.libraryId(), key)).toEqual({ reopened: true });
});

it('an answer can be undone that nothing was sent for, as the file was saved again before', async () => {
  const letWrite = await keepMineHeld();
  world.save(pump, 'mine, saved again');
  letWrite();
  await world.clock.advance(10);
  world.service.setAway(true);
  await world.clock.advance(60_000);
  expect(world.service.versions.history(key)).toEqual(['0.1 base', '0.2 theirs']);
  expect(await world.engine.undoResolve(world.libraryId(), key)).toEqual({ reopened: true });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assignClass } from '../../../fakes/engine/assign-class.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const another = 'EC000001/MC000001/another.rfa';
const renamed = 'EC000001/MC000001/renamed.rfa';
const key = keyOf('EC000001');

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => (world.isRunning() ? world.crash() : undefined));

const look = async (ms = 120_000): Promise<void> => {
  world.watcher.hint('');
  await world.clock.advance(ms);
};
const trees = () => world.engine.runnerOf(world.libraryId()).context.trees();
const leftKey = async () =>
  (await world.engine.statusReader.explain([`/library/${pump}`])).files[0]?.explanation.leftKey;

describe.each([false, true])(
  'a file that left the versions of its class on one service, where another one refuses the first file of that class: %s',
  (isRefused) => {
    beforeEach(async () => {
      world.save(pump, 'first');
      await world.open();
      await assignClass(world, pump, 'EC000009');
      await look();
      expect(await leftKey()).toBe(key);
      await world.connect('second');
      await look();
      if (isRefused) world.service.fail('storeMetadata', 'rightMissing', 1);
      world.save(another, 'another');
      await look();
    });

    it('is still said to have them when the first service is connected again', async () => {
      await world.connect('first');
      await look();
      expect(await leftKey()).toBe(key);
    });

    it('is still known to be the file of them when it was renamed: they are neither removed nor fetched again', async () => {
      world.disk.delete(another);
      world.disk.rename(pump, renamed);
      await look();
      await look();
      await world.connect('first');
      await look();
      await look();
      expect(world.states()).toEqual({ [renamed]: 'draft' });
      expect(world.disk.paths()).toEqual([renamed]);
    });
  },
);

describe('an answer to a conflict with one service that is undone while one with another service is open', () => {
  it('leaves what the other service has where it is: nobody is told that somebody saved into it', async () => {
    world.hold(pump, 'base');
    await world.open();
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs of the first');
    world.save(pump, 'mine');
    await world.idle();
    await world.engine.resolveConflict(world.libraryId(), key, 'takeTheirs');
    await world.clock.advance(1_000);
    await world.connect('second');
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'base');
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs of the second');
    await look();
    expect(world.states()).toEqual({ [pump]: 'conflict' });
    await world.connect('first');
    await look(1_000);
    await world.engine.undoResolve(world.libraryId(), key);
    expect(world.disk.text(pump)).toBe('mine');
    await look();
    await world.connect('second');
    await look();
    const { keptAt = '' } = trees()?.conflict(key) ?? {};
    expect(world.disk.text(keptAt)).toBe('theirs of the second');
    // Refused with "What was saved into it is in the backup folder", although nobody saved into it.
    await world.engine.resolveConflict(world.libraryId(), key, 'takeTheirs');
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assignClass } from '../../../fakes/engine/assign-class.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const key = keyOf('EC000001');

let world: World;
beforeEach(async () => {
  world = createWorld();
  world.hold(pump, 'base');
  await world.open();
  world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
  world.save(pump, 'mine');
  await world.idle();
  expect(world.states()).toEqual({ [pump]: 'conflict' });
});
afterEach(() => (world.isRunning() ? world.crash() : undefined));

const look = async (): Promise<void> => {
  world.watcher.hint('');
  await world.clock.advance(120_000);
};

describe.each(['takeTheirs', 'keepBoth'] as const)(
  'the answer %s, after which the file was given another class',
  (choice) => {
    beforeEach(async () => {
      await world.engine.resolveConflict(world.libraryId(), key, choice);
      await assignClass(world, pump, 'EC000009');
      await look();
      expect(world.service.versions.history(keyOf('EC000009'))).toEqual(['0.1 theirs']);
    });

    it('is not undone: what stands there is of that class by now, and stays', async () => {
      await expect(world.engine.undoResolve(world.libraryId(), key)).rejects.toMatchObject({
        code: 'file-changed-meanwhile',
      });
      expect(world.disk.text(pump)).toBe('theirs');
    });

    it('leaves a true state where it is undone: what the list says of the file is said after it was read again, too', async () => {
      await world.engine.undoResolve(world.libraryId(), key).catch(() => undefined);
      await look();
      const before = world.states()[pump];
      world.engine.runnerOf(world.libraryId()).readChangedSoon(pump);
      await look();
      expect(world.states()[pump]).toBe(before);
      // Nobody meant mine to follow what was sent as the other class.
      expect(world.service.versions.history(keyOf('EC000009'))).toEqual(['0.1 theirs']);
    });
  },
);

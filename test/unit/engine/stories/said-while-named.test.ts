import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assignClass } from '../../../fakes/engine/assign-class.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const step = 'EC000001/MC000001/pump.step';
const family = 'EC000001/MC000001/pump.rfa';
const key = keyOf('EC000001');

let world: World;
beforeEach(async () => {
  world = createWorld();
  world.hold(step, 'a solid');
  await world.open();
});
afterEach(() => (world.isRunning() ? world.crash() : undefined));

const look = async (): Promise<void> => {
  world.watcher.hint('');
  await world.clock.advance(120_000);
};

describe('what a person says of a file while it gets the name of its new format', () => {
  it('counts: the file is what they said, under its new name', async () => {
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'a family');
    world.save(step, 'another solid');
    await world.idle();
    let said: string | undefined;
    world.disk.after('place', family, () => {
      world.disk.on('stat', family, async () => {
        said = await assignClass(world, step, 'EC000009');
      });
    });
    await world.engine.resolveConflict(world.libraryId(), key, 'takeTheirs');
    await look();
    await look();
    expect(said).toBeDefined();
    expect(world.disk.paths()).toContain(family);
    expect(world.service.versions.history(keyOf('EC000009'))).toEqual(['0.1 a family']);
  });

  it('counts as well where a newer version of that format took its place by itself', async () => {
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'a family');
    let said: string | undefined;
    world.disk.after('place', family, async () => {
      said = await assignClass(world, step, 'EC000009');
    });
    world.engine.runnerOf(world.libraryId()).pollSoon();
    await look();
    await look();
    expect(said).toBeDefined();
    expect(world.disk.paths()).toContain(family);
    expect(world.service.versions.history(keyOf('EC000009'))).toEqual(['0.1 a family']);
  });
});

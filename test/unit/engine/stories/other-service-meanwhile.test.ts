import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
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
const history = (): string[] => world.service.versions.history(key);
const trees = () => world.engine.runnerOf(world.libraryId()).context.trees();

describe('a version that is put back from one service, while another one gets connected', () => {
  it('does not become the newest version of that other one', async () => {
    world.save(pump, 'one');
    await world.open();
    world.save(pump, 'two');
    await world.idle();
    await world.connect('second');
    await look();
    world.save(pump, 'three');
    await look();
    await world.connect('first');
    await look();
    // A person puts version 0.1 of the first service back, which takes long to fetch.
    const fetching = world.service.hold('getFile');
    const restored = world.engine.earlierVersions
      .restoreVersion(world.libraryId(), pump, world.versionAt(pump, { major: 0, minor: 1 }))
      .catch((error: unknown) => error);
    await fetching.arrived;
    await world.connect('second');
    await world.clock.advance(1_000);
    fetching.letGo();
    await restored;
    await look();
    expect(history()).toEqual(['0.1 two', '0.2 three']);
  });
});

describe('versions of two services that stand against one file, under one number', () => {
  async function conflictWithBoth(): Promise<void> {
    world.hold(pump, 'base');
    await world.open();
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs of the first');
    world.save(pump, 'mine');
    await world.idle();
    await world.connect('second');
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'base');
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs of the second');
    await look();
    await world.connect('first');
    await look();
    expect(world.states()).toEqual({ [pump]: 'conflict' });
  }

  it('are each shown with their own bytes: a person compares with what the connected service has', async () => {
    await conflictWithBoth();
    const { theirVersion, keptAt = '' } = trees()?.conflict(key) ?? {};
    expect(theirVersion).toEqual({ major: 0, minor: 2 });
    expect(world.disk.text(keptAt)).toBe('theirs of the first');
  });

  it('can be answered: nobody is told of something that was saved into one of them', async () => {
    await conflictWithBoth();
    await world.engine.resolveConflict(world.libraryId(), key, 'takeTheirs');
    expect(world.disk.text(pump)).toBe('theirs of the first');
  });
});

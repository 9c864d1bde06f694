import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const key = keyOf('EC000001');

let world: World;
beforeEach(async () => {
  world = createWorld();
  world.hold(pump, 'first');
  await world.open();
  world.save(pump, 'second');
  await world.idle();
});
afterEach(() => world.close());

const kept = (): (string | undefined)[] =>
  world.disk
    .ownPaths()
    .filter((path) => path.startsWith('.cadlibrary/backup/'))
    .map((path) => world.disk.text(path));
const restoreFirst = () =>
  world.engine.earlierVersions.restoreVersion(world.libraryId(), pump, world.versionAt(pump, { major: 0, minor: 1 }));

describe('of two copies that are made at the same moment', () => {
  it('each gets a place of its own', async () => {
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    world.save(pump, 'mine');
    await world.idle();
    expect(world.states()).toEqual({ [pump]: 'conflict' });
    const theirs = world.disk.ownPaths().find((path) => path.includes('/conflicts/')) ?? '';
    world.disk.write(theirs, 'saved into theirs');
    const before = kept();
    world.disk.on('keepCopy', /backup/, () =>
      expect(world.engine.resolveConflict(world.libraryId(), key, 'keepMine')).rejects.toMatchObject({
        code: 'other-version-gone',
      }),
    );
    await restoreFirst();
    expect(kept().toSorted()).toEqual([...before, 'mine', 'saved into theirs'].toSorted());
    const { rows } = await world.engine.earlierCopies.list(undefined, { offset: 0, limit: 10 });
    expect(rows.map(({ reason }) => reason).toSorted()).toEqual(['restored', 'unknown']);
  });

  it('the one of another computer stays, and nothing is replaced', async () => {
    world.disk.on('keepCopy', /backup/, (path) => void world.disk.write(path, 'of the other computer'));
    await expect(restoreFirst()).rejects.toMatchObject({ code: 'target-occupied' });
    expect(kept()).toEqual(['of the other computer']);
    expect(world.disk.text(pump)).toBe('second');
  });

  it('the one of another computer stays also where what was saved last is kept', async () => {
    world.service.setAway(true);
    world.disk.on('copy', /backup/, (path) => void world.disk.write(path, 'of the other computer'));
    world.save(pump, 'third');
    await world.clock.advance(5_000);
    expect(kept()).toContain('of the other computer');
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const key = keyOf('EC000001');

let world: World;
let bringBack: () => void;
beforeEach(async () => {
  world = createWorld();
  world.hold(pump, 'first');
  await world.open();
  bringBack = world.service.versions.takeBackup();
  await world.clock.advance(60_000);
  world.save(pump, 'second');
  await world.idle();
});
afterEach(() => world.close());

const kept = (folder: string): (string | undefined)[] =>
  world.disk
    .ownPaths()
    .filter((path) => path.startsWith(`.cadlibrary/${folder}/`))
    .map((path) => world.disk.text(path));

describe('a service that was brought back to an earlier state', () => {
  it('gets what it lost again, also where nothing is saved any more', async () => {
    bringBack();
    await world.clock.advance(3_700_000);
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 second']);
    expect(world.states()).toEqual({ [pump]: 'draft' });
  });

  it('and went on to the same version with other bytes is a conflict, and no file counts as what it is not', async () => {
    bringBack();
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    await world.clock.advance(3_700_000);
    expect(world.disk.text(pump)).toBe('second');
    expect(kept('conflicts')).toEqual(['theirs']);
    expect(world.states()).toEqual({ [pump]: 'conflict' });
    await world.engine.resolveConflict(world.libraryId(), key, 'keepMine');
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 theirs', '0.3 second']);
  });

  it('and went on, though not as far as it was, is a conflict', async () => {
    world.save(pump, 'third');
    await world.idle();
    bringBack();
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    world.save(pump, 'fourth');
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 theirs']);
    expect(world.states()).toEqual({ [pump]: 'conflict' });
  });
});

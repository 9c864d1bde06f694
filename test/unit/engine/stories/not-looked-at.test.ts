import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, keyOf, type World } from '../../../fakes/engine/world.ts';

const folder = 'EC000001/MC000001';
const pump = `${folder}/pump.rfa`;
const valve = 'EC000002/MC000001/valve.rfa';

let world: World;
beforeEach(async () => {
  world = createWorld();
  world.hold(pump, 'bytes');
  world.hold(valve, 'valve');
  await world.open();
});
afterEach(() => world.close());

const runner = () => world.engine.runnerOf(world.libraryId());
const history = (code: string) => world.service.versions.history(keyOf(code));

async function saveAnother(): Promise<void> {
  world.save(valve, 'second');
  await world.clock.advance(60_000);
}

describe('a folder that cannot be listed when a file in it is looked for once more', () => {
  beforeEach(async () => {
    world.disk.delete(pump);
    world.watcher.hint(pump);
    await world.clock.advance(1_000);
    world.disk.fail('list', folder, 'file-unreadable', Infinity);
    await world.clock.advance(60_000);
  });

  it('keeps no other file from being sent', async () => {
    await saveAnother();
    expect(runner().problem).toBeUndefined();
    expect(history('EC000002')).toEqual(['0.1 valve', '0.2 second']);
  });

  it('is no proof that the file is gone', () => {
    expect(world.states()).toEqual({ [folder]: 'needsYou', [pump]: 'needsYou', [valve]: 'draft' });
  });
});

describe('a file that cannot be looked at', () => {
  it('does not pause the library, and is read as soon as it can be', async () => {
    world.disk.fail('stat', pump, 'file-unreadable', 3);
    world.save(pump, 'second');
    await saveAnother();
    expect(world.engine.activity.list(100).filter(({ kind }) => kind === 'libraryPaused')).toEqual([]);
    expect([history('EC000001').at(-1), history('EC000002').at(-1)]).toEqual(['0.2 second', '0.2 second']);
  });

  it('says so, and keeps no other file from being sent, when it is to be read again', async () => {
    world.disk.fail('stat', pump, 'file-unreadable', Infinity);
    runner().readChangedSoon(pump);
    await saveAnother();
    expect(runner().problem).toBeUndefined();
    expect(world.states()).toEqual({ [pump]: 'needsYou', [valve]: 'draft' });
    expect(history('EC000002')).toEqual(['0.1 valve', '0.2 second']);
  });

  it('is found by a scan soon after, when it is new', async () => {
    world.disk.fail('stat', 'EC000003/MC000001/new.rfa', 'file-unreadable');
    world.save('EC000003/MC000001/new.rfa', 'new');
    await world.clock.advance(30_000);
    expect(history('EC000003')).toEqual(['0.1 new']);
  });
});

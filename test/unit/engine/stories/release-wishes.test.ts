import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, keyOf, type World } from '../../../fakes/engine/world.ts';

const folder = 'EC000001/MC000001';
const pump = `${folder}/pump.rfa`;
const copy = `${folder}/copy.rfa`;
/** Stays unread as long as it is unfinished, and may be of the same key. */
const half = `${folder}/half.rfa`;
const key = keyOf('EC000001');

let world: World;
beforeEach(async () => {
  world = createWorld();
  await world.open();
});
afterEach(() => world.close());

const history = (): readonly string[] => world.service.versions.history(key);
const publish = (): number => world.engine.publish([key], 'mine');

async function goOffline(): Promise<void> {
  world.service.setAway(true);
  await world.clock.advance(120_000);
}

async function goOnline(): Promise<void> {
  world.service.setAway(false);
  await world.clock.advance(600_000);
}

async function saveAndPublish(path: string, text: string): Promise<void> {
  world.save(path, text);
  await world.clock.advance(20_000);
  expect(publish()).toBe(1);
}

async function finishOther(): Promise<void> {
  world.disk.delete(half);
  world.watcher.hint('');
  await world.clock.advance(600_000);
}

describe('a second wish to publish, for newer bytes', () => {
  it('takes the place of the first where that waits for another file', async () => {
    world.save(half, 'unfinished');
    await saveAndPublish(pump, 'one');
    await saveAndPublish(pump, 'two');
    await finishOther();
    expect(history()).toEqual(['0.1 two', '1.0 two']);
  });

  it('takes the place of the first offline', async () => {
    await goOffline();
    await saveAndPublish(pump, 'one');
    await saveAndPublish(pump, 'two');
    await goOnline();
    expect(history()).toEqual(['0.1 two', '1.0 two']);
  });
});

describe('a second wish to publish, while the file is saved with the same bytes', () => {
  beforeEach(async () => {
    world.save(pump, 'zero');
    await world.idle();
  });

  it('leaves the first as it is offline', async () => {
    await goOffline();
    await saveAndPublish(pump, 'one');
    world.save(pump, 'one');
    await world.clock.advance(1_000);
    expect(publish()).toBe(0);
    await goOnline();
    expect(history()).toEqual(['0.1 zero', '0.2 one', '1.0 one']);
  });

  it('leaves the first as it is where files are sent on Publish and it is missing for a moment', async () => {
    await world.engine.saveLibrarySettings('first', world.libraryId(), { upload: 'onPublish' });
    await goOffline();
    await saveAndPublish(pump, 'one');
    world.disk.delete(pump);
    world.watcher.hint('');
    await world.clock.advance(3_000);
    expect(publish()).toBe(0);
    world.save(pump, 'one');
    await world.clock.advance(10_000);
    await goOnline();
    expect(history()).toEqual(['0.1 zero', '0.2 one', '1.0 one']);
  });

  it('leaves the first as it is where that waits for another file', async () => {
    world.save(half, 'unfinished');
    await world.clock.advance(5_000);
    world.disk.rename(pump, copy);
    world.watcher.hint('');
    await saveAndPublish(copy, 'one');
    world.save(copy, 'one');
    await world.clock.advance(1_000);
    expect(publish()).toBe(0);
    await finishOther();
    expect(history()).toEqual(['0.1 zero', '0.2 one', '1.0 one']);
  });

  it('leaves the first as it is while its draft is being sent', async () => {
    const { arrived, letGo } = world.service.hold('storeMetadata');
    world.save(pump, 'one');
    await world.clock.advance(10_000);
    await arrived;
    expect(publish()).toBe(1);
    world.save(pump, 'one');
    await world.clock.advance(1_000);
    expect(publish()).toBe(0);
    letGo();
    await world.clock.advance(600_000);
    expect(history()).toEqual(['0.1 zero', '0.2 one', '1.0 one']);
  });
});

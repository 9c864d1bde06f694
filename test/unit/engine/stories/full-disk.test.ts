import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const valve = 'EC000002/MC000001/valve.rfa';
const key = keyOf('EC000001');

let world: World;
beforeEach(async () => {
  world = createWorld();
  world.hold(pump, 'bytes');
  await world.open();
});
afterEach(() => world.close());

const runner = () => world.engine.runnerOf(world.libraryId());

describe('a disk with little room', () => {
  beforeEach(async () => {
    world.disk.setFreeBytes(100 * 2 ** 20);
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    world.service.versions.publishElsewhere(recordOf('EC000003'), 'new');
    runner().pollSoon();
    await world.clock.advance(60_000);
  });

  it('gets no downloads, which say why and how much is missing', () => {
    expect(world.service.callsOf('getFile')).toBe(0);
    expect(world.disk.text(pump)).toBe('bytes');
    const entries = world.queued();
    expect(entries).toHaveLength(2);
    for (const { error, state, isTimed } of entries) {
      // It needs a person, and they need not say when they are done.
      expect([state, isTimed]).toEqual(['needsAttention', true]);
      expect(error?.code).toBe('disk-full');
      expect(error?.detail).toContain('100 MB are free');
    }
  });

  it('is uploaded from meanwhile', async () => {
    world.save(valve, 'saved');
    await world.clock.advance(10_000);
    expect(world.service.versions.history(keyOf('EC000002'))).toEqual(['0.1 saved']);
  });

  it('gets them by itself when there is room again', async () => {
    world.disk.setFreeBytes(1_000 * 2 ** 20);
    await world.idle(600_000);
    expect(world.disk.text(pump)).toBe('theirs');
    expect(Object.values(world.states())).toEqual(['draft', 'draft']);
  });
});

describe('a state that cannot be written', () => {
  it('pauses the library with words, and everything goes on when there is room', async () => {
    world.setStateFull(true);
    world.save(pump, 'second');
    await world.clock.advance(120_000);
    expect(runner().state).toBe('paused');
    expect(runner().problem).toMatchObject({ code: 'disk-full' });
    expect(world.service.versions.history(key)).toEqual(['0.1 bytes']);
    world.setStateFull(false);
    await world.clock.advance(30_000);
    await world.idle();
    expect(runner().problem).toBeUndefined();
    expect(world.service.versions.history(key)).toEqual(['0.1 bytes', '0.2 second']);
    expect(world.states()).toEqual({ [pump]: 'draft' });
  });

  it('makes no second version of an upload that was done and could not be written down', async () => {
    const { arrived, letGo } = world.service.holdAnswer('storeMetadata');
    world.save(pump, 'second');
    await Promise.all([arrived, world.clock.advance(5_000)]);
    world.setStateFull(true);
    letGo();
    const calls = world.service.calls.length;
    await world.clock.advance(120_000);
    // Nothing is tried in a circle meanwhile.
    expect(world.service.calls.length - calls).toBeLessThan(30);
    world.setStateFull(false);
    await world.clock.advance(30_000);
    await world.idle(600_000);
    expect(world.service.versions.history(key)).toEqual(['0.1 bytes', '0.2 second']);
    expect(world.states()).toEqual({ [pump]: 'draft' });
  });

  it('puts no download in place without its state being known afterwards', async () => {
    const { arrived, letGo } = world.service.hold('getFile');
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    runner().pollSoon();
    await Promise.all([arrived, world.clock.advance(5_000)]);
    world.setStateFull(true);
    letGo();
    await world.clock.advance(120_000);
    world.setStateFull(false);
    await world.clock.advance(60_000);
    await world.idle(600_000);
    expect(world.disk.text(pump)).toBe('theirs');
    expect(world.states()).toEqual({ [pump]: 'draft' });
    expect(world.service.versions.history(key)).toEqual(['0.1 bytes', '0.2 theirs']);
  });

  it('does not keep the engine from starting', async () => {
    world.setStateFull(true);
    await world.close();
    await world.start();
    await world.clock.advance(60_000);
    expect(runner().problem).toMatchObject({ code: 'disk-full' });
    world.setStateFull(false);
    await world.clock.advance(60_000);
    await world.idle();
    expect(runner().problem).toBeUndefined();
  });
});

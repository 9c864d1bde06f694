import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const theirs = 'theirs '.repeat(100);

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

const changeElsewhere = async (): Promise<void> => {
  world.hold(pump, 'mine');
  await world.open();
  world.service.versions.publishElsewhere(recordOf('EC000001'), theirs);
  world.engine.runnerOf(world.libraryId()).pollSoon();
};

describe('a download over a line that breaks', () => {
  it('sends each byte about once, however often it breaks', async () => {
    await changeElsewhere();
    world.service.fail('getFile', 'truncatedBody', 6);
    await world.idle(3_600_000);
    expect(world.disk.text(pump)).toBe(theirs);
    // What the fake counts as sent and what broke off: each try began where the one before had ended.
    const needless = world.service.versions.sentBytes() - theirs.length;
    expect(needless).toBeLessThanOrEqual(theirs.length);
    expect(world.disk.paths()).toEqual([pump]);
  });

  it('is told to begin anew with every try', async () => {
    const told: number[] = [];
    await changeElsewhere();
    world.engine.events.listen((event) => void (event.kind === 'progress' && told.push(event.progress)));
    world.service.fail('getFile', 'truncatedBody', 2);
    await world.idle(3_600_000);
    expect(told.filter((progress) => progress === 0)).toHaveLength(3);
    expect(told[0]).toBe(0);
  });

  it('goes on after the app was killed in the middle', async () => {
    await changeElsewhere();
    world.service.fail('getFile', 'truncatedBody');
    await world.clock.until(
      () => world.disk.paths().some((path) => path.endsWith('.part')),
      'a part of it has arrived',
    );
    await world.clock.advance(50);
    world.crash();
    const sentBefore = world.service.versions.sentBytes();
    await world.start();
    await world.idle();
    expect(world.disk.text(pump)).toBe(theirs);
    expect(world.service.versions.sentBytes() - sentBefore).toBe(theirs.length / 2);
    expect(world.disk.paths()).toEqual([pump]);
  });

  it('gives up what it had of a version when a newer one is there', async () => {
    await changeElsewhere();
    world.service.fail('getFile', 'truncatedBody', 2);
    await world.clock.advance(500);
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'newer');
    world.engine.runnerOf(world.libraryId()).pollSoon();
    await world.idle(600_000);
    expect(world.disk.text(pump)).toBe('newer');
  });
});

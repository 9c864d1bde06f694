import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, keyOf, type World } from '../../../fakes/engine/world.ts';

const key = keyOf('EC000001');
const hourMs = 3_600_000;

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

/** Publishes the file of the key while the service is away, does something, and has the service back. */
async function publishAndThen(act: () => unknown): Promise<void> {
  world.service.setAway(true);
  world.publish([key], 'to everybody');
  await world.clock.advance(60_000);
  await act();
  await world.clock.advance(60_000);
  world.service.setAway(false);
  world.engine.tryNow();
  await world.idle();
  await world.clock.advance(hourMs);
}

const named = (etimClassCode: string) => ({
  etimClassCode,
  etimClassCodeVersion: '1',
  etimModelCode: 'MC000001',
  etimModelCodeVersion: '1',
});

describe('a release that waits', () => {
  const expectNotMade = (): void => {
    expect(world.service.versions.history(key)).toEqual(['0.1 a valve']);
    expect(world.queued()).toMatchObject([
      { key, state: 'needsAttention', error: { code: 'other-class-now' }, intent: { comment: 'to everybody' } },
    ]);
  };

  it('is not made of what a person said meanwhile that the file is not', async () => {
    world.hold('pump.rfa', 'a valve');
    await world.open();
    const assign = (code: string) => world.engine.picks.assign(world.libraryId(), new Map([['pump.rfa', named(code)]]));
    await assign('EC000001');
    await world.idle();
    await publishAndThen(() => assign('EC000002'));
    expectNotMade();
    expect(world.states()).toEqual({ 'pump.rfa': 'draft' });
  });

  it('is not made where the file was moved to those of another class', async () => {
    const [wrong, right] = ['EC000001/MC000001/valve.rfa', 'EC000002/MC000001/valve.rfa'];
    world.hold(wrong, 'a valve');
    await world.open();
    await publishAndThen(() => {
      world.disk.rename(wrong, right);
      for (const path of [wrong, right]) world.watcher.hint(path);
    });
    expectNotMade();
  });

  it('is made of what was sent where the file is only gone, or saved in a format that is too new', async () => {
    const path = 'EC000001/MC000001/valve.rfa';
    world.hold(path, 'a valve');
    await world.open();
    await publishAndThen(() => {
      world.save(path, 'a valve program:Revit/2026');
    });
    expect(world.service.versions.history(key)).toEqual(['0.1 a valve', '1.0 a valve']);
  });
});

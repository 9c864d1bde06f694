import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLibraryChanges } from '../../../../electron/engine/application/library-changes.ts';
import { createWorld, keyOf, type World } from '../../../fakes/engine/world.ts';

let world: World;
beforeEach(async () => {
  world = createWorld();
  world.hold('EC000001/MC000001/pump.rfa', 'a pump');
  world.hold('EC000002/MC000001/valve.rfa', 'a valve');
  await world.open();
  world.service.setAway(true);
  world.publish([keyOf('EC000001')], 'first');
});
afterEach(() => world.close());

describe('a yes to what is at stake', () => {
  const changes = () => createLibraryChanges(world.engine);
  const queued = () => world.engine.queue.releases(world.libraryId()).length;

  it.each([
    ['settings', (yes) => changes().saveSettings(world.libraryId(), { direction: 'downOnly' }, yes)],
    ['removing the library', (yes) => changes().remove(world.libraryId(), yes)],
  ] as const satisfies readonly (readonly [
    string,
    (yes: Parameters<ReturnType<typeof createLibraryChanges>['remove']>[1]) => unknown,
  ])[])('to %s is asked for again where a release was queued after the question', async (_what, change) => {
    const asked = await change({ confirmed: false });
    expect(asked).toMatchObject({ done: false, atStake: { releaseCount: 1 } });
    world.publish([keyOf('EC000002')], 'second');
    const again = await change({ confirmed: true, lastReleaseId: asked.atStake.lastReleaseId });
    expect(again).toMatchObject({ done: false, atStake: { releaseCount: 2 } });
    expect(queued()).toBe(2);
    expect((await change({ confirmed: true, lastReleaseId: again.atStake.lastReleaseId })).done).toBe(true);
    expect(queued()).toBe(0);
  });

  it('to removing a library is asked for again where a release is queued while the removal goes on', async () => {
    const asked = await changes().remove(world.libraryId(), { confirmed: false });
    const removing = changes().remove(world.libraryId(), {
      confirmed: true,
      lastReleaseId: asked.atStake.lastReleaseId,
    });
    world.publish([keyOf('EC000002')], 'second');
    expect(await removing).toMatchObject({ done: false, atStake: { releaseCount: 2 } });
    expect(queued()).toBe(2);
  });

  it('to removing a paused library is asked for again where a release is queued while its folder is read', async () => {
    await world.engine.saveLibrarySettings(world.libraryId(), { isPaused: true });
    const asked = await changes().remove(world.libraryId(), { confirmed: false });
    let isPublished = false;
    world.disk.on('list', /.*/, () => {
      if (!isPublished) world.publish([keyOf('EC000002')], 'second');
      isPublished = true;
    });
    const answer = await changes().remove(world.libraryId(), {
      confirmed: true,
      lastReleaseId: asked.atStake.lastReleaseId,
    });
    expect(isPublished).toBe(true);
    expect(answer).toMatchObject({ done: false, atStake: { releaseCount: 2 } });
    expect(queued()).toBe(2);
  });

  it('to everything counts for a release, too, that is queued while the removal goes on, and names it', async () => {
    const removing = changes().remove(world.libraryId(), { confirmed: true });
    world.publish([keyOf('EC000002')], 'second');
    expect(await removing).toMatchObject({ done: true, atStake: { releaseCount: 2 } });
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createReleaseRequests } from '../../../../electron/engine/application/release-requests.ts';
import { createWorld, keyOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const key = keyOf('EC000001');

let world: World;
beforeEach(async () => {
  world = createWorld();
  world.hold(pump, 'first');
  await world.open();
  await world.engine.saveLibrarySettings('library', world.libraryId(), { isPaused: true });
});
afterEach(() => world.close());

const publish = () => createReleaseRequests(world.engine, {} as never).publishKeys([key], 'with the new hole');

describe('a release asked for while its library is paused', () => {
  it('is refused where the file was saved since it was read: what was meant is not known', async () => {
    world.save(pump, 'second');
    await expect(publish()).rejects.toMatchObject({ code: 'file-changed-meanwhile' });
    expect(world.engine.queue.list(10)).toEqual([]);
  });

  it('is queued where the file stands as it was read', async () => {
    expect(await publish()).toBe(1);
  });
});

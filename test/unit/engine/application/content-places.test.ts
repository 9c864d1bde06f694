import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contentPlacesOf } from '../../../../electron/engine/application/content-places.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';
import { sha256Of } from '../../../fakes/engine/disk.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const bytes = new TextEncoder();

let world: World;
beforeEach(async () => {
  world = createWorld();
  world.hold(pump, 'first');
  await world.open();
});
afterEach(() => world.close());

const disk = { absolute: (root: string, path: string) => `${root}/${path}` };
const placesOf = (text: string) =>
  contentPlacesOf(world.engine.keeperOf(world.libraryId()).context, disk, pump, sha256Of(bytes.encode(text))).map(
    ({ path, looks }) => ({ path: path.replace(/^\/library\//, ''), isKnown: looks !== undefined }),
  );

describe('where the bytes of a file are', () => {
  it('is the file itself, as it looked when it was read', () => {
    expect(placesOf('first')).toEqual([{ path: pump, isKnown: true }]);
    expect(placesOf('never there')).toEqual([]);
  });

  it('is not the file while it is being saved: what is known of it is of before', async () => {
    world.disk.write(pump, 'second');
    world.engine.keeperOf(world.libraryId()).context.files.noteUnread(pump);
    expect(placesOf('first')).toEqual([]);
    await world.idle();
  });

  it('is the copy that was kept of a replaced file', async () => {
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    world.engine.runnerOf(world.libraryId()).pollSoon();
    await world.idle();
    expect(placesOf('theirs')).toEqual([{ path: pump, isKnown: true }]);
    const [kept, ...others] = placesOf('first');
    expect(others).toEqual([]);
    expect(world.disk.text(kept?.path ?? '')).toBe('first');
    expect(kept?.isKnown).toBe(false);
  });

  it('is the version that is kept against it in a conflict', async () => {
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    world.save(pump, 'mine');
    await world.idle();
    expect(world.states()).toEqual({ [pump]: 'conflict' });
    expect(placesOf('theirs').map(({ path }) => world.disk.text(path))).toContain('theirs');
    expect(placesOf('first')).toEqual([]);
    const context = world.engine.keeperOf(world.libraryId()).context;
    expect(context.trees()?.remote(keyOf('EC000001'))?.sha256).toBe(sha256Of(bytes.encode('theirs')));
  });
});

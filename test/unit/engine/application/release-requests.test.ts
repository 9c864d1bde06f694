import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FilesById } from '../../../../electron/engine/application/files-by-id.ts';
import { createReleaseRequests } from '../../../../electron/engine/application/release-requests.ts';
import { sql } from '../../../../electron/engine/state/sql.ts';
import { createWorld, keyOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const valve = 'EC000002/MC000001/valve.rfa';
const key = keyOf('EC000001');
const valveKey = keyOf('EC000002');

let world: World;
beforeEach(async () => {
  world = createWorld();
  world.hold(pump, 'first');
  await world.open();
});
afterEach(() => world.close());

/** Releases of files that are named by their paths. */
const ofPaths = () =>
  createReleaseRequests(world.engine, {
    of: (path: string) => ({ keeper: world.engine.keeperOf(world.libraryId()), path }),
  } as FilesById);

const publish = (keys = [key]) =>
  createReleaseRequests(world.engine, {} as never).publishKeys(keys, 'with the new hole');

describe('a release asked for within the moment after a save', () => {
  it('is refused before anything told of the save, and the draft of before is not released', async () => {
    await world.idle();
    world.disk.write(pump, 'second');
    await expect(publish()).rejects.toMatchObject({ code: 'file-changed-meanwhile' });
    await world.idle();
    expect(await publish()).toBe(1);
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 second', '1.0 second']);
  });

  it('is refused while the file is being saved', async () => {
    await world.idle();
    world.save(pump, 'second');
    await world.clock.advance(1_000);
    await expect(publish()).rejects.toMatchObject({ code: 'file-changed-meanwhile' });
    await world.idle();
    expect(world.service.callsOf('release')).toBe(0);
  });

  it('is queued for the other files that it names', async () => {
    world.save(valve, 'as it was read');
    await world.idle();
    world.disk.write(pump, 'second');
    expect(await publish([key, keyOf('EC000002')])).toBe(1);
    await world.idle();
    expect(world.service.versions.history(keyOf('EC000002'))).toEqual(['0.1 as it was read', '1.0 as it was read']);
  });
});

describe('a release asked for while its library is paused', () => {
  beforeEach(() => world.engine.saveLibrarySettings(world.libraryId(), { isPaused: true }));

  it('is refused where the file was saved since it was read: what was meant is not known', async () => {
    world.save(pump, 'second');
    await expect(publish()).rejects.toMatchObject({ code: 'file-changed-meanwhile' });
    expect(world.engine.queue.list(10)).toEqual([]);
  });

  it('is queued where the file stands as it was read', async () => {
    expect(await publish()).toBe(1);
  });
});

describe('releases that are taken back together', () => {
  const waiting = (): unknown[] => world.engine.queue.releases(world.libraryId()).map((entry) => entry.key);

  beforeEach(async () => {
    world.save(valve, 'valve');
    await world.idle();
    world.service.setAway(true);
    world.engine.publish([key, valveKey], 'for the fair');
  });

  it('are all taken back, or none where one of them was sent', () => {
    const sent = sql`UPDATE queue_entry SET intent = json_set(intent, '$.sentFromMajor', 0) WHERE content_key = ${valveKey}`;
    world.database().run(sent);
    expect(() => ofPaths().withdrawRelease([pump, valve])).toThrow(expect.objectContaining({ code: 'unknown-item' }));
    expect(waiting()).toEqual([key, valveKey]);
    expect(ofPaths().withdrawRelease([pump])).toBe(1);
    expect(waiting()).toEqual([valveKey]);
  });

  it('are one where a file is named twice', () => {
    expect(ofPaths().withdrawRelease([pump, pump])).toBe(1);
    expect(waiting()).toEqual([valveKey]);
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ViewCaller } from '../../../../shared/api/caller.ts';
import { createFileRequests } from '../../../../electron/engine/application/file-requests.ts';
import { readHistory } from '../../../../electron/engine/application/read-history.ts';
import type { Disk } from '../../../../electron/engine/ports.ts';
import { fileIdOf } from '../../../../electron/engine/tree/paths.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const key = keyOf('EC000001');

let world: World;
beforeEach(async () => {
  world = createWorld();
  world.hold(pump, 'first');
  await world.open();
});
afterEach(() => world.close());

const requests = () =>
  createFileRequests(world.engine, { absolute: (root: string, path: string) => `${root}/${path}` } as Disk);

describe('a conflict that a person ended', () => {
  const fileId = () => fileIdOf(world.libraryId(), pump);
  beforeEach(async () => {
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    world.save(pump, 'mine');
    await world.idle();
  });

  it.each(['keepMine', 'takeTheirs', 'keepBoth'] as const)('says what stood against the file: %s', async (choice) => {
    expect(await requests().resolveConflict({ fileId: fileId(), choice })).toEqual({
      ...{ key, choice, theirVersion: '0.2' },
      atMs: world.clock.now(),
    });
  });

  it('is listed with the version that stands against the file, until then', async () => {
    const shown = () =>
      world.engine.fileList.list({ languageCode: 'en', filter: 'all', search: '', offset: 0, limit: 9 }).rows[0];
    expect(shown()?.theirVersion).toBe('0.2');
    await requests().resolveConflict({ fileId: fileId(), choice: 'takeTheirs', theirVersion: '0.2' });
    expect(shown()?.theirVersion).toBeUndefined();
  });

  it('tells in the details of the file how it ended, until something follows that', async () => {
    world.service.setAway(true);
    await requests().resolveConflict({ fileId: fileId(), choice: 'keepMine' });
    const { answered } = await requests().detail(fileId());
    expect(answered).toMatchObject({ choice: 'keepMine', theirVersion: '0.2' });
    world.service.setAway(false);
    world.engine.tryNow();
    await world.idle();
    expect((await requests().detail(fileId())).answered).toBeUndefined();
    expect(await requests().undoResolve({ fileId: fileId() })).toEqual({ reopened: false, version: '0.3' });
  });

  it('is open again once that is undone', async () => {
    await requests().resolveConflict({ fileId: fileId(), choice: 'takeTheirs' });
    expect(await requests().undoResolve({ fileId: fileId() })).toEqual({ reopened: true });
    expect((await requests().detail(fileId())).conflict).toMatchObject({ theirVersion: '0.2' });
    expect(world.disk.text(pump)).toBe('mine');
  });
});

describe('a file that is gone', () => {
  it('is told in its details to get another name once it is restored, where a folder stands in its place', async () => {
    world.disk.delete(pump);
    world.disk.write(`${pump}/notes.txt`, 'a folder now');
    world.watcher.hint('');
    await world.idle();
    const { why } = await requests().detail(fileIdOf(world.libraryId(), pump));
    expect(why).toMatchObject({ reason: { code: 'removedHere' }, isPlaceTaken: true });
  });
});

describe('the versions of a file', () => {
  const answering = (bytes: readonly string[]): ViewCaller => {
    const versions = bytes.map((sha, minor) => ({ major: 0, minor: minor + 1, sha256: sha.repeat(64) }));
    return { call: async () => ({ versions }) } as unknown as ViewCaller;
  };
  const sameAs = async (bytes: readonly string[]) =>
    (await readHistory(world.engine, answering(bytes), key)).versions.map((one) => one.sameAs);

  it('say of the one that was put back which it came from', async () => {
    expect(await sameAs(['a', 'b', 'a'])).toEqual(['0.1', undefined, undefined]);
  });

  it('say nothing where nothing lies between two of the same bytes, as between a draft and its release', async () => {
    expect(await sameAs(['a', 'b', 'b'])).toEqual([undefined, undefined, undefined]);
  });

  it('name the newest of several with their bytes', async () => {
    expect(await sameAs(['a', 'b', 'a', 'b'])).toEqual(['0.2', '0.1', undefined, undefined]);
    expect(await sameAs(['a', 'b', 'a', 'c', 'a'])).toEqual(['0.3', undefined, '0.1', undefined, undefined]);
  });

  it('are each read as often in a long history as in a short one', async () => {
    const readsPerVersion = async (count: number): Promise<number> => {
      let reads = 0;
      const versions = Array.from({ length: count }, (_, at) => ({
        ...{ major: 0, minor: at + 1 },
        get sha256() {
          reads += 1;
          return at.toString(16).padStart(64, '0');
        },
      }));
      await readHistory(world.engine, { call: async () => ({ versions }) } as unknown as ViewCaller, key);
      return reads / count;
    };
    expect(await readsPerVersion(200)).toBeLessThanOrEqual(await readsPerVersion(20));
  });
});

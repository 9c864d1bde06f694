import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileRequests } from '../../../../electron/engine/application/file-requests.ts';
import type { Disk } from '../../../../electron/engine/ports.ts';
import { fileIdOf } from '../../../../electron/engine/tree/paths.ts';
import { createWorld, type World } from '../../../fakes/engine/world.ts';

let world: World;
beforeEach(() => void (world = createWorld()));
afterEach(() => world.close());

const folder = 'EC000001/MC000001';
const requests = () =>
  createFileRequests(world.engine, { absolute: (root: string, path: string) => `${root}/${path}` } as Disk);
const idOf = (path: string): string => fileIdOf(world.libraryId(), path);

/** Shows the details of a file, and asks where it is by now. */
async function shownAt(path: string) {
  const { file } = await requests().detail(idOf(path));
  const shownAtMs = world.clock.now();
  return () => requests().whereNow(idOf(path), { ...file, shownAtMs });
}
async function rename(from: string, to: string): Promise<void> {
  world.disk.rename(from, to);
  for (const path of [from, to]) world.watcher.hint(path);
  await world.clock.advance(60_000);
}
async function remove(path: string): Promise<void> {
  world.disk.delete(path);
  world.watcher.hint(path);
  await world.clock.advance(60_000);
}

describe('a file that is renamed while somebody looks at it', () => {
  it('is found under its new name, by its key', async () => {
    world.hold(`${folder}/pump.rfa`, 'a pump');
    await world.open();
    const where = await shownAt(`${folder}/pump.rfa`);
    await rename(`${folder}/pump.rfa`, `${folder}/pump two.rfa`);
    await expect(requests().detail(idOf(`${folder}/pump.rfa`))).rejects.toThrow('not among the files');
    expect(where()?.path).toBe(`${folder}/pump two.rfa`);
  });

  it('is found without a key as well', async () => {
    world.hold('pump.rfa', 'a pump');
    await world.open();
    await world.clock.advance(60_000);
    const where = await shownAt('pump.rfa');
    await rename('pump.rfa', 'inbox/pump.rfa');
    expect(where()).toEqual({ fileId: idOf('inbox/pump.rfa'), path: 'inbox/pump.rfa' });
  });

  it('is not taken for a copy of it without a key that was there before', async () => {
    world.hold('pump.rfa', 'a pump');
    world.hold('copy.rfa', 'a pump');
    await world.open();
    await world.clock.advance(60_000);
    const where = await shownAt('pump.rfa');
    await remove('pump.rfa');
    expect(where()).toBeUndefined();
  });

  it('is not taken for another file of its key that was there before', async () => {
    world.hold(`${folder}/pump.rfa`, 'a pump');
    world.hold(`${folder}/pump - copy.rfa`, 'a pump');
    await world.open();
    await world.clock.advance(60_000);
    const where = await shownAt(`${folder}/pump - copy.rfa`);
    await remove(`${folder}/pump - copy.rfa`);
    await expect(requests().detail(idOf(`${folder}/pump - copy.rfa`))).rejects.toThrow('not among the files');
    expect(where()).toBeUndefined();
  });

  it('is nowhere where it was deleted', async () => {
    world.hold(`${folder}/pump.rfa`, 'a pump');
    await world.open();
    const where = await shownAt(`${folder}/pump.rfa`);
    await remove(`${folder}/pump.rfa`);
    expect(where()).toBeUndefined();
  });
});

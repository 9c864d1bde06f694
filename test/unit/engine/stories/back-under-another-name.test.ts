import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assignClass } from '../../../fakes/engine/assign-class.ts';
import { createWorld, keyOf, type World, type WorldParts } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const ignored = 'old/pump.rfa';
const renamed = 'EC000001/MC000001/big pump.rfa';

let world: World;
beforeEach(() => begin());
afterEach(() => world.close());

/** The path of the file names another class than a person said it is of. */
async function begin(parts: WorldParts = {}): Promise<void> {
  world = createWorld(parts);
  world.hold(pump, 'a pump');
  await world.open();
  await world.engine.saveLibrarySettings(world.libraryId(), { ignorePatterns: ['old/'] });
  await assignClass(world, pump, 'EC000009');
  await world.idle();
  await save(pump, 'a pump, edited');
}

async function look(...paths: readonly string[]): Promise<void> {
  for (const path of paths) world.watcher.hint(path);
  await world.clock.advance(120_000);
  await world.idle();
}

async function save(path: string, text: string): Promise<void> {
  world.save(path, text);
  await look();
}

async function putAway(): Promise<void> {
  world.disk.rename(pump, ignored);
  await look(pump, ignored);
  expect(world.states()).toEqual({ [pump]: 'removedHere' });
}

const lines = () =>
  Object.fromEntries(world.service.versions.keys().map((key) => [key, world.service.versions.history(key)]));

/** It is the same item as before, and goes on so. */
async function expectSameItem(): Promise<void> {
  expect(world.states()).toEqual({ [renamed]: 'draft' });
  expect([...world.engine.runnerOf(world.libraryId()).context.links().keys()]).toEqual([renamed]);
  await save(renamed, 'a pump, as it is now');
  expect(lines()).toEqual({
    [keyOf('EC000001')]: ['0.1 a pump'],
    [keyOf('EC000009')]: ['0.1 a pump', '0.2 a pump, edited', '0.3 a pump, as it is now'],
  });
}

describe('a file that was put into an ignored folder and comes back under another name', () => {
  it.each([
    ['as the watcher tells it', [ignored, renamed]],
    ['as a scan finds it', ['']],
  ])('is what a person said it is, %s', async (_, hints) => {
    await putAway();
    world.disk.rename(ignored, renamed);
    await look(...hints);
    await expectSameItem();
  });

  it('is so where it comes back while nothing runs', async () => {
    await putAway();
    await world.close();
    world.disk.rename(ignored, renamed);
    await world.start();
    await look();
    await expectSameItem();
  });

  it('is so on a disk that numbers it anew, as a scan finds it', async () => {
    await world.close();
    await begin({ names: 'folding' });
    const savedMs = 1_700_000_000_000;
    world.disk.setDate(pump, savedMs);
    await look(pump);
    world.disk.delete(pump);
    world.disk.write(ignored, 'a pump, edited', savedMs);
    await look(pump, ignored);
    world.disk.delete(ignored);
    world.disk.write(renamed, 'a pump, edited', savedMs);
    await look('');
    expect([...world.engine.runnerOf(world.libraryId()).context.links().keys()]).toEqual([renamed]);
  });

  it('is so when a person had said that it may be gone', async () => {
    await putAway();
    world.engine.answerRemovals(world.libraryId(), [keyOf('EC000009')], 'confirmed');
    await look();
    world.disk.rename(ignored, renamed);
    await look(ignored, renamed);
    await expectSameItem();
  });
});

it('a file that comes back among those of another class is removed from where it was, as one that was moved there', async () => {
  const there = 'EC000005/MC000001/pump.rfa';
  await putAway();
  world.disk.rename(ignored, there);
  await look(ignored, there);
  await look();
  expect(world.states()).toEqual({ [pump]: 'removedHere', [there]: 'draft' });
  world.engine.answerRemovals(world.libraryId(), [keyOf('EC000009')], 'restore');
  await look();
  expect(world.disk.text(pump)).toBe('a pump, edited');
});

describe('another file of the length and date of one that is gone', () => {
  it('is of the class that its path names', async () => {
    const savedMs = 1_700_000_000_000;
    world.disk.setDate(pump, savedMs);
    await look(pump);
    await putAway();
    world.disk.write(renamed, 'other bytes ..', savedMs);
    await look(renamed);
    expect(world.states()).toEqual({ [pump]: 'removedHere', [renamed]: expect.any(String) as string });
    expect(lines()[keyOf('EC000009')]).toEqual(['0.1 a pump', '0.2 a pump, edited']);
  });

  it('is of no class where a person had said that the other one may be gone, also with its bytes', async () => {
    const [savedMs, copy] = [1_700_000_000_000, 'loose/pump.rfa'];
    world.disk.setDate(pump, savedMs);
    await look(pump);
    await putAway();
    world.engine.answerRemovals(world.libraryId(), [keyOf('EC000009')], 'confirmed');
    await look();
    world.disk.write(copy, 'a pump, edited', savedMs);
    await look('');
    expect(world.states()).toEqual({ [copy]: 'unassigned' });
    expect([...world.engine.runnerOf(world.libraryId()).context.links().keys()]).toEqual([pump]);
  });
});

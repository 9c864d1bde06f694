import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Library } from '../../../../electron/engine/state/libraries.ts';
import { createWorld, keyOf, revit2025, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
let world: World;
beforeEach(async () => {
  world = createWorld();
  world.hold(pump, 'bytes');
  await world.open();
});
afterEach(() => world.close());

const history = () => world.service.versions.history(keyOf('EC000001'));
const stored = (): Library[] => world.engine.knownLibraries().map(({ library }) => library);
const inForce = () => world.engine.runnerOf(world.libraryId()).context;

/** Has one change wait for a transfer that ends late; another one is made meanwhile. */
async function oneWithinTheOther(one: () => Promise<unknown>, other: () => Promise<unknown>): Promise<string[]> {
  const held = world.service.hold('storeFile');
  world.save(pump, 'on its way');
  await world.clock.until(() => world.engine.transfers.running() > 0, 'it is sent');
  const both = Promise.allSettled([one(), other()]);
  held.letGo();
  return (await both).map(({ status }) => status);
}

const ways: readonly (readonly [string, (libraryId: string) => Promise<unknown>])[] = [
  ['is placed elsewhere', (libraryId) => world.engine.relocateLibrary(libraryId, '/elsewhere/valves')],
  ['is said to be in its folder', (libraryId) => world.engine.confirmLibrary(libraryId)],
  ['is given other programs', (libraryId) => world.engine.savePrograms(libraryId, [revit2025])],
];

describe.each(ways)('a library that %s', (_way, change) => {
  it('stays removed, at whatever moment it is removed meanwhile', async () => {
    for (let pauses = 0; pauses <= 48; pauses += 3) {
      const libraryId = world.libraryId();
      const changed = change(libraryId).catch(() => undefined);
      for (let pause = 0; pause < pauses; pause += 1) await Promise.resolve();
      await Promise.all([changed, world.engine.removeLibrary(libraryId)]);
      expect([stored(), world.engine.runners()], `after ${pauses}`).toEqual([[], []]);
      await world.addLibrary();
      await world.idle();
    }
  });

  it('goes on with the settings that are saved meanwhile', async () => {
    const libraryId = world.libraryId();
    const ends = await oneWithinTheOther(
      () => change(libraryId),
      () => world.engine.saveLibrarySettings(libraryId, { direction: 'downOnly' }),
    );
    expect(ends).toEqual(['fulfilled', 'fulfilled']);
    expect([stored()[0]?.settings.direction, inForce().settings().direction]).toEqual(['downOnly', 'downOnly']);
    await world.idle();
    const before = history();
    world.save(pump, 'to be kept here');
    await world.idle();
    expect(history()).toEqual(before);
  });

  it('is paused where a person pauses it meanwhile', async () => {
    const libraryId = world.libraryId();
    await oneWithinTheOther(
      () => change(libraryId),
      () => world.engine.saveLibrarySettings(libraryId, { isPaused: true }),
    );
    expect(inForce().settings().isPaused).toBe(true);
  });

  it('is so as well where that is wanted while settings are saved', async () => {
    const libraryId = world.libraryId();
    await oneWithinTheOther(
      () => world.engine.saveLibrarySettings(libraryId, { direction: 'downOnly' }),
      () => change(libraryId),
    );
    const [library] = stored();
    expect(inForce().settings().direction).toBe('downOnly');
    expect(inForce().library).toMatchObject({ root: library?.root, programs: library?.programs });
  });
});

describe('a library that is removed twice at once', () => {
  it('is removed once, and that is told once', async () => {
    const libraryId = world.libraryId();
    const ends = await oneWithinTheOther(
      () => world.engine.removeLibrary(libraryId),
      () => world.engine.removeLibrary(libraryId),
    );
    expect(ends).toEqual(['fulfilled', 'rejected']);
    const told = world.engine.activity.list(10).filter(({ kind }) => kind === 'libraryRemoved');
    expect(told).toHaveLength(1);
  });
});

describe('a library that cannot be removed', () => {
  it('goes on, where the disk of the state is full', async () => {
    const libraryId = world.libraryId();
    world.setStateFull(true);
    await expect(world.engine.removeLibrary(libraryId)).rejects.toMatchObject({ code: 'disk-full' });
    world.setStateFull(false);
    expect(world.engine.knownLibraries()).toMatchObject([{ isSynced: true }]);
    world.save(pump, 'second');
    await world.clock.advance(600_000);
    expect(history()).toEqual(['0.1 bytes', '0.2 second']);
  });
});

describe('two folders that become libraries at once', () => {
  const add = (...roots: readonly string[]) => Promise.allSettled(roots.map((root) => world.addLibrary(root)));
  const overlaps = { status: 'rejected', reason: expect.objectContaining({ code: 'library-overlaps' }) as unknown };

  beforeEach(() => world.engine.removeLibrary(world.libraryId()));

  it.each([
    ['one is in the other', ['/library', '/library/EC000001']],
    ['one holds the other', ['/library/EC000001', '/library']],
    ['they are the same', ['/library', '/library']],
  ])('are one library where %s', async (_how, roots) => {
    expect(await add(...roots)).toMatchObject([{ status: 'fulfilled' }, overlaps]);
    expect(stored().map(({ root }) => root)).toEqual(roots.slice(0, 1));
  });

  it('are one library where another one is placed there at the same time', async () => {
    await world.addLibrary('/library');
    world.mountBeside('/elsewhere/valves');
    const ends = await Promise.allSettled([
      world.engine.relocateLibrary(world.libraryId(), '/elsewhere'),
      world.addLibrary('/elsewhere/valves'),
    ]);
    expect(ends).toContainEqual(expect.objectContaining(overlaps));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

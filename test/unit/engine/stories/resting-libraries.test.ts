import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLibraryChanges } from '../../../../electron/engine/application/library-changes.ts';
import type { FakeDisk } from '../../../fakes/engine/disk.ts';
import { createWorld, keyOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const valve = 'EC000002/MC000001/valve.rfa';
const restingFolder = '/other library';
const tap = {
  etimClassCode: 'EC000003',
  etimClassCodeVersion: '1',
  etimModelCode: 'MC000001',
  etimModelCodeVersion: '1',
};

let world: World;
let disk: FakeDisk;
let restingId: string;

const restingLibrary = () => world.engine.keeperOf(restingId);
const settingsOf = (root: string) =>
  world.engine.knownLibraries().find(({ library }) => library.root === root)?.library.settings;
const syncAll = async (): Promise<void> => {
  await world.close();
  await world.start();
  await world.idle();
};

/** Two libraries that agree with the service, of which the second does not take part in the run. */
beforeEach(async () => {
  world = createWorld();
  disk = world.mountBeside(restingFolder);
  world.hold(pump, 'a pump');
  disk.write(valve, 'a valve', world.clock.now() - 3_600_000);
  disk.write('loose.rfa', 'a tap', world.clock.now() - 3_600_000);
  await world.open();
  await world.addLibrary(restingFolder);
  await world.idle();
  const resting = world.engine.runners().find(({ context: { library } }) => library.root === restingFolder);
  restingId = resting?.context.library.libraryId ?? '';
  await world.close();
  await world.start(({ root }) => root !== restingFolder);
  await world.idle();
});
afterEach(() => world.close());

describe('a library that takes no part in the run', () => {
  it('is known, and neither looked at nor synced', async () => {
    expect(world.engine.knownLibraries().map(({ library, isSynced }) => [library.root, isSynced])).toEqual([
      ['/library', true],
      [restingFolder, false],
    ]);
    disk.write(valve, 'a valve, edited', world.clock.now());
    await world.clock.advance(7_200_000);
    expect(restingLibrary().context.files.get(valve)?.sizeBytes).toBe('a valve'.length);
    expect(world.engine.isIdle()).toBe(true);
  });

  it('keeps what a person says of its files for the next run that syncs it', async () => {
    await restingLibrary().relink(() => new Map([['loose.rfa', tap]]));
    expect(disk.text('.cadlibrary.json')).toContain('EC000003');
    await world.clock.advance(60_000);
    expect(world.service.versions.keys()).not.toContain(keyOf('EC000003'));
    await syncAll();
    expect(world.service.versions.keys()).toContain(keyOf('EC000003'));
  });

  it('carries requests about it out one after the other', async () => {
    const link = (path: string) => restingLibrary().relink(() => new Map([[path, tap]]));
    await Promise.all([link('loose.rfa'), link(valve)]);
    expect([...restingLibrary().context.links().keys()].sort()).toEqual([valve, 'loose.rfa'].sort());
  });

  it('gives way to the one that is to fetch everything, and the other way round, with what it knows of itself', async () => {
    const { context } = restingLibrary();
    await world.engine.saveLibrarySettings(restingId, { fetch: 'everything' });
    expect([settingsOf('/library')?.fetch, settingsOf(restingFolder)?.fetch]).toEqual(['own', 'everything']);
    await world.engine.saveLibrarySettings(world.libraryId(), { fetch: 'everything' });
    expect([settingsOf('/library')?.fetch, settingsOf(restingFolder)?.fetch]).toEqual(['everything', 'own']);
    expect(context.settings().fetch).toBe('own');
  });

  it('is named with what it would leave unsent, and forgotten without touching a file', async () => {
    expect(world.engine.atStake(restingId).files).toEqual(['loose.rfa']);
    await world.engine.removeLibrary(restingId);
    expect(() => restingLibrary()).toThrow(expect.objectContaining({ code: 'unknown-item' }) as Error);
    expect(disk.text(valve)).toBe('a valve');
  });

  it('is not forgotten without a yes where files were saved since it was last looked at', async () => {
    const changes = createLibraryChanges(world.engine);
    disk.write(valve, 'a valve, edited', world.clock.now());
    disk.write('new.rfa', 'a new tap', world.clock.now());
    const answer = await changes.remove(restingId, { confirmed: false });
    expect(answer).toMatchObject({ done: false, atStake: { fileCount: 3 } });
    expect(answer.atStake.files).toEqual(expect.arrayContaining(['loose.rfa', valve, 'new.rfa']));
    expect((await changes.remove(restingId, { confirmed: true })).done).toBe(true);
  });

  it('stays at rest when a person says that its folder is the library', async () => {
    await world.engine.confirmLibrary(restingId);
    expect(world.engine.runners()).toHaveLength(1);
    expect(restingLibrary().context.library.markerId).toBeDefined();
  });
});

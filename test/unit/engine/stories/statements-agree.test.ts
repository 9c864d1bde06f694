import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { libraryRecordOf } from '../../../../electron/engine/application/library-record.ts';
import { exitCodeOfOverview } from '../../../../electron/entry/commands/describe-overview.ts';
import { exitCodeOfAnswer } from '../../../../electron/entry/commands/status.ts';
import { exitCodeOfSync, summarizeSync } from '../../../../electron/entry/commands/sync-summary.ts';
import { linksFileName } from '../../../../electron/engine/tree/library-links.ts';
import { needsOf } from '../../../../shared/rpc/needs.ts';
import type { StatusRecord } from '../../../../shared/rpc/status-records.ts';
import { assignClass } from '../../../fakes/engine/assign-class.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const key = keyOf('EC000001');

let world: World;
beforeEach(async () => {
  world = createWorld();
  world.hold(pump, 'base');
  await world.open();
});
afterEach(() => (world.isRunning() ? world.crash() : undefined));

const overview = (): number => exitCodeOfOverview(world.engine.statusReader.overview());
const folder = async (): Promise<number> => exitCodeOfAnswer(await world.engine.statusReader.explain(['/library']));
const sync = (): number =>
  exitCodeOfSync(summarizeSync(world.engine, world.libraryId(), { uploaded: 0, downloaded: 0 }));
const needsYou = (): number => world.engine.fileList.counts().needsYou;

/** A program has the file open for long, saved it, and lets nobody read it. */
async function holdOpen(): Promise<void> {
  world.disk.fail('inspect', pump, 'file-in-use', 1e6);
  world.save(pump, 'once more');
  await world.clock.advance(60_000);
  expect(world.states()).toEqual({ [pump]: 'openElsewhere' });
}

describe('a file that a program saves again, and holds, after it was refused', () => {
  it('is said alike of all libraries, of its folder, by a sync and in the list', async () => {
    world.service.fail('storeMetadata', 'rightMissing', 50);
    world.save(pump, 'again');
    await world.clock.advance(60_000);
    expect([overview(), await folder(), sync(), needsYou()]).toEqual([2, 2, 2, 1]);
    await holdOpen();
    expect([overview(), await folder(), sync(), needsYou()]).toEqual([3, 3, 3, 0]);
  });

  it('is said alike where it was its release that was refused', async () => {
    world.service.fail('release', 'rightMissing', 50);
    world.publish([key], 'First issue');
    await world.clock.advance(60_000);
    expect([overview(), await folder(), sync(), needsYou()]).toEqual([2, 2, 2, 1]);
    await holdOpen();
    const one = overview();
    expect([await folder(), sync()]).toEqual([one, one]);
  });
});

describe('a library while no service is connected', () => {
  it('is said alike of all libraries and of its folder', async () => {
    await world.connect(undefined);
    await world.clock.advance(120_000);
    expect(overview()).toBe(await folder());
  });
});

describe('links that cannot be written to the library', () => {
  it('are told by status, of all and of the folder, as by a sync, and by the window', async () => {
    await assignClass(world, pump, 'EC000009');
    await world.idle();
    world.disk.fail('writeText', linksFileName, 'disk-full', 1e6);
    world.disk.rename(pump, 'other.rfa');
    world.watcher.hint('');
    await world.clock.advance(120_000);
    expect(sync()).toBe(2);
    expect([overview(), await folder()]).toEqual([2, 2]);
    const record = () => libraryRecordOf(world.engine, world.engine.runnerOf(world.libraryId()));
    expect(record().state).not.toBe('inStep');
    await world.engine.saveLibrarySettings(world.libraryId(), { isPaused: true });
    const counts = world.engine.fileList.counts();
    const status = { libraries: [record()], counts, refusedWrites: 0 } as Partial<StatusRecord> as StatusRecord;
    expect([overview(), needsOf(status).all]).toEqual([2, 1]);
  });
});

describe('what needs a person and is of no file that is there', () => {
  const record = () => libraryRecordOf(world.engine, world.engine.runnerOf(world.libraryId()));

  it('is the failed release of a file that was removed, which the library is marked with', async () => {
    world.service.fail('release', 'rightMissing', 50);
    world.publish([key], 'First issue');
    await world.clock.advance(60_000);
    expect(record().besideFiles).toEqual({ savedLate: 0, failedWork: 0 });
    world.disk.delete(pump);
    world.watcher.hint('');
    await world.clock.advance(120_000);
    expect([overview(), await folder(), sync(), needsYou()]).toEqual([2, 2, 2, 0]);
    expect(record()).toMatchObject({ state: 'needsYou', besideFiles: { savedLate: 0, failedWork: 1 } });
  });

  it('is what a program saved into a file after it was replaced, until somebody says what becomes of it', async () => {
    const write = world.disk.openForWriting(pump);
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    world.engine.runnerOf(world.libraryId()).pollSoon();
    await world.clock.advance(10_000);
    expect(record().state).toBe('inStep');
    write('saved late');
    await world.clock.advance(60_000);
    expect([overview(), await folder(), sync(), needsYou()]).toEqual([2, 2, 2, 0]);
    expect(record()).toMatchObject({ state: 'needsYou', besideFiles: { savedLate: 1, failedWork: 0 } });
    const [copy] = (await world.engine.earlierCopies.list('savedLate', { offset: 0, limit: 10 })).rows;
    let told: unknown;
    world.engine.onStatusChange(() => (told = record().state));
    world.engine.earlierCopies.leave(copy?.backupId ?? '');
    await world.clock.advance(1_000);
    expect(told).toBe('inStep');
    expect(record()).toMatchObject({ state: 'inStep', besideFiles: { savedLate: 0, failedWork: 0 } });
  });

  it('is no copy any more that somebody deleted by hand, once the list of copies leaves it out', async () => {
    const write = world.disk.openForWriting(pump);
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    world.engine.runnerOf(world.libraryId()).pollSoon();
    await world.clock.advance(10_000);
    write('saved late');
    await world.clock.advance(1_200_000);
    const list = () => world.engine.earlierCopies.list('savedLate', { offset: 0, limit: 10 });
    const [copy] = (await list()).rows;
    world.disk.delete(copy?.absolutePath.slice('/library/'.length) ?? '');
    let told: unknown;
    world.engine.onStatusChange(() => (told = record().state));
    expect(await list()).toEqual({ total: 0, rows: [] });
    await world.clock.advance(1_000);
    expect(told).toBe('inStep');
  });
});

describe('a version of the service that is empty', () => {
  it('is not called in step: read again, the same bytes need a person', async () => {
    world.service.versions.publishElsewhere(recordOf('EC000002', 'valve'), '');
    world.engine.runnerOf(world.libraryId()).pollSoon();
    await world.clock.advance(60_000);
    const [valve = ''] = world.disk.paths().filter((path) => path !== pump);
    const before = world.states()[valve];
    world.engine.runnerOf(world.libraryId()).readChangedSoon(valve);
    await world.clock.advance(60_000);
    expect(world.states()[valve]).toBe(before);
  });
});

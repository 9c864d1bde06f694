import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { libraryRecordOf } from '../../../../electron/engine/application/library-record.ts';
import { exitCodeOfOverview } from '../../../../electron/entry/commands/describe-overview.ts';
import { exitCodeOfAnswer } from '../../../../electron/entry/commands/status.ts';
import { exitCodeOfSync, summarizeSync } from '../../../../electron/entry/commands/sync-summary.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'my folder/EC000001/MC000001/pump.rfa';
const key = keyOf('EC000001');

let world: World;
beforeEach(async () => {
  world = createWorld();
  world.hold(pump, 'bytes');
  await world.open();
  world.disk.delete(pump);
  world.watcher.hint(pump);
  await world.clock.advance(60_000);
  await world.idle();
});
afterEach(() => world.close());

const told = (kind: string) => world.engine.activity.list(100).filter((entry) => entry.kind === kind);
const poll = async (): Promise<void> => {
  world.engine.runnerOf(world.libraryId()).pollSoon();
  await world.idle();
};

describe('a file that is gone', () => {
  it('is shown as removed here and told once', async () => {
    expect(world.states()).toEqual({ [pump]: 'removedHere' });
    expect(told('removedHere')).toMatchObject([{ title: 'pump.rfa', key, version: '0.1' }]);
    world.crash();
    await world.start();
    await world.clock.advance(3_700_000);
    expect(told('removedHere')).toHaveLength(1);
  });

  it('leaves everything in step, by what is said of all, of its folder, and by a sync that ends', async () => {
    const { statusReader } = world.engine;
    const ofFolder = async () => exitCodeOfAnswer(await statusReader.explain(['/library']));
    const ofSync = () => exitCodeOfSync(summarizeSync(world.engine, world.libraryId(), { uploaded: 0, downloaded: 0 }));
    expect([exitCodeOfOverview(statusReader.overview()), await ofFolder(), ofSync()]).toEqual([0, 0, 0]);
    // Whoever asks about the file itself wants to know whether it is here.
    expect(exitCodeOfAnswer(await statusReader.explain([`/library/${pump}`]))).toBe(3);
  });

  it('comes back to its old path when it is restored, with the newest version', async () => {
    world.service.versions.publishElsewhere(recordOf('EC000001', 'their name'), 'newer');
    world.engine.answerRemovals(world.libraryId(), [key], 'restore');
    await poll();
    expect(world.disk.text(pump)).toBe('newer');
    expect(world.states()).toEqual({ [pump]: 'draft' });
    // It is a file like any other again.
    world.save(pump, 'changed');
    await world.idle();
    expect(world.service.versions.history(key).at(-1)).toBe('0.3 changed');
  });

  it('does not come back when it is said to be meant so while it is fetched', async () => {
    const { arrived, letGo } = world.service.hold('getFile');
    world.engine.answerRemovals(world.libraryId(), [key], 'restore');
    await world.clock.advance(1_000);
    await arrived;
    world.engine.answerRemovals(world.libraryId(), [key], 'confirmed');
    letGo();
    await world.idle();
    expect([world.disk.text(pump), world.states()]).toEqual([undefined, {}]);
  });

  it('counts as removed again when it is gone again after it was restored, also after a crash', async () => {
    world.engine.answerRemovals(world.libraryId(), [key], 'restore');
    await world.idle();
    expect(world.disk.text(pump)).toBe('bytes');
    for (const times of [2, 3]) {
      world.crash();
      await world.start();
      await world.idle();
      world.disk.delete(pump);
      world.watcher.hint(pump);
      await world.idle();
      expect(world.disk.text(pump)).toBeUndefined();
      expect(world.states()).toEqual({ [pump]: 'removedHere' });
      expect(told('removedHere')).toHaveLength(times);
      world.engine.answerRemovals(world.libraryId(), [key], 'restore');
      await world.idle();
      expect(world.disk.text(pump)).toBe('bytes');
    }
  });

  it('is said to come back, once that was asked, also while it may still come back by itself or nothing runs', async () => {
    const explained = async () => (await world.engine.statusReader.explain([`/library/${pump}`])).files[0]?.explanation;
    world.hold(pump, 'bytes');
    world.watcher.hint(pump);
    await world.clock.advance(10_000);
    await world.idle();
    world.disk.delete(pump);
    world.watcher.hint(pump);
    await world.clock.advance(3_000);
    expect(world.states()).toEqual({ [pump]: 'missing' });
    expect(await explained()).toMatchObject({ reason: { code: 'missingForNow' }, next: { code: 'countsAsRemoved' } });
    world.engine.answerRemovals(world.libraryId(), [key], 'restore');
    expect(await explained()).toMatchObject({ reason: { code: 'missingForNow' }, next: { code: 'comesBack' } });
    await world.close();
    await world.start(() => false);
    expect(await explained()).toMatchObject({
      reason: { code: 'removedHere', version: '0.1' },
      next: { code: 'comesBack' },
      actions: ['start-sync'],
    });
  });

  it('keeps its library out of step while it may come back by itself, which is no syncing', async () => {
    const state = () => libraryRecordOf(world.engine, world.engine.runnerOf(world.libraryId())).state;
    world.hold(pump, 'bytes');
    world.watcher.hint(pump);
    await world.clock.advance(10_000);
    await world.idle();
    expect(state()).toBe('inStep');
    world.disk.delete(pump);
    world.watcher.hint(pump);
    await world.clock.advance(3_000);
    expect(world.states()).toEqual({ [pump]: 'missing' });
    expect(state()).toBe('held');
  });

  it('is restored after the service and the app were away meanwhile', async () => {
    world.service.setAway(true);
    world.engine.answerRemovals(world.libraryId(), [key], 'restore');
    await world.clock.advance(10_000);
    expect(world.states()).toEqual({ [pump]: 'waiting' });
    world.crash();
    world.service.setAway(false);
    await world.start();
    await world.idle();
    expect(world.disk.text(pump)).toBe('bytes');
  });

  it('is restored beside another file that took its place meanwhile', async () => {
    world.disk.write(pump, 'program:AutoCAD/2025 of another key', 0);
    world.engine.answerRemovals(world.libraryId(), [key], 'restore');
    await world.clock.advance(60_000);
    await world.idle();
    expect(world.disk.text(pump)).toBe('program:AutoCAD/2025 of another key');
    expect(world.disk.paths().filter((path) => world.disk.text(path) === 'bytes')).toHaveLength(1);
  });

  it('is restored whole or not at all', async () => {
    world.service.fail('getFile', 'truncatedBody');
    world.engine.answerRemovals(world.libraryId(), [key], 'restore');
    await world.clock.advance(500);
    expect(world.disk.text(pump)).toBeUndefined();
    await world.idle();
    expect(world.disk.text(pump)).toBe('bytes');
  });

  it('is listed again, and told to nobody again, once that it is meant to be gone was taken back', async () => {
    world.engine.answerRemovals(world.libraryId(), [key], 'confirmed');
    await world.idle();
    expect(world.states()).toEqual({});
    const before = told('removedHere').length;
    world.engine.answerRemovals(world.libraryId(), [key], 'open');
    await world.idle();
    expect(world.states()).toEqual({ [pump]: 'removedHere' });
    expect(told('removedHere')).toHaveLength(before);
  });

  it('comes back where that was asked after it was said to be meant so, also when the latter is taken back', async () => {
    world.engine.answerRemovals(world.libraryId(), [key], 'confirmed');
    await world.idle();
    world.service.setAway(true);
    world.engine.answerRemovals(world.libraryId(), [key], 'restore');
    await world.clock.advance(5_000);
    expect(() => world.engine.answerRemovals(world.libraryId(), [key], 'open')).toThrow(/asked back since/);
    expect(world.states()).toEqual({ [pump]: 'waiting' });
    world.service.setAway(false);
    world.engine.tryNow();
    await world.idle();
    expect(world.disk.text(pump)).toBe('bytes');
  });

  it('is no longer shown once that is confirmed, until the service has something newer', async () => {
    world.engine.answerRemovals(world.libraryId(), [key], 'confirmed');
    await world.idle();
    expect(world.states()).toEqual({});
    world.crash();
    await world.start();
    await world.idle();
    expect(world.states()).toEqual({});
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'newer');
    await poll();
    expect(world.states()).toEqual({ [pump]: 'removedHere' });
    expect(told('removedHere')).toMatchObject([{ version: '0.2' }, { version: '0.1' }]);
    expect(world.disk.paths()).toEqual([]);
  });

  it('is not restored once it is there again', async () => {
    world.save(pump, 'bytes');
    await world.idle();
    expect(() => world.engine.answerRemovals(world.libraryId(), [key], 'restore')).toThrow(/there again/);
    expect(world.states()).toEqual({ [pump]: 'draft' });
  });
});

describe('what is told', () => {
  it('is that a file moved, that bytes were found equal, and that a library was paused', async () => {
    world.service.versions.publishElsewhere(recordOf('EC000002', 'valve'), 'same');
    world.hold('EC000002/MC000001/valve.rfa', 'same');
    world.watcher.hint('');
    await poll();
    expect(told('adopted')).toMatchObject([{ title: 'valve.rfa', version: '0.1' }]);
    world.disk.rename('EC000002/MC000001/valve.rfa', 'EC000002/MC000001/renamed.rfa');
    world.watcher.hint('');
    await world.clock.advance(60_000);
    expect(told('relinked')).toMatchObject([{ title: 'renamed.rfa' }]);
    world.disk.setMounted(false);
    world.watcher.hint('');
    await world.clock.advance(120_000);
    expect(told('libraryPaused')).toMatchObject([{ title: 'library', error: { code: 'library-missing' } }]);
  });

  it('is one entry where it is about many files', async () => {
    const codes = Array.from({ length: 30 }, (_, place) => `EC0001${String(place).padStart(2, '0')}`);
    for (const code of codes) {
      world.service.versions.publishElsewhere(recordOf(code), code);
      world.hold(`${code}/MC000001/pump.rfa`, code);
    }
    world.watcher.hint('');
    await world.clock.advance(60_000);
    await poll();
    expect(told('adopted').reduce((sum, { count }) => sum + (count ?? 1), 0)).toBe(30);
    expect(told('adopted').length).toBeLessThan(5);
  });
});

describe('a file that comes back', () => {
  it('is told while it is fetched, also where it was meant to be gone before', async () => {
    world.engine.answerRemovals(world.libraryId(), [key], 'confirmed');
    await world.idle();
    expect(world.states()).toEqual({});
    world.service.versions.blobs.clear();
    world.engine.answerRemovals(world.libraryId(), [key], 'restore');
    await world.clock.advance(120_000);
    expect(world.states()).toEqual({ [pump]: 'needsYou' });
  });

  it('by itself while it is fetched stays the only one', async () => {
    const { arrived, letGo } = world.service.hold('getFile');
    world.engine.answerRemovals(world.libraryId(), [key], 'restore');
    await world.clock.advance(2_000);
    await arrived;
    world.save(pump, 'bytes');
    await world.clock.advance(20_000);
    letGo();
    await world.clock.advance(600_000);
    expect(world.states()).toEqual({ [pump]: 'draft' });
  });
});

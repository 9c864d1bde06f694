import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sha256Of } from '../../../fakes/engine/disk.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const key = keyOf('EC000001');

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

describe('a file that is saved', () => {
  it('becomes a draft', async () => {
    world.hold(pump, 'first');
    await world.open();
    expect(world.service.versions.history(key)).toEqual(['0.1 first']);
    expect(world.states()).toEqual({ [pump]: 'draft' });
  });

  it('becomes the next draft when it is changed, made from the one before', async () => {
    world.hold(pump, 'first');
    await world.open();
    world.save(pump, 'second');
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 second']);
    const [, second] = world.service.calls.filter(({ id }) => id === 'storeMetadata');
    expect(second?.input).toMatchObject({ body: [{ baseVersion: '0.1' }] });
  });

  it('makes one version of a burst of saves', async () => {
    await world.open();
    for (let save = 1; save <= 10; save += 1) {
      world.save(pump, `save ${save}`);
      await world.clock.advance(300);
    }
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 save 10']);
  });

  it('keeps its name with spaces, accents and 200 characters', async () => {
    const long = `EC000001/MC000001/Größe é ${'x'.repeat(200)}.rfa`;
    world.hold(long, 'bytes');
    await world.open();
    expect(world.states()).toEqual({ [long]: 'draft' });
    const { input } = world.service.calls.find(({ id }) => id === 'storeMetadata') ?? {};
    expect(input).toMatchObject({ body: [{ baseFilename: `Größe é ${'x'.repeat(200)}`, fileExtension: 'rfa' }] });
  });

  it('is not sent when its class is not known, and is shown as such', async () => {
    world.hold('loose/pump.rfa', 'bytes');
    await world.open();
    expect(world.states()).toEqual({ 'loose/pump.rfa': 'unassigned' });
    expect(world.service.versions.keys()).toEqual([]);
  });

  it('is held back with its rival while both claim one key, until one of them goes', async () => {
    const rival = 'EC000001/MC000001/copy.rfa';
    world.hold(pump, 'one');
    world.hold(rival, 'other');
    await world.open();
    expect(world.states()).toEqual({ [pump]: 'doublyClaimed', [rival]: 'doublyClaimed' });
    expect(world.service.versions.keys()).toEqual([]);
    world.disk.delete(rival);
    world.watcher.hint(rival);
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 one']);
  });
});

describe('what another designer makes', () => {
  it('arrives, with the replaced file kept in the backup folder', async () => {
    world.hold(pump, 'mine');
    await world.open();
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    world.engine.runnerOf(world.libraryId()).pollSoon();
    await world.idle();
    expect(world.disk.text(pump)).toBe('theirs');
    const backup = world.disk.ownPaths().filter((path) => path.includes('/backup/'));
    expect(backup.map((path) => world.disk.text(path))).toEqual(['mine']);
    expect(world.service.versions.history(key)).toEqual(['0.1 mine', '0.2 theirs']);
  });

  it('arrives as a new file under a path that names its key', async () => {
    world.service.versions.publishElsewhere(recordOf('EC000001', 'valve'), 'theirs');
    await world.open();
    expect(world.disk.text('EC000001_v1/MC000001_v1/valve.rfa')).toBe('theirs');
    expect(Object.values(world.states())).toEqual(['draft']);
  });

  it('is adopted without sending or fetching bytes when both sides have the same', async () => {
    world.hold(pump, 'same');
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'same');
    await world.open();
    expect(world.states()).toEqual({ [pump]: 'draft' });
    expect(world.service.callsOf('storeFile')).toBe(0);
    expect(world.service.callsOf('getFile')).toBe(0);
  });

  it('is known by its bytes once it came from a service that does not tell its hashes', async () => {
    world.service.versions.tellNoHashes();
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    await world.open();
    const { context } = world.engine.runnerOf(world.libraryId());
    expect(context.trees()?.remote(key)?.sha256).toBe(sha256Of('theirs'));
  });

  it('is fetched once and adopted when the service does not tell its hashes and the bytes are the same', async () => {
    world.service.versions.tellNoHashes();
    world.hold(pump, 'same');
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'same');
    await world.open();
    expect(world.states()).toEqual({ [pump]: 'draft' });
    expect(world.service.callsOf('getFile')).toBe(1);
    expect(world.service.versions.history(key)).toHaveLength(1);
  });
});

describe('a library with a file that a person said is of another version of a program', () => {
  it('follows that file, and fetches no others of that version', async () => {
    const link = { etimClassCode: 'EC000001', etimModelCode: 'MC000001', applicationVersion: '2018' };
    const links = { version: 1, files: { 'EC000001/MC000001/plan.dwg': link } };
    world.hold('.cadlibrary.json', JSON.stringify(links));
    world.hold('EC000001/MC000001/plan.dwg', 'drawing program:AutoCAD/2018');
    await world.open();
    world.service.versions.publishElsewhere(recordOf('EC000002', 'other', 'AutoCAD/2018'), 'theirs');
    await world.clock.advance(2 * 3_600_000);
    await world.idle();
    expect(world.states()).toEqual({ 'EC000001/MC000001/plan.dwg': 'draft' });
    expect(world.service.versions.history(keyOf('EC000001', 'AutoCAD/2018'))).toHaveLength(1);
    expect(world.service.callsOf('getFile')).toBe(0);
  });
});

describe('a file changed here and on the service', () => {
  beforeEach(async () => {
    world.hold(pump, 'base');
    await world.open();
    world.service.setAway(true);
    world.save(pump, 'mine');
    await world.clock.advance(10_000);
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    world.service.setAway(false);
    await world.idle();
  });

  it('is a conflict: nothing is overwritten, theirs is kept once beside', async () => {
    expect(world.states()).toEqual({ [pump]: 'conflict' });
    expect(world.disk.text(pump)).toBe('mine');
    expect(world.service.versions.history(key)).toEqual(['0.1 base', '0.2 theirs']);
    const kept = world.disk.ownPaths().filter((path) => path.includes('/conflicts/'));
    expect(kept.map((path) => world.disk.text(path))).toEqual(['theirs']);
  });

  it('stays one conflict however often the engine looks and starts again', async () => {
    await world.close();
    await world.start();
    await world.idle();
    await world.clock.advance(4 * 3_600_000);
    expect(world.service.callsOf('getFile')).toBe(1);
    expect(world.disk.ownPaths().filter((path) => path.includes('/conflicts/'))).toHaveLength(1);
  });

  it('uploads nothing more of that key while it is not resolved', async () => {
    world.save(pump, 'mine again');
    await world.idle();
    expect(world.service.versions.history(key)).toHaveLength(2);
    expect(world.states()).toEqual({ [pump]: 'conflict' });
  });

  it('becomes the next draft when the designer keeps mine, and all versions are in the history', async () => {
    await world.engine.resolveConflict(world.libraryId(), key, 'keepMine');
    await world.idle();
    expect(world.states()).toEqual({ [pump]: 'draft' });
    expect(world.service.versions.history(key)).toEqual(['0.1 base', '0.2 theirs', '0.3 mine']);
    expect(world.disk.text(pump)).toBe('mine');
    expect(world.disk.ownPaths().filter((path) => path.includes('/conflicts/'))).toEqual([]);
  });

  it('puts their version in place when the designer takes it, and mine into the backup folder', async () => {
    await world.engine.resolveConflict(world.libraryId(), key, 'takeTheirs');
    await world.idle();
    expect(world.states()).toEqual({ [pump]: 'draft' });
    expect(world.disk.text(pump)).toBe('theirs');
    await world.clock.advance(120_000);
    const kept = world.disk.ownPaths().filter((path) => path.includes('/backup/'));
    expect(kept.map((path) => world.disk.text(path))).toEqual(['mine']);
    expect(world.service.versions.history(key)).toEqual(['0.1 base', '0.2 theirs']);
  });

  it('keeps both when the designer wants both: mine as an unassigned copy beside theirs', async () => {
    await world.engine.resolveConflict(world.libraryId(), key, 'keepBoth');
    await world.idle();
    const copy = pump.replace('.rfa', ' (mine).rfa');
    expect(world.states()).toEqual({ [pump]: 'draft', [copy]: 'unassigned' });
    expect([world.disk.text(pump), world.disk.text(copy)]).toEqual(['theirs', 'mine']);
    expect(world.service.versions.history(key)).toEqual(['0.1 base', '0.2 theirs']);
  });

  it('is not ended with bytes nobody chose: a file saved again meanwhile is looked at first', async () => {
    world.save(pump, 'mine again');
    await expect(world.engine.resolveConflict(world.libraryId(), key, 'takeTheirs')).rejects.toMatchObject({
      code: 'file-changed-meanwhile',
    });
    expect(world.disk.text(pump)).toBe('mine again');
  });

  it('is over when the designer takes their bytes, and the kept file goes with it', async () => {
    world.save(pump, 'theirs');
    await world.idle();
    expect(world.states()).toEqual({ [pump]: 'draft' });
    expect(world.disk.ownPaths().filter((path) => path.includes('/conflicts/'))).toEqual([]);
    expect(world.service.versions.history(key)).toHaveLength(2);
  });
});

describe('a file that moves or goes', () => {
  beforeEach(async () => {
    world.hold(pump, 'bytes');
    await world.open();
  });

  it('is relinked when it is moved, and not sent again', async () => {
    world.disk.rename(pump, 'EC000001/MC000001/moved.rfa');
    world.watcher.hint('');
    await world.idle();
    expect(world.states()).toEqual({ 'EC000001/MC000001/moved.rfa': 'draft' });
    expect(world.service.callsOf('storeFile')).toBe(1);
  });

  it('counts as removed here only after the time in which it may come back; the service keeps it', async () => {
    world.disk.delete(pump);
    world.watcher.hint(pump);
    await world.clock.advance(20_000);
    expect(world.engine.isIdle()).toBe(false);
    await world.clock.advance(60_000);
    expect(world.states()).toEqual({ [pump]: 'removedHere' });
    expect(world.service.versions.history(key)).toEqual(['0.1 bytes']);
    expect(world.disk.paths()).toEqual([]);
  });

  it('is one change of one file when it is absent for a moment while it is saved', async () => {
    world.disk.delete(pump);
    world.watcher.hint(pump);
    await world.clock.advance(3_000);
    world.save(pump, 'saved again');
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 bytes', '0.2 saved again']);
    expect(world.engine.activity.list(20).map(({ kind }) => kind)).not.toContain('removedHere');
  });

  it('is not sent when it is saved in a newer version of its program than its library is for', async () => {
    world.save(pump, 'program:Revit/2026 bytes');
    await world.idle();
    expect(world.service.versions.keys()).toEqual([key]);
    expect(world.service.versions.history(key)).toEqual(['0.1 bytes']);
    expect(world.states()).toEqual({ [pump]: 'otherProgram' });
  });
});

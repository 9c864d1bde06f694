import { afterEach, describe, expect, it } from 'vitest';
import { summarizeSync } from '../../../../electron/entry/commands/sync-summary.ts';
import type { LibrarySettingsPatch } from '../../../../shared/rpc/library-settings.ts';
import { keptSetting, putSetting } from '../../../fakes/engine/kept-settings.ts';
import { createWorld, keyOf, recordOf, type World, type WorldParts } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const key = keyOf('EC000001');
const megabyte = 1e6;
const dayMs = 86_400_000;

let world: World;
afterEach(() => world.close());

async function open(parts: WorldParts = {}): Promise<void> {
  world = createWorld(parts);
  world.hold(pump, 'agreed');
  await world.open();
}

/** Saves, one after the other, each of which settles. */
async function save(...texts: string[]): Promise<void> {
  for (const text of texts) {
    world.save(pump, text);
    await world.clock.advance(5_000);
  }
}

const list = async () => (await world.engine.earlierCopies.list(undefined, { offset: 0, limit: 50 })).rows;
const kept = (): (string | undefined)[] =>
  world.disk
    .ownPaths()
    .filter((path) => path.includes('/backup/'))
    .map((path) => world.disk.text(path))
    .sort();
const setLibrary = (settings: LibrarySettingsPatch) => world.engine.saveLibrarySettings(world.libraryId(), settings);

describe('how long saves are kept', () => {
  it.each([{ theme: 'sepia' }, { historyDays: 'for ever' }, { historyMegabytes: 'all' }])(
    'is not shortened by %j of another version of the app',
    async (ofOtherVersion) => {
      await open();
      world.engine.saveSettings({ historyDays: 30, pollIntervalMs: dayMs, fullScanIntervalMs: dayMs });
      world.service.setLicenseAccepted(false);
      await save('one', 'two', 'three');
      await world.clock.advance(9 * dayMs);
      world.crash();
      const set = keptSetting(world.database(), 'settings') as object;
      putSetting(world.database(), 'settings', { ...set, ...ofOtherVersion });
      await world.start();
      await world.clock.advance(3_600_000);
      expect(kept()).toEqual(expect.arrayContaining(['one', 'two']));
    },
  );
});

describe('saves that the service did not take', () => {
  const valve = 'EC000002/MC000001/valve.rfa';

  it('are kept when they are refused for want of a license, also those of a new file', async () => {
    await open();
    world.service.setLicenseAccepted(false);
    for (const text of ['valve one', 'valve two']) {
      world.save(valve, text);
      await save(text.replace('valve', 'pump'));
    }
    expect(kept()).toEqual(['pump one', 'pump two', 'valve one', 'valve two']);
  });

  it.each(['a conflict', 'a missing license'])('are kept by a run that ends with %s', async (end) => {
    await open();
    if (end === 'a conflict') world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    else world.service.setLicenseAccepted(false);
    world.save(pump, 'mine');
    const isOver = (): boolean =>
      world.engine.isIdle() && ['conflict', 'needsYou'].includes(world.states()[pump] ?? '');
    for (let left = 1_000; left > 0 && !isOver(); left -= 1) await world.clock.advance(20);
    expect(isOver()).toBe(true);
    await world.close();
    expect(kept()).toContain('mine');
  });
});

describe('saves that were saved over during an outage', () => {
  it('can be had back, while the last one goes to the service', async () => {
    await open();
    world.service.setAway(true);
    await save('one', 'two', 'three');
    world.service.setAway(false);
    await world.clock.advance(120_000);
    expect(world.service.versions.history(key)).toEqual(['0.1 agreed', '0.2 three']);
    expect(kept()).toEqual(['one', 'two']);
    const rows = await list();
    expect(rows).toMatchObject([
      { path: pump, reason: 'superseded', isOnService: false, clearedAtMs: (rows[0]?.keptAtMs ?? 0) + 7 * dayMs },
      { path: pump, reason: 'superseded' },
    ]);
    await world.engine.earlierCopies.restore(rows.at(-1)?.backupId ?? '', rows.at(-1)?.bytesTag ?? '');
    await world.idle();
    expect(world.disk.text(pump)).toBe('one');
    expect(world.service.versions.history(key).at(-1)).toBe('0.3 one');
  });

  it('can be had back too where the app was started during it', async () => {
    await open();
    await world.close();
    world.service.setAway(true);
    await world.start();
    await world.clock.advance(5_000);
    await save('one', 'two');
    expect(kept()).toEqual(['one', 'two']);
    expect(await list()).toMatchObject([{ reason: 'superseded' }]);
  });

  it('are listed too once the file with the last of them is removed, which is said of it', async () => {
    await open();
    await setLibrary({ upload: 'onPublish' });
    await save('unsent');
    const summary = summarizeSync(world.engine, world.libraryId(), { uploaded: 0, downloaded: 0 });
    expect(summary).toMatchObject({ notSent: 1, heldBack: 0 });
    expect(await list()).toEqual([]);
    world.disk.delete(pump);
    world.watcher.hint(pump);
    await world.clock.advance(60_000);
    expect(world.states()).toEqual({ [pump]: 'removedHere' });
    expect(await list()).toMatchObject([{ path: pump, reason: 'superseded', isOnService: false }]);
    const [file] = (await world.engine.statusReader.explain([`/library/${pump}`])).files;
    expect(file?.explanation.reason).toMatchObject({ code: 'removedHere', version: '0.1', isUnsent: true });
  });

  it('are not called unsent where the service has them as an earlier version', async () => {
    await open();
    await save('second');
    await setLibrary({ upload: 'onPublish' });
    await save('agreed');
    world.disk.delete(pump);
    world.watcher.hint(pump);
    await world.clock.advance(60_000);
    const [file] = (await world.engine.statusReader.explain([`/library/${pump}`])).files;
    expect(file?.explanation.reason).toMatchObject({ code: 'removedHere', version: '0.2', isUnsent: undefined });
  });

  it('are kept once, however often the same bytes are saved, and never as a name of the file itself', async () => {
    await open();
    world.service.setAway(true);
    await save('one', 'two', 'one', 'two', 'agreed');
    expect(kept()).toEqual(['one', 'two']);
    expect(world.disk.namesOf(pump)).toEqual([pump]);
  });

  it('are kept for as long as is set, and the oldest go first where they are too much', async () => {
    await open();
    world.engine.saveSettings({ historyMegabytes: 1 });
    await setLibrary({ upload: 'onPublish' });
    const half = (letter: string): string => letter.repeat(0.4 * megabyte);
    await save(half('a'), half('b'), half('c'), half('d'));
    await world.clock.advance(130_000);
    expect(kept().map((text) => text?.[0])).toEqual(['c', 'd']);
    await world.days(6);
    expect(kept()).toHaveLength(2);
    await world.days(2);
    expect(kept().map((text) => text?.[0])).toEqual(['d']);
  });

  it('are kept for their days from when they were saved over, however long they stood before', async () => {
    await open();
    await setLibrary({ upload: 'onPublish' });
    await save('one');
    await world.days(8);
    await save('two');
    await world.days(7);
    expect(kept()).toEqual(['one', 'two']);
    expect(await list()).toMatchObject([{ path: pump, reason: 'superseded' }]);
    await world.days(2);
    expect(kept()).toEqual(['two']);
  });

  it.each([
    ['its library was paused', () => setLibrary({ isPaused: true }), () => setLibrary({ isPaused: false })],
    ['its drive was elsewhere', async () => world.disk.setMounted(false), async () => world.disk.setMounted(true)],
  ])('are kept for their days also where they were saved over while %s', async (_, leave, comeBack) => {
    await open();
    await setLibrary({ upload: 'onPublish' });
    await save('one');
    await leave();
    await world.days(9);
    world.disk.setMounted(true);
    world.save(pump, 'two');
    await comeBack();
    await world.days(6);
    expect(kept()).toEqual(['one', 'two']);
    await world.days(3);
    expect(kept()).toEqual(['two']);
  });

  it('go before older ones only where those were saved later: what stands for long pushes out nothing', async () => {
    const valve = 'EC000002/MC000001/valve.rfa';
    world = createWorld();
    for (const path of [pump, valve]) world.hold(path, `agreed ${path}`);
    await world.open();
    world.engine.saveSettings({ historyMegabytes: 1 });
    await setLibrary({ upload: 'onPublish' });
    world.save(valve, 'v'.repeat(0.6 * megabyte));
    await world.clock.advance(5_000);
    await world.days(3);
    for (const letter of ['a', 'b', 'c']) await save(letter.repeat(0.2 * megabyte));
    await world.clock.advance(130_000);
    await world.days(2);
    expect(kept().map((text) => text?.[0])).toEqual(['a', 'b', 'c']);
  });

  it('are not kept where that is switched off, or the disk is short of space', async () => {
    await open();
    world.engine.saveSettings({ historyDays: 0 });
    world.service.setAway(true);
    await save('one', 'two');
    world.engine.saveSettings({ historyDays: 7 });
    world.disk.setFreeBytes(1_000);
    await save('three', 'four');
    expect(kept()).toEqual([]);
    world.disk.setFreeBytes(Infinity);
    await save('five');
    expect(kept()).toEqual(['five']);
  });

  it.each(['a copy that failed', 'a full disk'])('are kept also after %s, some minutes later', async (hindrance) => {
    await open();
    await setLibrary({ upload: 'onPublish' });
    if (hindrance === 'a full disk') world.disk.setFreeBytes(1_000);
    else world.disk.fail('copy', /backup/, 'file-in-use', 1);
    await save('one');
    expect(kept()).toEqual([]);
    world.disk.setFreeBytes(Infinity);
    await world.clock.advance(10 * 60_000);
    await save('two');
    expect(kept()).toEqual(['one', 'two']);
  });

  it('ask a full disk for room together, and are kept as far as there is room', async () => {
    const paths = Array.from({ length: 20 }, (_, file) => `EC0000${file + 10}/MC000001/pump.rfa`);
    world = createWorld();
    for (const path of paths) world.hold(path, `agreed ${path}`);
    await world.open();
    await setLibrary({ upload: 'onPublish' });
    let asked = 0;
    const count = async (): Promise<void> => {
      asked += 1;
      world.disk.on('room', '', count);
    };
    world.disk.on('room', '', count);
    world.disk.setFreeBytes(1_000);
    for (const [file, path] of paths.entries()) world.save(path, `${file}`.repeat(100_000 * (20 - file)));
    await world.clock.advance(3_600_000);
    expect(asked).toBeLessThan(20);
    world.disk.setFreeBytes(256 * 2 ** 20 + 1_250_000);
    await world.clock.advance(600_000);
    expect(kept().map((text) => text?.slice(0, 2))).toEqual(['17', '18', '19']);
  });

  it('are not kept while the library is paused, nor of a file without a class or of another program', async () => {
    await open();
    const loose = 'loose/valve.rfa';
    const drawing = 'EC000003/MC000001/plan.skp';
    world.service.setAway(true);
    for (const text of ['one', 'two']) {
      for (const path of [loose, drawing]) world.save(path, text);
      await world.clock.advance(5_000);
    }
    expect(world.states()).toMatchObject({ [loose]: 'unassigned', [drawing]: 'otherProgram' });
    await setLibrary({ isPaused: true });
    await save('one', 'two');
    await setLibrary({ isPaused: false });
    await world.clock.advance(5_000);
    expect(kept()).toEqual(['two']);
  });

  it('are no half ones where a program saves while they are copied', async () => {
    await open();
    world.service.setAway(true);
    world.disk.on('copy', /backup/, async () => world.save(pump, 'saved just then'));
    await save('one');
    await world.clock.advance(5_000);
    expect(kept()).toEqual(['saved just then']);
    expect(await list()).toEqual([]);
  });

  it('leave nothing that was not proved to be whole when the app dies in between', async () => {
    await open();
    world.service.setAway(true);
    world.disk.after('copy', /backup/, () => world.crashNow());
    await save('one');
    await world.start();
    await save('two', 'three');
    await world.clock.advance(120_000);
    expect(kept()).toEqual(['three', 'two']);
    expect(world.disk.text(pump)).toBe('three');
  });
});

describe('saves that had settled when the app ended', () => {
  const paths = Array.from({ length: 4 }, (_, file) => `EC00001${file}/MC000001/pump.rfa`);

  /** Saves them in an outage; at the copy of the second one the app ends. */
  async function endWhileCopying(end: () => Promise<unknown>): Promise<void> {
    world = createWorld();
    for (const path of paths) world.hold(path, `agreed ${path}`);
    await world.open();
    world.service.setAway(true);
    const first = async (): Promise<void> => world.disk.on('copy', /backup/, async () => void (await end()));
    world.disk.on('copy', /backup/, first);
    for (const path of paths) world.save(path, `one ${path}`);
    await world.clock.advance(10_000);
    expect(kept().length).toBeLessThan(paths.length);
  }
  const saveAgain = async (): Promise<void> => {
    for (const path of paths) world.save(path, `two ${path}`);
    await world.clock.advance(10_000);
  };

  it.each(['was closed', 'died'])('are kept by its next run where it %s before each was copied', async (end) => {
    let closed: Promise<void> | undefined;
    await endWhileCopying(async () => (end === 'died' ? world.crashNow() : void (closed = world.close())));
    await closed;
    await world.start();
    await world.clock.advance(60_000);
    await saveAgain();
    expect(kept().filter((text) => text?.startsWith('one'))).toEqual(paths.map((path) => `one ${path}`));
  });

  it('are kept as far as they may take up room, the newest first, and once', async () => {
    await open();
    await setLibrary({ upload: 'onPublish' });
    world.engine.saveSettings({ historyDays: 0, historyMegabytes: 1 });
    for (const path of paths) {
      world.save(path, path.repeat(18_000));
      await world.clock.advance(5_000);
    }
    world.engine.saveSettings({ historyDays: 7 });
    let copies = 0;
    const count = async (): Promise<void> => {
      copies += 1;
      world.disk.on('copy', /backup/, count);
    };
    world.disk.on('copy', /backup/, count);
    for (let run = 0; run < 3; run += 1) {
      await world.close();
      await world.start();
      await world.clock.advance(130_000);
    }
    expect(kept().map((text) => text?.slice(0, 8))).toEqual(['EC000012', 'EC000013']);
    expect(copies).toBe(2);
  });
});

describe('a start of the app', () => {
  it('pushes no copy out for what stands in the library', async () => {
    const standing = Array.from({ length: 4 }, (_, file) => `EC00001${file}/MC000001/valve.rfa`);
    world = createWorld();
    for (const path of [pump, ...standing]) world.hold(path, `agreed ${path}`);
    await world.open();
    await setLibrary({ upload: 'onPublish' });
    world.engine.saveSettings({ historyMegabytes: 1 });
    for (const path of standing) {
      world.save(path, path.slice(7, 8).repeat(0.25 * megabyte));
      await world.clock.advance(5_000);
    }
    for (const letter of ['a', 'b', 'c', 'd']) await save(letter.repeat(0.2 * megabyte));
    await world.clock.advance(130_000);
    for (let run = 0; run < 2; run += 1) {
      await world.close();
      await world.start();
      await world.clock.advance(200_000);
      expect(kept().map((text) => text?.[0])).toEqual(['a', 'b', 'c', 'd']);
    }
  });
});

describe('local history that is switched', () => {
  it('off keeps nothing more, nor what could not be copied before', async () => {
    await open();
    await setLibrary({ upload: 'onPublish' });
    world.disk.fail('copy', /backup/, 'file-in-use', 1);
    await save('one');
    world.engine.saveSettings({ historyDays: 0 });
    await world.clock.advance(600_000);
    expect(kept()).toEqual([]);
  });

  it('off forgets what it kept, also what stands in its file', async () => {
    await open();
    await setLibrary({ upload: 'onPublish' });
    await save('one', 'two');
    world.engine.saveSettings({ historyDays: 0 });
    await world.days(2);
    expect(kept()).toEqual([]);
  });

  it.each([false, true])('on keeps what was saved while it was off; started meanwhile: %s', async (isStarted) => {
    await open();
    await setLibrary({ upload: 'onPublish' });
    world.engine.saveSettings({ historyDays: 0 });
    await save('one');
    if (isStarted) {
      await world.close();
      await world.start();
    }
    await world.clock.advance(60_000);
    world.engine.saveSettings({ historyDays: 7 });
    await world.clock.advance(3_700_000);
    await save('two');
    expect(kept()).toEqual(['one', 'two']);
  });
});

describe('saves of two files with the same bytes', () => {
  const valve = 'EC000002/MC000001/valve.rfa';
  const copiesOfValve = async (): Promise<(string | undefined)[]> => {
    const wanted = { libraryId: world.libraryId(), path: valve };
    const { rows } = await world.engine.earlierCopies.list(wanted, { offset: 0, limit: 50 });
    return rows.map(({ absolutePath }) => world.disk.text(absolutePath.replace('/library/', '')));
  };
  async function saveValve(text: string): Promise<void> {
    world.save(valve, text);
    await world.clock.advance(5_000);
  }
  async function openBoth(): Promise<void> {
    world = createWorld();
    world.hold(pump, 'agreed');
    world.hold(valve, 'agreed valve');
    await world.open();
  }

  it('are kept for each of them, also when the service has those of the other one', async () => {
    await openBoth();
    world.service.setAway(true);
    await save('same');
    await saveValve('same');
    await saveValve('valve two');
    expect(await copiesOfValve()).toEqual(['same']);
    world.service.setAway(false);
    await world.clock.advance(180_000);
    expect(world.service.versions.history(keyOf('EC000002'))).toEqual(['0.1 agreed valve', '0.2 valve two']);
    expect(await copiesOfValve()).toEqual(['same']);
    expect(kept()).toEqual(['same']);
  });

  it('are kept also when the other file was replaced, and has a copy with these bytes', async () => {
    await openBoth();
    await setLibrary({ upload: 'onPublish' });
    await saveValve('agreed');
    await saveValve('valve two');
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    world.engine.runnerOf(world.libraryId()).pollSoon();
    await world.clock.advance(180_000);
    expect(world.disk.text(pump)).toBe('theirs');
    expect(await copiesOfValve()).toEqual(['agreed']);
    expect(kept()).toEqual(['agreed', 'agreed', 'valve two']);
  });
});

describe('saves that are not sent for another reason', () => {
  it.each([{ upload: 'onPublish' }, { direction: 'downOnly' }] as const)('are kept: %o', async (settings) => {
    await open();
    await setLibrary(settings);
    await save('one', 'two', 'three');
    expect(kept()).toEqual(['one', 'three', 'two']);
    expect((await list()).map(({ reason }) => reason)).toEqual(['superseded', 'superseded']);
  });
});

describe('what the service gets', () => {
  it('is not kept here, neither before nor after', async () => {
    await open();
    await save('one', 'two');
    await world.idle();
    expect(kept()).toEqual([]);
    world.service.setAway(true);
    await save('three');
    expect(kept()).toEqual(['three']);
    world.service.setAway(false);
    await world.clock.advance(120_000);
    expect(kept()).toEqual([]);
    expect(await list()).toEqual([]);
  });

  it('is not copied when a folder is synced for the first time, however long that takes', async () => {
    world = createWorld();
    for (let file = 0; file < 60; file += 1)
      world.hold(`EC0001${String(file).padStart(2, '0')}/MC000001/pump.rfa`, `${file}`);
    let copies = 0;
    world.disk.on('copy', /backup/, async () => void (copies += 1));
    await world.open();
    expect(copies).toBe(0);
  });
});

describe('a copy of the local history', () => {
  it('stays when the clock is set ahead for a while', async () => {
    await open();
    world.service.setAway(true);
    await save('one', 'two');
    const yearMs = 365 * dayMs;
    for (let times = 0; times < 2; times += 1) {
      world.clock.set(yearMs);
      await world.clock.advance(180_000);
      world.clock.set(-yearMs);
      await world.clock.advance(90_000);
    }
    expect(kept()).toEqual(['one', 'two']);
  });

  it('that was kept while the clock was behind stays for its days, and is said to', async () => {
    await open();
    await world.days(10);
    world.clock.set(-400 * dayMs);
    world.service.setAway(true);
    await save('one', 'two', 'three');
    // With the network comes the time.
    world.clock.set(400 * dayMs);
    world.service.setAway(false);
    await world.clock.advance(300_000);
    expect(world.service.versions.history(key)).toEqual(['0.1 agreed', '0.2 three']);
    const until = (await list()).map(({ clearedAtMs = 0 }) => clearedAtMs - world.clock.now());
    for (const leftMs of until) expect(leftMs).toBeGreaterThan(5 * dayMs);
    await world.days(6);
    expect(kept()).toEqual(['one', 'two']);
    await world.days(3);
    expect(kept()).toEqual([]);
  });

  it('that was kept while the clock was ahead pushes out no later one, and goes after its days', async () => {
    await open();
    await world.days(10);
    world.engine.saveSettings({ historyMegabytes: 1 });
    await setLibrary({ upload: 'onPublish' });
    const half = (letter: string): string => letter.repeat(0.4 * megabyte);
    world.clock.set(60 * dayMs);
    await save(half('a'), half('b'), half('c'));
    await world.clock.advance(130_000);
    world.clock.set(-60 * dayMs);
    await save(half('x'));
    await world.clock.advance(130_000);
    expect(kept().map((text) => text?.[0])).toEqual(['c', 'x']);
    const { clearedAtMs = 0 } = (await list())[0] ?? {};
    expect(clearedAtMs - world.clock.now()).toBeLessThan(8 * dayMs);
    await world.days(9);
    expect(kept().map((text) => text?.[0])).toEqual(['x']);
    await save(half('p'), half('q'), half('r'));
    await world.clock.advance(130_000);
    expect(kept().map((text) => text?.[0])).toEqual(['q', 'r']);
  });

  it('stays where the clock is set forward twice, by mistake, within minutes', async () => {
    await open();
    await world.days(10);
    world.service.setAway(true);
    await save('one', 'two');
    for (const byMs of [8 * dayMs, 2 * dayMs, -10 * dayMs]) {
      world.clock.set(byMs);
      await world.clock.advance(120_000);
      expect(kept()).toEqual(['one', 'two']);
    }
  });

  it('go when their days are over, also beside one that a program has open', async () => {
    await open();
    world.engine.saveSettings({ ...world.engine.settings(), historyDays: 1 });
    await setLibrary({ upload: 'onPublish' });
    await save('one', 'two', 'three');
    const held = world.disk.ownPaths().find((path) => world.disk.text(path) === 'two') ?? '';
    world.disk.fail('hash', held, 'file-in-use', Infinity);
    await world.days(3);
    expect(kept()).toEqual(['three', 'two']);
  });

  it('into which somebody saved stays when its days are over', async () => {
    await open();
    await setLibrary({ upload: 'onPublish' });
    await save('one');
    await world.clock.advance(60_000);
    await save('two');
    await world.clock.advance(60_000);
    const copy = world.disk.ownPaths().find((path) => world.disk.text(path) === 'one') ?? '';
    world.disk.write(copy, 'one, worked on');
    await world.days(world.engine.settings().historyDays + 2);
    expect(kept()).toContain('one, worked on');
  });
});

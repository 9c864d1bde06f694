import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BackupRecord } from '../../../../shared/rpc/backup-records.ts';
import { putSetting } from '../../../fakes/engine/kept-settings.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const key = keyOf('EC000001');
const dayMs = 86_400_000;

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

const copies = async () => (await world.engine.earlierCopies.list(undefined, { offset: 0, limit: 100 })).rows;
const remove = (copy: BackupRecord | undefined): Promise<void> =>
  world.engine.earlierCopies.remove(copy?.backupId ?? '', copy?.bytesTag ?? '');
const restore = (copy: BackupRecord | undefined) =>
  world.engine.earlierCopies.restore(copy?.backupId ?? '', copy?.bytesTag ?? '');
const told = (): string[] => world.engine.activity.list(100).map(({ kind }) => kind);
const keptTexts = (): (string | undefined)[] =>
  world.disk
    .ownPaths()
    .filter((path) => path.startsWith('.cadlibrary/backup/'))
    .map((path) => world.disk.text(path));

const changeElsewhere = async (text: string): Promise<void> => {
  world.service.versions.publishElsewhere(recordOf('EC000001'), text);
  world.engine.runnerOf(world.libraryId()).pollSoon();
  await world.idle();
};

/** `mine` was uploaded as 0.1 and replaced by 0.2. */
const replaced = async (): Promise<void> => {
  world.hold(pump, 'mine');
  await world.open();
  await changeElsewhere('theirs');
};

/** Mine was never uploaded: theirs was taken in a conflict. */
const tookTheirs = async (): Promise<void> => {
  world.hold(pump, 'first');
  await world.open();
  world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
  world.save(pump, 'mine');
  await world.idle();
  await world.engine.resolveConflict(world.libraryId(), key, 'takeTheirs');
  await world.idle();
};

describe('a replaced file', () => {
  it('is listed with what it was, what took its place, and until when it is kept', async () => {
    await replaced();
    const [copy, ...others] = await copies();
    expect(others).toEqual([]);
    expect(copy).toMatchObject({
      path: pump,
      sizeBytes: 4,
      reason: 'newerVersion',
      replacedBy: '0.2',
      version: '0.1',
      isOnService: true,
      target: pump,
      isTargetThere: true,
    });
    expect(copy?.clearedAtMs).toBe((copy?.keptAtMs ?? 0) + 30 * dayMs);
  });

  it('comes back as the next draft, and the file in its place is kept in its turn', async () => {
    await replaced();
    const [copy] = await copies();
    expect(await restore(copy)).toEqual({ path: pump, next: 'sent' });
    await world.idle();
    expect(world.disk.text(pump)).toBe('mine');
    expect(world.service.versions.history(key)).toEqual(['0.1 mine', '0.2 theirs', '0.3 mine']);
    expect(world.states()).toEqual({ [pump]: 'draft' });
    expect(await copies()).toMatchObject([{ reason: 'restored', version: '0.2', isOnService: true }]);
    expect(keptTexts()).toEqual(['theirs']);
    expect(world.engine.activity.list(10).map(({ kind }) => kind)).toContain('restored');
  });

  it('comes back over an edit that was not sent yet, which is then the copy', async () => {
    await replaced();
    const [copy] = await copies();
    world.service.setAway(true);
    world.save(pump, 'edit');
    await restore(copy);
    expect(await copies()).toMatchObject([{ reason: 'restored', version: undefined, isOnService: false }]);
    expect(keptTexts()).toEqual(['edit']);
  });

  it('does not come back while the file is open, and everything stays as it was', async () => {
    await replaced();
    const drawing = 'EC000002/MC000001/pump.dwg';
    world.save(drawing, 'program:AutoCAD/2025 first');
    await world.idle();
    world.service.versions.publishElsewhere(
      { ...recordOf('EC000002', 'pump', 'AutoCAD/2025'), fileExtension: 'dwg' },
      'program:AutoCAD/2025 theirs',
    );
    // Which application versions are asked for follows from the files that are there.
    world.engine.runnerOf(world.libraryId()).pollSoon();
    await world.idle();
    const copy = (await copies()).find(({ path }) => path === drawing);
    world.disk.write('EC000002/MC000001/pump.dwl', 'lock');
    await expect(restore(copy)).rejects.toMatchObject({
      code: 'file-in-use',
    });
    expect(world.disk.text(drawing)).toBe('program:AutoCAD/2025 theirs');
    expect(await copies()).toHaveLength(2);
  });

  it('comes back to where its file stands by now', async () => {
    await replaced();
    const moved = 'moved/EC000001/MC000001/pump.rfa';
    world.disk.rename(pump, moved);
    world.watcher.hint(pump);
    world.watcher.hint(moved);
    await world.idle();
    const [copy] = await copies();
    expect(copy).toMatchObject({ path: pump, target: moved });
    await restore(copy);
    await world.idle();
    expect(world.disk.paths()).toEqual([moved]);
    expect(world.disk.text(moved)).toBe('mine');
  });

  it('comes back to its place when nothing stands there any more', async () => {
    await replaced();
    world.disk.delete(pump);
    world.watcher.hint(pump);
    await world.idle();
    const [copy] = await copies();
    expect(copy?.isTargetThere).toBe(false);
    await restore(copy);
    await world.idle();
    expect(world.disk.text(pump)).toBe('mine');
    expect(world.service.versions.history(key).at(-1)).toBe('0.3 mine');
  });

  it('is deleted when a person says so, and cannot be restored then', async () => {
    await replaced();
    const [copy] = await copies();
    await remove(copy);
    expect(keptTexts()).toEqual([]);
    await expect(restore(copy)).rejects.toMatchObject({
      code: 'unknown-item',
    });
  });

  it('is put back once where two say so at once, and the second is told that there is none any more', async () => {
    await replaced();
    const [copy] = await copies();
    const restored = await Promise.allSettled([1, 2].map(() => restore(copy)));
    expect(restored).toMatchObject([{ value: { path: pump, next: 'sent' } }, { reason: { code: 'unknown-item' } }]);
  });

  it.each([
    ['deleted at once', 0, remove],
    ['deleted while the list is still shown', 90_000, remove],
    ['put back at once', 0, restore],
    ['put back while the list is still shown', 90_000, restore],
  ])('is kept where its program saved into it, and it is %s', async (_when, waitedMs, act) => {
    world.hold(pump, 'mine');
    await world.open();
    const write = world.disk.openForWriting(pump);
    await changeElsewhere('theirs');
    const [shown] = await copies();
    write('an hour of work');
    await world.clock.advance(waitedMs);
    await expect(act(shown)).rejects.toMatchObject({ code: 'file-changed-meanwhile' });
    expect(keptTexts()).toEqual(['an hour of work']);
    expect(world.disk.text(pump)).toBe('theirs');
    const [saved] = await copies();
    expect(saved).toMatchObject({ reason: 'savedLate', isOnService: false });
    expect(told().filter((kind) => kind === 'savedLate')).toHaveLength(1);
    await act(saved);
    expect(keptTexts()).not.toContain('an hour of work');
  });

  it('is kept where it is saved into while its bytes are being looked at', async () => {
    await replaced();
    const [copy] = await copies();
    const keptAt = copy?.backupId.slice(world.libraryId().length + 1) ?? '';
    world.disk.after('hash', keptAt, () => world.disk.write(keptAt, 'saved'));
    await expect(remove(copy)).rejects.toMatchObject({ code: 'file-changed-meanwhile' });
    expect(keptTexts()).toEqual(['saved']);
  });

  it('is deleted where its bytes cannot be read, as long as it looks as it was shown', async () => {
    await replaced();
    const [copy] = await copies();
    const keptAt = copy?.backupId.slice(world.libraryId().length + 1) ?? '';
    world.disk.fail('hash', keptAt, 'file-unreadable', 2);
    world.disk.write(keptAt, 'saved');
    await expect(remove(copy)).rejects.toMatchObject({ code: 'file-changed-meanwhile' });
    expect(keptTexts()).toEqual(['saved']);
    await remove((await copies())[0]);
    expect(keptTexts()).toEqual([]);
  });

  it('of which no bytes are known is put back only as it was shown', async () => {
    const old = '.cadlibrary/backup/2020-01-02T03-04-05-006Z/EC000001/MC000001/pump.rfa';
    world.disk.write(old, 'from another time');
    await world.open();
    await world.days(2);
    const [shown] = await copies();
    world.disk.write(old, 'saved into it');
    await expect(restore(shown)).rejects.toMatchObject({ code: 'file-changed-meanwhile' });
    expect(await restore((await copies())[0])).toMatchObject({ path: pump });
    expect(world.disk.text(pump)).toBe('saved into it');
  });

  it.each(['../outside.rfa', 'EC000001/MC000001/pump.rfa', '.cadlibrary/library.json'])(
    'is no file of another place: %s',
    async (path) => {
      await replaced();
      const backupId = `${world.libraryId()}/${path}`;
      await expect(world.engine.earlierCopies.restore(backupId, '')).rejects.toMatchObject({ code: 'unknown-item' });
      await expect(world.engine.earlierCopies.remove(backupId, '')).rejects.toMatchObject({ code: 'unknown-item' });
    },
  );

  it('leaves no copy behind when it could not be replaced, however often that is tried', async () => {
    world.hold(pump, 'mine');
    await world.open();
    world.disk.fail('replace', pump, 'file-in-use', 5);
    await changeElsewhere('theirs');
    expect(world.disk.text(pump)).toBe('theirs');
    expect(keptTexts()).toEqual(['mine']);
  });
});

describe('a copy that was deleted by hand', () => {
  const deleteTaken = async (): Promise<void> => {
    world.hold(pump, 'first');
    await world.open();
    await world.engine.saveLibrarySettings(world.libraryId(), { upload: 'onPublish' });
    world.save(pump, 'mine');
    await world.clock.advance(5_000);
    await changeElsewhere('theirs');
    await world.engine.resolveConflict(world.libraryId(), key, 'takeTheirs');
    await world.idle();
    expect(keptTexts()).toEqual(['mine', 'mine']);
    expect(await copies()).toMatchObject([{ reason: 'tookTheirs' }]);
    const { keptAt } = backups()
      .all()
      .find(({ reason }) => reason === 'tookTheirs') ?? { keptAt: '' };
    world.disk.delete(keptAt);
  };
  const backups = () => world.engine.keeperOf(world.libraryId()).context.backups;

  it('hides the save that was kept with the same bytes no longer', async () => {
    await deleteTaken();
    await world.clock.advance(660_000);
    expect(keptTexts()).toEqual(['mine']);
    expect(await world.engine.earlierCopies.list(undefined, { offset: 0, limit: 1 })).toMatchObject({
      total: 1,
      rows: [{ reason: 'superseded', path: pump }],
    });
  });

  it('is known still while it may be the drive that is gone', async () => {
    await deleteTaken();
    await world.clock.advance(660_000);
    const known = backups().all().length;
    world.disk.setMounted(false);
    await copies().catch(() => undefined);
    expect(backups().all()).toHaveLength(known);
    world.disk.setMounted(true);
  });

  it('is known still while it may be about to come', async () => {
    await deleteTaken();
    expect(await copies()).toEqual([]);
    expect(backups().all()).toHaveLength(2);
  });
});

describe('the backup folder', () => {
  it('is cleared of what the service has after thirty days, and of the folders that are empty then', async () => {
    await replaced();
    await world.days(29);
    expect(keptTexts()).toEqual(['mine']);
    await world.days(4);
    expect(keptTexts()).toEqual([]);
    expect(await copies()).toEqual([]);
    expect(await world.disk.port.library().list('.cadlibrary/backup')).toEqual([]);
  });

  it('is cleared later where the service does not find the versions on that day', async () => {
    await replaced();
    await world.days(28);
    world.service.fail('listVersions', 'notFound');
    await world.days(4);
    expect(keptTexts()).toEqual([]);
  });

  it('keeps what is nowhere else until a person deletes it', async () => {
    await tookTheirs();
    await world.days(60);
    expect(keptTexts()).toEqual(['mine']);
    expect(await copies()).toMatchObject([{ reason: 'tookTheirs', isOnService: false, clearedAtMs: undefined }]);
  });

  it('keeps and shows copies of which the state knows nothing, and leaves what is not ours', async () => {
    const old = '.cadlibrary/backup/2020-01-02T03-04-05-006Z/EC000001/MC000001/pump.rfa';
    world.disk.write(old, 'from another time');
    world.disk.write('.cadlibrary/backup/my own folder/pump.rfa', 'not ours');
    await world.open();
    await world.days(2);
    expect(keptTexts()).toEqual(['from another time', 'not ours']);
    expect(await copies()).toMatchObject([
      { path: pump, reason: 'unknown', isOnService: false, keptAtMs: Date.UTC(2020, 0, 2, 3, 4, 5, 6) },
    ]);
  });

  it('is not touched while the folder cannot be proved to be the library', async () => {
    await replaced();
    world.disk.setMounted(false);
    // Awake it would look for the folder every ten seconds of them.
    await world.clock.sleep(31 * 86_400_000);
    await world.clock.advance(60_000);
    world.disk.setMounted(true);
    expect(keptTexts()).toEqual(['mine']);
  });
});

describe('replaced files that are old', () => {
  it('go after their days also where the clock was years ahead when they were kept, and are said to', async () => {
    const yearsMs = 3_650 * 86_400_000;
    world.hold(pump, 'mine');
    await world.open();
    world.clock.set(yearsMs);
    await changeElsewhere('theirs');
    world.clock.set(-yearsMs);
    await world.clock.advance(120_000);
    const [copy] = await copies();
    expect((copy?.clearedAtMs ?? 0) - world.clock.now()).toBeLessThan(32 * 86_400_000);
    await world.days(28);
    expect(keptTexts()).toEqual(['mine']);
    await world.days(5);
    expect(keptTexts()).toEqual([]);
  });

  it('stay while it cannot be read for how long a person keeps them, and no end is told', async () => {
    await replaced();
    world.crash();
    putSetting(world.database(), 'settings', { backupDays: 'for ever' });
    await world.start();
    await world.days(40);
    expect(keptTexts()).toEqual(['mine']);
    expect(await copies()).toMatchObject([{ isOnService: true, clearedAtMs: undefined }]);
  });

  it('go also beside one that a program has open, and the service is asked once a day', async () => {
    for (const name of ['pump', 'valve']) world.hold(`EC00000${name === 'pump' ? 1 : 2}/MC000001/${name}.rfa`, 'mine');
    await world.open();
    world.engine.saveSettings({ ...world.engine.settings(), backupDays: 1 });
    world.service.versions.publishElsewhere(recordOf('EC000002', 'valve'), 'theirs too');
    await changeElsewhere('theirs');
    expect(keptTexts()).toHaveLength(2);
    const held = world.disk.ownPaths().find((path) => path.includes('/backup/')) ?? '';
    world.disk.fail('remove', held, 'file-in-use', Infinity);
    await world.days(4);
    expect(keptTexts()).toHaveLength(1);
    const asked = world.service.callsOf('listVersions');
    await world.days(2);
    expect(world.service.callsOf('listVersions') - asked).toBeLessThanOrEqual(2);
  });
});

describe('what downloads left', () => {
  it('is cleared away after two days, where no record speaks of it', async () => {
    world.disk.write('EC000001/MC000001/.cadsync-12.part', 'left');
    world.disk.write('.cadlibrary/conflicts/.cadsync-13.part', 'left');
    world.disk.write('.cadsync-14.part', 'left');
    world.disk.write('.cadlibrary/.cadsync-15.part', 'left');
    world.disk.write('EC000001/MC000001/pump.part', 'a browser left it');
    await world.open();
    expect(world.disk.paths()).toHaveLength(3);
    await world.days(3);
    expect(world.disk.paths()).toEqual(['EC000001/MC000001/pump.part']);
    expect(world.disk.ownPaths()).toEqual(['.cadlibrary/library.json']);
  });
});

describe('an earlier version of the service', () => {
  it('comes back as the next draft, made from the newest, and the file is kept', async () => {
    await replaced();
    await world.clock.advance(1_000);
    await world.engine.earlierVersions.restoreVersion(
      world.libraryId(),
      pump,
      world.versionAt(pump, { major: 0, minor: 1 }),
    );
    await world.idle();
    expect(world.disk.text(pump)).toBe('mine');
    expect(world.service.versions.history(key)).toEqual(['0.1 mine', '0.2 theirs', '0.3 mine']);
    const stored = world.service.calls.filter(({ id }) => id === 'storeMetadata').at(-1);
    expect(stored?.input).toMatchObject({ body: [{ baseVersion: '0.2' }] });
    expect(await copies()).toMatchObject([{ reason: 'restored', version: '0.2' }, { reason: 'newerVersion' }]);
    expect(world.disk.paths()).toEqual([pump]);
  });

  it('that the service does not have, or that cannot be fetched, changes nothing', async () => {
    await replaced();
    const restore = (minor: number) =>
      world.engine.earlierVersions.restoreVersion(world.libraryId(), pump, world.versionAt(pump, { major: 0, minor }));
    await expect(restore(9)).rejects.toMatchObject({ code: 'not-found' });
    world.service.setAway(true);
    await expect(restore(1)).rejects.toMatchObject({ code: 'service-unreachable' });
    expect(world.disk.text(pump)).toBe('theirs');
    expect(await copies()).toHaveLength(1);
    expect(world.disk.paths()).toEqual([pump]);
  });

  it('that is the file already changes nothing', async () => {
    await replaced();
    await world.engine.earlierVersions.restoreVersion(
      world.libraryId(),
      pump,
      world.versionAt(pump, { major: 0, minor: 2 }),
    );
    await world.idle();
    expect(await copies()).toHaveLength(1);
    expect(world.service.versions.history(key)).toHaveLength(2);
  });
});

describe('clearing away that fails', () => {
  it('ends nothing else, and is tried again the next day', async () => {
    await replaced();
    world.disk.fail('list', '.cadlibrary/conflicts', 'file-unreadable');
    await world.days(40);
    await world.idle();
    expect(keptTexts()).toEqual([]);
  });
});

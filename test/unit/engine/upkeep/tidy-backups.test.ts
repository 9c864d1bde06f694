import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSavedLate } from '../../../../electron/engine/upkeep/saved-late.ts';
import { dayMs } from '../../../../electron/engine/state/counted-days.ts';
import { tidyBackups } from '../../../../electron/engine/upkeep/tidy-backups.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const keptAt = `.cadlibrary/backup/2026-01-01T00-00-00-000Z/${pump}`;

let world: World;
beforeEach(async () => {
  world = createWorld();
  world.hold(pump, 'bytes');
  await world.open();
});
afterEach(() => world.close());

const contextOf = () => world.engine.keeperOf(world.libraryId()).context;

/** A copy into which somebody saved, three days ago. */
function keepSavedLate(): void {
  const keptMs = world.clock.now() - 3 * dayMs;
  world.disk.write(keptAt, 'saved late');
  contextOf().backups.note({ keptAt, path: pump, keptMs, reason: 'savedLate', key: keyOf('EC000001') });
}

function tidy(context = contextOf()): Promise<void> {
  const ports = { clock: { now: () => world.clock.now(), steadyMs: () => 0, after: () => () => undefined } };
  const savedLate = createSavedLate({
    ports: { ...ports, log: () => undefined } as never,
    context,
    tell: () => undefined,
  });
  return tidyBackups(context, world.clock.now() - dayMs, savedLate, () => undefined);
}

const known = (): number => contextOf().backups.savedLate().length;

describe('what is known of a copy', () => {
  it('is forgotten once the copy is gone', async () => {
    keepSavedLate();
    world.disk.delete(keptAt);
    await tidy();
    expect(known()).toBe(0);
  });

  it('stays when the drive went away while the folder was looked through, as a folder that is not there', async () => {
    keepSavedLate();
    const context = contextOf();
    await tidy({ ...context, disk: { ...context.disk, list: async () => undefined } });
    expect(known()).toBe(1);
  });

  it('stays when the drive went away and did not come back', async () => {
    keepSavedLate();
    world.disk.setMounted(false);
    await expect(tidy()).rejects.toMatchObject({ code: 'library-missing' });
    world.disk.setMounted(true);
    expect(known()).toBe(1);
  });
});

describe('the copy of a file that has a second name in the library', () => {
  const spare = 'EC000002/MC000001/spare.rfa';
  const key = keyOf('EC000001');
  const copies = async () => (await world.engine.earlierCopies.list(undefined, { offset: 0, limit: 10 })).rows;

  /** Takes theirs in a conflict about a file that a person linked to another path. */
  async function takeTheirs(path = pump, other = spare, mine = 'mine'): Promise<void> {
    const [classCode = ''] = path.split('/');
    world.service.versions.publishElsewhere(recordOf(classCode), 'theirs');
    world.save(path, mine);
    await world.idle();
    await world.engine.saveLibrarySettings(world.libraryId(), { upload: 'onPublish' });
    await world.disk.port.library().keepCopy(path, other);
    world.watcher.hint(other);
    await world.idle();
    await world.engine.resolveConflict(world.libraryId(), keyOf(classCode), 'takeTheirs');
    await world.idle();
  }
  /** Apart from the saves under the other name, which have copies of their own for some days. */
  const kept = (): (string | undefined)[] =>
    world.disk
      .ownPaths()
      .filter((path) => path.includes('/backup/') && !path.endsWith(spare))
      .map((path) => world.disk.text(path));

  it('stays until a person deletes it, whatever is saved under that name in place', async () => {
    await takeTheirs();
    await world.days(2);
    world.disk.openForWriting(spare)('something else');
    world.watcher.hint(spare);
    await world.days(40);
    expect(await copies()).toMatchObject([{ path: pump, reason: 'tookTheirs', isOnService: false }]);
    expect(kept()).toEqual(['mine']);
    expect(world.disk.text(spare)).toBe('something else');
  });

  it('is there for who undoes what replaced it', async () => {
    await takeTheirs();
    await world.days(2);
    await world.engine.undoResolve(world.libraryId(), key);
    expect(world.disk.text(pump)).toBe('mine');
    expect(world.disk.text(spare)).toBe('mine');
  });

  it('becomes a file of its own the next day where it was saved into just then, and is whole', async () => {
    await takeTheirs();
    world.disk.after('copy', /part$/, async () => void world.disk.openForWriting(spare)('saved just then'));
    await world.days(1);
    expect(kept()).toContain('saved just then');
    await world.days(2);
    expect(kept()).toEqual(['saved just then']);
    expect(world.disk.namesOf(spare)).toEqual([spare]);
  });

  it.each([
    ['another one is open in a program', () => world.disk.holdOpen(spare)],
    ['another one finds no room', () => world.disk.setFreeBytes(256 * 2 ** 20 + 100_000)],
    ['one that was saved late cannot be read', cannotRead],
    ['one of a replacement that did not happen cannot be read', cannotUndo],
  ])('becomes a file of its own also where %s', async (_, hinder) => {
    const valve = 'EC000003/MC000001/valve.rfa';
    const spareValve = 'EC000004/MC000001/spare.rfa';
    await world.close();
    world = createWorld();
    for (const path of [pump, valve]) world.hold(path, path);
    await world.open();
    await takeTheirs(pump, spare, 'mine'.repeat(100_000));
    await world.engine.saveLibrarySettings(world.libraryId(), { upload: 'automatic' });
    await takeTheirs(valve, spareValve, 'my valve');
    await hinder();
    await world.days(2);
    expect(world.disk.namesOf(spareValve)).toEqual([spareValve]);
  });

  function cannotRead(): void {
    const keptMs = world.clock.now() - 3 * dayMs;
    world.disk.write(keptAt, 'saved late');
    const sha256 = contextOf().files.get(pump)?.sha256;
    contextOf().backups.note({ keptAt, path: pump, keptMs, reason: 'newerVersion', key, sha256 });
    world.disk.fail('hash', keptAt, 'file-in-use', Infinity);
  }

  async function cannotUndo(): Promise<void> {
    await world.disk.port.library().keepCopy(pump, keptAt);
    world.disk.fail('hash', keptAt, 'file-in-use', Infinity);
  }
});

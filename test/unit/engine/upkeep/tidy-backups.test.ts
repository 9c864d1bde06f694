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
  return tidyBackups(context, world.clock.now() - dayMs, savedLate);
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
  async function takeTheirs(): Promise<void> {
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    world.save(pump, 'mine');
    await world.idle();
    await world.engine.saveLibrarySettings(world.libraryId(), { upload: 'onPublish' });
    await world.disk.port.library().keepCopy(pump, spare);
    world.watcher.hint(spare);
    await world.idle();
    await world.engine.resolveConflict(world.libraryId(), key, 'takeTheirs');
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
});

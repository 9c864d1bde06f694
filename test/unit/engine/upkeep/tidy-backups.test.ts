import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSavedLate } from '../../../../electron/engine/upkeep/saved-late.ts';
import { dayMs } from '../../../../electron/engine/state/counted-days.ts';
import { tidyBackups } from '../../../../electron/engine/upkeep/tidy-backups.ts';
import { createWorld, keyOf, type World } from '../../../fakes/engine/world.ts';

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

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const valve = 'EC000002/MC000001/valve.rfa';

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

const changeElsewhere = async (): Promise<void> => {
  world.hold(pump, 'mine');
  world.hold(valve, 'mine too');
  await world.open();
  world.disk.markReadOnly(pump, true);
  for (const code of ['EC000001', 'EC000002'])
    world.service.versions.publishElsewhere(recordOf(code), `theirs ${code}`);
  world.engine.runnerOf(world.libraryId()).pollSoon();
};

const why = async () => (await world.engine.statusReader.explain([`/library/${pump}`])).files[0]?.explanation;

describe('a download onto a file that is marked read-only', () => {
  it('waits without being fetched, says so once with what to do, and goes on by itself once the mark is gone', async () => {
    await changeElsewhere();
    await world.clock.advance(300_000);
    expect([world.disk.text(pump), world.disk.text(valve)]).toEqual(['mine', 'theirs EC000002']);
    expect(world.queued()).toMatchObject([{ state: 'needsAttention', error: { code: 'file-read-only' } }]);
    expect(await why()).toMatchObject({
      reason: { code: 'needsPerson', operation: 'download', error: { code: 'file-read-only' } },
      next: { code: 'triedAgain' },
      actions: ['lift-read-only', 'try-now'],
    });
    expect(world.states()[pump]).toBe('needsYou');
    expect(world.engine.activity.list(100).filter(({ kind }) => kind === 'failed')).toHaveLength(1);
    expect(world.service.callsOf('getFile')).toBe(1);
    expect(world.disk.ownPaths().filter((path) => path.endsWith('pump.rfa'))).toEqual([]);
    world.disk.markReadOnly(pump, false);
    await world.clock.advance(16_000);
    await world.idle();
    expect(world.disk.text(pump)).toBe('theirs EC000001');
    const kept = world.disk.ownPaths().filter((path) => path.includes('/backup/') && path.endsWith('pump.rfa'));
    expect(kept.map((path) => world.disk.text(path))).toEqual(['mine']);
  });

  it('is not fetched again where the mark came while it was', async () => {
    world.disk.after('receive', /part$/, async () => world.disk.markReadOnly(pump, true));
    world.hold(pump, 'mine');
    await world.open();
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    world.engine.runnerOf(world.libraryId()).pollSoon();
    await world.clock.advance(60_000);
    expect(world.disk.text(pump)).toBe('mine');
    world.disk.markReadOnly(pump, false);
    await world.idle();
    expect(world.disk.text(pump)).toBe('theirs');
    expect(world.service.callsOf('getFile')).toBe(1);
  });

  it.each(['takeTheirs', 'keepBoth'] as const)(
    'is not replaced by %s either before the mark is gone',
    async (choice) => {
      world.hold(pump, 'mine');
      await world.open();
      world.save(pump, 'mine, changed');
      world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
      await world.idle();
      expect(world.states()[pump]).toBe('conflict');
      world.disk.markReadOnly(pump, true);
      const take = () => world.engine.resolveConflict(world.libraryId(), keyOf('EC000001'), choice);
      await expect(take()).rejects.toMatchObject({ code: 'file-read-only' });
      expect(world.disk.text(pump)).toBe('mine, changed');
      world.disk.markReadOnly(pump, false);
      await take();
      expect(world.disk.text(pump)).toBe('theirs');
    },
  );
});

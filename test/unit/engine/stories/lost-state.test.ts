import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changeLimits } from '../../../../electron/engine/judge/bounded-change.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pathOf = (code: string): string => `${code}/MC000001/pump.rfa`;
const [equal, differing, removed, fresh] = ['EC000001', 'EC000002', 'EC000003', 'EC000004'] as const;

let world: World;
beforeEach(async () => {
  world = createWorld();
  for (const code of [equal, differing, removed]) world.hold(pathOf(code), `bytes of ${code}`);
  await world.open();
});
afterEach(() => world.close());

describe('an engine whose state is lost', () => {
  it('recognises what is equal, sends nothing twice, removes nothing and overwrites nothing', async () => {
    const marker = world.disk.text('.cadlibrary/library.json');
    await world.loseState();
    world.hold(pathOf(differing), 'changed meanwhile');
    world.hold(pathOf(fresh), 'new');
    world.disk.delete(pathOf(removed));
    world.service.versions.publishElsewhere(recordOf('EC000005'), 'theirs');
    await world.open();
    expect(world.states()).toMatchObject({
      [pathOf(equal)]: 'draft',
      [pathOf(differing)]: 'conflict',
      [pathOf(fresh)]: 'draft',
    });
    expect(world.service.versions.history(keyOf(equal))).toEqual(['0.1 bytes of EC000001']);
    expect(world.service.versions.history(keyOf(differing))).toEqual(['0.1 bytes of EC000002']);
    expect(world.disk.text(pathOf(differing))).toBe('changed meanwhile');
    // Nobody knows any more that it was taken away: it comes back rather than counting as removed.
    expect(world.disk.paths().map((path) => world.disk.text(path))).toContain('bytes of EC000003');
    expect(Object.values(world.states())).not.toContain('removedHere');
    expect(world.disk.text('.cadlibrary/library.json')).toBe(marker);
  });
});

describe('an engine whose state is lost, and a fetched file without a language whose name ends as that of one in Dutch', () => {
  it('knows by its link what it is, and sends nothing as another', async () => {
    world.service.versions.publishElsewhere(recordOf('EC000005', 'pump.nl'), 'theirs');
    await world.clock.advance(2 * 3_600_000);
    await world.idle();
    await world.loseState();
    await world.open();
    const fetched = 'EC000005_v1/MC000001_v1/pump.nl.rfa';
    expect(world.disk.text(fetched)).toBe('theirs');
    expect(world.states()[fetched]).toBe('draft');
    expect(world.service.versions.history(keyOf('EC000005'))).toEqual(['0.1 theirs']);
    expect(world.service.versions.history(`${keyOf('EC000005')}@nl` as never)).toEqual([]);
  });
});

describe('an engine whose state is lost, over an older copy of the folder', () => {
  const codes = Array.from({ length: 4 }, (_, index) => `EC00010${index}`);

  /** Saves a second version of every file, and loses the state and that version here. */
  async function goBack(): Promise<void> {
    for (const code of codes) world.hold(pathOf(code), `old ${code}`);
    world.engine.runnerOf(world.libraryId()).scanSoon();
    await world.idle();
    for (const code of codes) world.save(pathOf(code), `new ${code}`);
    await world.idle();
    await world.loseState();
    for (const code of codes) world.hold(pathOf(code), `old ${code}`);
  }
  const conflicts = (): string[] =>
    Object.entries(world.states()).flatMap(([path, state]) => (state === 'conflict' ? [path] : []));

  it.each([true, false])('has the newer versions again and no conflict, where hashes are told: %s', async (tells) => {
    if (!tells) world.service.versions.tellNoHashes();
    await goBack();
    await world.open();
    expect(conflicts()).toEqual([]);
    for (const code of codes) {
      expect(world.disk.text(pathOf(code))).toBe(`new ${code}`);
      expect(world.service.versions.history(keyOf(code))).toEqual([`0.1 old ${code}`, `0.2 new ${code}`]);
    }
    const kept = world.disk.ownPaths().filter((path) => path.includes('/backup/'));
    expect(kept.map((path) => world.disk.text(path)).sort()).toEqual(codes.map((code) => `old ${code}`));
    expect(world.disk.ownPaths().filter((path) => path.includes('/conflicts/'))).toEqual([]);
  });

  it('still asks when bytes are no version of their key', async () => {
    await goBack();
    world.hold(pathOf('EC000100'), 'new by me');
    world.hold(pathOf('EC000101'), 'old EC000100');
    await world.open();
    expect(conflicts()).toEqual([pathOf('EC000100'), pathOf('EC000101')]);
  });

  it('asks before many of them are replaced at once', async () => {
    await world.close();
    world = createWorld({ changeLimits: { ...changeLimits, askFromFiles: 1, mostFiles: 0 } });
    await world.open();
    await goBack();
    await world.open();
    expect(conflicts()).toEqual([]);
    expect(world.disk.text(pathOf('EC000100'))).toBe('old EC000100');
    expect(world.engine.changeQuestions(world.libraryId())).toMatchObject([{ kind: 'overwrite', count: 4 }]);
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const key = keyOf('EC000001');
const merged = 'merged by hand';

let world: World;
beforeEach(async () => {
  world = createWorld();
  world.hold(pump, 'base');
  await world.open();
  world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
  world.save(pump, 'mine');
  await world.idle();
  expect(world.states()).toEqual({ [pump]: 'conflict' });
});
afterEach(() => world.close());

const paths = (): string[] => [...world.disk.paths(), ...world.disk.ownPaths()];
const kept = (): string[] => world.disk.ownPaths().filter((path) => path.includes('/conflicts/'));
const backup = (): (string | undefined)[] =>
  world.disk
    .ownPaths()
    .filter((path) => path.includes('/backup/'))
    .map((path) => world.disk.text(path));

/** Whoever opened theirs to compare saves into it, and time goes by. */
async function saveIntoTheirs(): Promise<void> {
  await world.clock.advance(60_000);
  world.disk.write(kept()[0] ?? '', merged);
  await world.clock.advance(60_000);
}

/** Long enough for whatever comes of it. */
const aWhile = (): Promise<void> => world.clock.advance(600_000);

describe('what somebody saved into the version that is kept beside a file in conflict goes to the backup folder', () => {
  const endings: Readonly<Record<string, () => Promise<unknown> | void>> = {
    'when a newer version of theirs comes': () => {
      world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs again');
    },
    'when mine is removed': () => {
      world.disk.delete(pump);
      world.watcher.hint(pump);
    },
    'when mine comes to be as theirs': () => world.save(pump, 'theirs'),
    'when mine is to be kept, which is asked once more': () =>
      expect(world.engine.resolveConflict(world.libraryId(), key, 'keepMine')).rejects.toMatchObject({
        code: 'other-version-gone',
      }),
  };
  it.each(Object.entries(endings))('%s', async (_, end) => {
    await saveIntoTheirs();
    await end();
    await aWhile();
    expect(backup()).toContain(merged);
  });

  it('when mine, which was to be kept, is sent', async () => {
    world.service.setAway(true);
    await world.engine.resolveConflict(world.libraryId(), key, 'keepMine');
    await saveIntoTheirs();
    world.service.setAway(false);
    await aWhile();
    expect(world.service.versions.history(key).at(-1)).toBe('0.3 mine');
    expect(backup()).toContain(merged);
  });

  it('when keeping mine is undone', async () => {
    world.service.setAway(true);
    await world.engine.resolveConflict(world.libraryId(), key, 'keepMine');
    await saveIntoTheirs();
    await world.engine.undoResolve(world.libraryId(), key);
    world.service.setAway(false);
    await aWhile();
    expect(backup()).toContain(merged);
    expect(world.states()).toEqual({ [pump]: 'conflict' });
  });
});

describe('the version that is kept beside a file in conflict', () => {
  it('is no copy of anything that is kept for a while once it is not needed any more', async () => {
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs again');
    await aWhile();
    expect([kept().map((path) => world.disk.text(path)), backup()]).toEqual([['theirs again'], ['mine']]);
  });

  it('stays for whoever answers while another folder lies in the place of the library', async () => {
    world.mountInstead(world.mountBeside('/beside'));
    await expect(world.engine.resolveConflict(world.libraryId(), key, 'keepMine')).rejects.toMatchObject({
      code: 'library-unproven',
    });
    world.mountInstead(undefined);
    await aWhile();
    expect(world.states()).toEqual({ [pump]: 'conflict' });
    expect(paths().filter((path) => world.disk.text(path) === 'theirs')).toEqual(kept());
  });
});

describe('what somebody saves into theirs once it was looked at', () => {
  it.each(['takeTheirs', 'keepBoth'] as const)('is sent, saved while its place is waited for: %s', async (choice) => {
    const { context } = world.engine.keeperOf(world.libraryId());
    let release = (): void => undefined;
    const held = context.placeAt(pump, () => new Promise<void>((resolve) => (release = resolve)));
    const resolved = world.engine.resolveConflict(world.libraryId(), key, choice);
    await world.clock.advance(10_000);
    world.disk.write(kept()[0] ?? '', merged);
    await world.clock.advance(1_000);
    release();
    await held;
    await resolved;
    // As the watcher of a real folder does where a file is renamed into it.
    world.watcher.hint(pump);
    await world.clock.advance(600_000);
    await world.idle();
    const read = context.files.get(pump);
    expect([world.disk.text(pump), world.states()[pump], world.service.versions.history(key), read?.sha256]).toEqual([
      merged,
      'draft',
      ['0.1 base', '0.2 theirs', '0.3 merged by hand'],
      expect.anything(),
    ]);
  });

  it.each(['takeTheirs', 'keepBoth'] as const)('is sent, saved while locks are looked for: %s', async (choice) => {
    world.disk.after('list', 'EC000001/MC000001', () => world.disk.write(kept()[0] ?? '', merged));
    await world.engine.resolveConflict(world.libraryId(), key, choice);
    world.watcher.hint(pump);
    await world.clock.advance(600_000);
    await world.idle();
    expect([world.disk.text(pump), world.service.versions.history(key).at(-1)]).toEqual([merged, '0.3 merged by hand']);
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FakeDisk } from '../../../fakes/engine/disk.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const tap = 'EC000003_v1/MC000001_v1/tap.rfa';
const key = keyOf('EC000003');
const folderOfB = '/other library';

let world: World;
let diskOfB: FakeDisk;
beforeEach(() => {
  world = createWorld();
  diskOfB = world.mountBeside(folderOfB);
});
afterEach(() => world.close());

const drawings = (disk: FakeDisk): string[] => disk.paths().filter((path) => path.endsWith('.rfa'));
const idOfB = (): string => {
  const found = world.engine.runners().find(({ context: { library } }) => library.root === folderOfB);
  if (!found) throw new Error('There is no second library.');
  return found.context.library.libraryId;
};
const poll = async (): Promise<void> => {
  for (const runner of world.engine.runners()) runner.pollSoon();
  await world.idle();
};
const want = async (libraryId: string) => {
  const answer = world.engine.wantFile(libraryId, key);
  await world.idle();
  return answer.standing;
};
const unwant = async (libraryId: string): Promise<boolean> => {
  const stays = await world.engine.unwantFile(libraryId, key);
  await world.idle();
  return stays;
};

/** A library that fetches nothing but its own classes, and a tap on the service that it has none of. */
async function openWithTap(release = false): Promise<void> {
  await world.open();
  await world.engine.saveLibrarySettings(world.libraryId(), { fetch: 'own' });
  world.service.versions.publishElsewhere(recordOf('EC000003', 'tap'), 'a tap');
  if (release) await world.engine.saveLibrarySettings(world.libraryId(), { follow: 'releases' });
  await poll();
  expect(drawings(world.disk)).toEqual([]);
}

describe('a file that a person wants in a library', () => {
  it('comes although nothing in the library asks for it, and stays there in step', async () => {
    await openWithTap();
    expect(await want(world.libraryId())).toBe('coming');
    expect(drawings(world.disk)).toEqual([tap]);
    expect(world.disk.text(tap)).toBe('a tap');
    expect(world.states()).toEqual({ [tap]: 'draft' });
    expect(await want(world.libraryId())).toBe('there');
  });

  it('comes after a crash and once the service answers again', async () => {
    await openWithTap();
    world.service.setAway(true);
    world.engine.wantFile(world.libraryId(), key);
    world.crash();
    await world.start();
    await world.clock.advance(60_000);
    expect(drawings(world.disk)).toEqual([]);
    world.service.setAway(false);
    await world.clock.advance(600_000);
    await world.idle();
    expect(drawings(world.disk)).toEqual([tap]);
  });

  it('is not said to come before the service was heard to have it', async () => {
    await world.open();
    expect(await want(world.libraryId())).toBe('onceThere');
    world.service.versions.publishElsewhere(recordOf('EC000003', 'tap'), 'a tap');
    await poll();
    expect(drawings(world.disk)).toEqual([tap]);
  });

  it('comes into a library that otherwise only sends', async () => {
    await openWithTap();
    await world.engine.saveLibrarySettings(world.libraryId(), { direction: 'upOnly' });
    await want(world.libraryId());
    expect(drawings(world.disk)).toEqual([tap]);
  });

  it('waits for its first release where the library follows releases', async () => {
    await openWithTap(true);
    expect(await want(world.libraryId())).toBe('onceReleased');
    expect(drawings(world.disk)).toEqual([]);
    await world.engine.saveLibrarySettings(world.libraryId(), { follow: 'drafts' });
    await world.idle();
    expect(drawings(world.disk)).toEqual([tap]);
  });

  it('comes into that library and into no other one, whichever fetches everything', async () => {
    await world.open();
    await world.addLibrary(folderOfB);
    await world.idle();
    world.service.setAway(true);
    expect(world.engine.wantFile(idOfB(), key).standing).toBe('onceThere');
    world.service.setAway(false);
    world.service.versions.publishElsewhere(recordOf('EC000003', 'tap'), 'a tap');
    await poll();
    expect(drawings(diskOfB)).toEqual([tap]);
    expect(drawings(world.disk)).toEqual([]);
    expect(world.engine.librariesHaving([key])).toMatchObject([{ libraryId: idOfB(), key }]);
  });

  it('is refused for a program that the library is not for, and for what is no key', async () => {
    await openWithTap();
    const other = 'SketchUp/2025/EC000003/1/MC000001/1/Template';
    expect(() => world.engine.wantFile(world.libraryId(), other)).toThrow(/not for SketchUp 2025/);
    expect(() => world.engine.wantFile(world.libraryId(), 'tap')).toThrow(/no key/);
    expect(world.engine.librariesHaving([other])).toEqual([]);
  });

  it('comes back where it had been removed from the library', async () => {
    await openWithTap();
    await want(world.libraryId());
    world.disk.delete(tap);
    world.watcher.hint(tap);
    await world.clock.advance(60_000);
    await world.idle();
    expect(world.states()).toEqual({ [tap]: 'removedHere' });
    expect(await want(world.libraryId())).toBe('comesBack');
    expect(world.disk.text(tap)).toBe('a tap');
  });
});

describe('taking that back', () => {
  it('before it came fetches nothing', async () => {
    await openWithTap();
    world.service.setAway(true);
    expect(world.engine.wantFile(world.libraryId(), key)).toMatchObject({ isNew: true });
    // Undo of the same wish once more would take back the first one.
    expect(world.engine.wantFile(world.libraryId(), key)).toMatchObject({ isNew: false });
    await world.clock.advance(5_000);
    expect(world.engine.librariesHaving([key])).toEqual([{ key, libraryId: world.libraryId() }]);
    expect(await world.engine.unwantFile(world.libraryId(), key)).toBe(false);
    expect(world.engine.librariesHaving([key])).toEqual([]);
    world.service.setAway(false);
    await world.clock.advance(600_000);
    await poll();
    expect(drawings(world.disk)).toEqual([]);
    expect(world.queued()).toEqual([]);
  });

  it('takes the file away that came, keeps its bytes, and brings nothing back', async () => {
    await openWithTap();
    await want(world.libraryId());
    expect(await unwant(world.libraryId())).toBe(false);
    expect(drawings(world.disk)).toEqual([]);
    const { rows } = await world.engine.earlierCopies.list(undefined, { offset: 0, limit: 10 });
    expect(rows).toMatchObject([{ path: tap, reason: 'additionUndone' }]);
    world.service.versions.publishElsewhere(recordOf('EC000003', 'tap'), 'a better tap');
    world.watcher.hint(tap);
    await world.clock.advance(600_000);
    await poll();
    expect(drawings(world.disk)).toEqual([]);
    expect(world.states()).toEqual({});
    world.crash();
    await world.start();
    await world.idle();
    expect(drawings(world.disk)).toEqual([]);
    // It can be wanted again.
    await want(world.libraryId());
    expect(drawings(world.disk)).toEqual([tap]);
    expect(world.disk.text(tap)).toBe('a better tap');
  });

  it('leaves a file where it is that the library fetches by itself', async () => {
    await openWithTap();
    await want(world.libraryId());
    await world.engine.saveLibrarySettings(world.libraryId(), { fetch: 'everything' });
    expect(await unwant(world.libraryId())).toBe(true);
    expect(drawings(world.disk)).toEqual([tap]);
    expect(world.states()).toEqual({ [tap]: 'draft' });
    await expect(world.engine.unwantFile(world.libraryId(), key)).rejects.toMatchObject({ code: 'unknown-item' });
    const { rows } = await world.engine.earlierCopies.list(undefined, { offset: 0, limit: 10 });
    expect(rows).toEqual([]);
  });

  it('leaves a file alone that was saved since', async () => {
    await openWithTap();
    await want(world.libraryId());
    world.save(tap, 'my own tap');
    await world.idle();
    expect(await unwant(world.libraryId())).toBe(true);
    expect(world.disk.text(tap)).toBe('my own tap');
    expect(world.states()).toEqual({ [tap]: 'draft' });
  });

  it('leaves a file alone that was saved and not read yet', async () => {
    await openWithTap();
    await want(world.libraryId());
    world.disk.write(tap, 'my own tap');
    expect(await unwant(world.libraryId())).toBe(true);
    expect(world.disk.text(tap)).toBe('my own tap');
  });

  it('leaves a file alone that is saved at the last moment', async () => {
    await openWithTap();
    await want(world.libraryId());
    world.disk.on('place', /backup/, () => world.save(tap, 'my own tap'));
    expect(await unwant(world.libraryId())).toBe(true);
    expect(world.disk.text(tap)).toBe('my own tap');
    expect(world.states()).toEqual({ [tap]: 'draft' });
  });

  it('changes nothing while the file is open in its program', async () => {
    await openWithTap();
    await want(world.libraryId());
    const letGo = world.disk.holdOpen(tap);
    await expect(world.engine.unwantFile(world.libraryId(), key)).rejects.toMatchObject({ code: 'file-in-use' });
    expect([world.disk.text(tap), world.disk.namesOf(tap)]).toEqual(['a tap', [tap]]);
    letGo();
    expect(await unwant(world.libraryId())).toBe(false);
    expect(drawings(world.disk)).toEqual([]);
  });

  it.each([
    ['before it is moved', 'on', { [tap]: 'draft' }],
    ['after it was moved', 'after', {}],
  ] as const)('tells nothing of a removed file where the app ends %s', async (_when, moment, states) => {
    await openWithTap();
    await want(world.libraryId());
    world.disk[moment]('place', /backup/, () => world.crashNow());
    void world.engine.unwantFile(world.libraryId(), key);
    await world.clock.advance(1_000);
    expect(world.isRunning()).toBe(false);
    await world.start();
    await world.idle();
    await world.clock.advance(60_000);
    expect(world.states()).toEqual(states);
    expect(world.engine.librariesHaving([key])).toHaveLength(Object.keys(states).length);
  });

  it('is refused for what the library does not want', async () => {
    await openWithTap();
    await expect(world.engine.unwantFile(world.libraryId(), key)).rejects.toMatchObject({ code: 'unknown-item' });
  });
});

describe('a file that is fetched because a person wants it', () => {
  it('does not come where they take that back while it is on its way', async () => {
    await openWithTap();
    const { arrived, letGo } = world.service.hold('getFile');
    world.engine.wantFile(world.libraryId(), key);
    await world.clock.advance(1_000);
    await arrived;
    expect(await world.engine.unwantFile(world.libraryId(), key)).toBe(false);
    letGo();
    await world.clock.advance(600_000);
    expect(drawings(world.disk)).not.toContain(tap);
  });

  it('stays the only one where it is saved here while it is on its way', async () => {
    await openWithTap();
    const { arrived, letGo } = world.service.hold('getFile');
    world.engine.wantFile(world.libraryId(), key);
    await world.clock.advance(1_000);
    await arrived;
    const here = 'EC000003/MC000001/mine.rfa';
    world.save(here, 'a tap');
    await world.clock.advance(20_000);
    letGo();
    await world.clock.advance(600_000);
    expect(drawings(world.disk).filter((path) => path.includes('EC000003'))).toEqual([here]);
  });
});

it('what a person does not want after all goes, also while it is written down that it came', async () => {
  await world.start();
  await world.addLibrary('/library', { settings: { fetch: 'own' } });
  world.service.versions.publishElsewhere(recordOf('EC000003'), 'theirs');
  await world.idle();
  const { promise: isWritten, resolve: letWrite } = Promise.withResolvers<void>();
  world.beforeTogether = () => (drawings(world.disk).length > 0 ? isWritten : undefined);
  world.engine.wantFile(world.libraryId(), key);
  await world.clock.advance(70_000);
  expect(drawings(world.disk)).toHaveLength(1);
  world.beforeTogether = undefined;
  const stays = world.engine.unwantFile(world.libraryId(), key);
  await world.clock.advance(100);
  letWrite();
  await world.clock.advance(60_000);
  await world.idle();
  expect([await stays, drawings(world.disk)]).toEqual([false, []]);
  expect(world.states()).toEqual({});
});

it('what a person wants all the same while it is put away comes again', async () => {
  await world.start();
  await world.addLibrary('/library', { settings: { fetch: 'own' } });
  world.service.versions.publishElsewhere(recordOf('EC000003'), 'theirs');
  world.engine.wantFile(world.libraryId(), key);
  await world.clock.advance(70_000);
  await world.idle();
  const [path = ''] = drawings(world.disk);
  const answers: unknown[] = [];
  world.disk.on('hash', path, () => void answers.push(world.engine.wantFile(world.libraryId(), key)));
  await world.engine.unwantFile(world.libraryId(), key);
  await world.clock.advance(60_000);
  await world.idle();
  expect(answers).toMatchObject([{ standing: 'coming' }]);
  expect(drawings(world.disk)).toEqual([path]);
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LibrarySettings } from '../../../../shared/rpc/library-settings.ts';
import type { FakeDisk } from '../../../fakes/engine/disk.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const valve = 'EC000002/MC000001/valve.rfa';
const folderOfB = '/other library';

let world: World;
let diskOfA: FakeDisk;
let diskOfB: FakeDisk;
beforeEach(() => {
  world = createWorld();
  diskOfA = world.disk;
  diskOfB = world.mountBeside(folderOfB);
});
afterEach(() => world.close());

const longAgo = (): number => world.clock.now() - 3_600_000;
const runnerOf = (root: string) => {
  const found = world.engine.runners().find(({ context: { library } }) => library.root === root);
  if (!found) throw new Error(`There is no library at ${root}.`);
  return found;
};
const a = () => runnerOf('/library');
const b = () => runnerOf(folderOfB);
const poll = async (): Promise<void> => {
  for (const runner of world.engine.runners()) runner.pollSoon();
  await world.idle();
};
const setFetch = async (runner: ReturnType<typeof a>, fetch: LibrarySettings['fetch']): Promise<void> => {
  await world.engine.saveLibrarySettings(runner.context.library.libraryId, { fetch });
  await world.idle();
};
const drawings = (disk: FakeDisk): string[] => disk.paths().filter((path) => path.endsWith('.rfa'));
const notFetched = (runner: ReturnType<typeof a>) =>
  world.engine.fileList.notFetched(runner.context.library.libraryId, 10);

/** Two libraries of one program, each with a file of its own that is on the service. */
async function openBoth(): Promise<void> {
  diskOfA.write(pump, 'a pump', longAgo());
  diskOfB.write(valve, 'a valve', longAgo());
  await world.open();
  await world.addLibrary(folderOfB);
  await world.idle();
  await poll();
}

describe('two libraries of one program on one computer', () => {
  beforeEach(openBoth);

  it('have nothing of each other, by themselves', () => {
    expect(drawings(diskOfA)).toEqual([pump]);
    expect(drawings(diskOfB)).toEqual([valve]);
    expect(a().context.settings().fetch).toBe('everything');
    expect(b().context.settings().fetch).toBe('own');
    expect(world.states()).toEqual({ [pump]: 'draft', [valve]: 'draft' });
  });

  it('start each by itself: a drive that does not answer yet holds up nothing of the other', async () => {
    await world.close();
    diskOfB.write(valve, 'a better valve', longAgo());
    const { port } = world.watcher;
    const { watch } = port;
    const answer = Promise.withResolvers<void>();
    vi.spyOn(port, 'watch').mockImplementation(async (root, onHint, onFailure) => {
      if (root === '/library') await answer.promise;
      return watch(root, onHint, onFailure);
    });
    const starting = world.start();
    const sent = () => world.service.versions.history(keyOf('EC000002')).includes('0.2 a better valve');
    await world.clock.until(sent, 'the other library sent its file');
    answer.resolve();
    await starting;
  });

  it('say of what is in the other that it belongs there, and wait for nothing', () => {
    expect(notFetched(a())).toMatchObject([{ title: 'valve.rfa', because: 'otherLibrary' }]);
    expect(notFetched(b())).toMatchObject([{ title: 'pump.rfa', because: 'otherLibrary' }]);
    expect(world.queued()).toEqual([]);
  });

  it('each fetch what is new of their classes, once', async () => {
    const dutch = { ...recordOf('EC000002', 'klep'), languageCode: 'nl' };
    world.service.versions.publishElsewhere(dutch, 'een klep');
    await poll();
    expect(drawings(diskOfA)).toEqual([pump]);
    expect(drawings(diskOfB)).toHaveLength(2);
  });

  it('leave what is of no class of theirs to the one that fetches everything', async () => {
    world.service.versions.publishElsewhere(recordOf('EC000003', 'tap'), 'a tap');
    await poll();
    expect(drawings(diskOfA)).toHaveLength(2);
    expect(drawings(diskOfB)).toEqual([valve]);
  });

  it('fetch everything in the one for which a person chose it; the other fetches its own from then on', async () => {
    await setFetch(b(), 'everything');
    expect(a().context.settings().fetch).toBe('own');
    world.service.versions.publishElsewhere(recordOf('EC000003', 'tap'), 'a tap');
    await poll();
    expect(drawings(diskOfA)).toEqual([pump]);
    expect(drawings(diskOfB)).toHaveLength(2);
    world.crash();
    await world.start();
    await world.idle();
    expect([a(), b()].map((runner) => runner.context.settings().fetch)).toEqual(['own', 'everything']);
    expect(drawings(diskOfA)).toEqual([pump]);
  });

  it('fetch what nobody wanted once one of them is to have everything', async () => {
    await setFetch(a(), 'own');
    world.service.versions.publishElsewhere(recordOf('EC000003', 'tap'), 'a tap');
    await poll();
    expect(notFetched(b())).toMatchObject([{ because: 'otherLibrary' }, { title: 'tap.rfa', because: 'noLibrary' }]);
    await setFetch(b(), 'everything');
    expect(drawings(diskOfA)).toEqual([pump]);
    expect(drawings(diskOfB)).toHaveLength(2);
  });

  it('fetch the rest of a class as soon as one of them has a file of it', async () => {
    await setFetch(a(), 'own');
    world.service.versions.publishElsewhere({ ...recordOf('EC000003', 'kraan'), languageCode: 'nl' }, 'een kraan');
    await poll();
    diskOfB.write('EC000003/MC000001/tap.rfa', 'a tap');
    world.watcher.hint('EC000003/MC000001/tap.rfa');
    await world.idle();
    expect(drawings(diskOfA)).toEqual([pump]);
    expect(drawings(diskOfB)).toHaveLength(3);
  });

  it('keep one key of a file that a person moves from one to the other, without a second version', async () => {
    diskOfA.delete(pump);
    diskOfB.write(pump, 'a pump', longAgo());
    world.watcher.hint(pump);
    await world.clock.advance(60_000);
    await world.idle();
    await poll();
    expect(world.service.versions.history(keyOf('EC000001'))).toEqual(['0.1 a pump']);
    expect(drawings(diskOfA)).toEqual([]);
    expect(drawings(diskOfB)).toEqual([pump, valve]);
    const { files } = await world.engine.statusReader.explain([`/library/${pump}`]);
    expect(files[0]?.explanation.reason).toEqual({ code: 'inOtherLibrary', library: 'other library', path: pump });
    // The library continues in its new place.
    diskOfB.write(pump, 'a better pump');
    world.watcher.hint(pump);
    await world.idle();
    await poll();
    expect(world.service.versions.history(keyOf('EC000001'))).toEqual(['0.1 a pump', '0.2 a better pump']);
    expect(drawings(diskOfA)).toEqual([]);
  });

  it('ask nothing when many files are moved from one to the other, and restore none of them with all others', async () => {
    const paths = Array.from({ length: 20 }, (_, n) => `EC000${100 + n}/MC000001/moved.rfa`);
    for (const path of paths) diskOfA.write(path, `bytes of ${path}`, longAgo());
    world.watcher.hint('');
    await world.idle();
    expect(a().context.trees()?.synced(keyOf('EC000109'))).toBeDefined();
    for (const path of paths) {
      diskOfA.delete(path);
      diskOfB.write(path, `bytes of ${path}`, longAgo());
    }
    world.watcher.hint('');
    await world.clock.advance(90_000);
    await world.idle();
    expect(world.engine.changeQuestions(a().context.library.libraryId)).toEqual([]);
    expect(drawings(diskOfB)).toHaveLength(paths.length + 1);
    expect(world.engine.fileList.removed(a().context.library.libraryId)).toEqual([]);
  });

  it('give what is left to those that stay when one of them is removed', async () => {
    await world.engine.removeLibrary(b().context.library.libraryId);
    await world.idle();
    expect(drawings(diskOfA)).toHaveLength(2);
    expect(drawings(diskOfB)).toEqual([valve]);
  });
});

describe('libraries of one computer', () => {
  it('leave files that both have in both, and bring newer versions into both', async () => {
    diskOfA.write(pump, 'a pump', longAgo());
    diskOfB.write(pump, 'a pump', longAgo());
    await world.open();
    await world.addLibrary(folderOfB);
    await world.idle();
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'a better pump');
    await poll();
    expect([diskOfA.text(pump), diskOfB.text(pump)]).toEqual(['a better pump', 'a better pump']);
    expect(world.service.versions.history(keyOf('EC000001'))).toEqual(['0.1 a pump', '0.2 a better pump']);
  });

  it('fetch everything each where they are for different versions of a program', async () => {
    world.service.versions.publishElsewhere(recordOf('EC000001', 'pump', 'Revit/2024'), 'an old pump');
    world.service.versions.publishElsewhere(recordOf('EC000001', 'pump', 'Revit/2025'), 'a pump');
    await world.open();
    await world.addLibrary(folderOfB, { programs: [{ name: 'Revit', version: '2024' }] });
    await world.idle();
    expect(drawings(diskOfA)).toHaveLength(1);
    expect(drawings(diskOfB)).toHaveLength(1);
  });

  it('take over everything with a second library where a person says so', async () => {
    await world.open();
    await world.addLibrary(folderOfB, { settings: { fetch: 'everything' } });
    await world.idle();
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'a pump');
    await poll();
    expect(drawings(diskOfA)).toEqual([]);
    expect(drawings(diskOfB)).toHaveLength(1);
  });
});

describe('two libraries whose folders, or drives, changed places', () => {
  const marker = '.cadlibrary/library.json';
  const idOf = (root: string): string => runnerOf(root).context.library.libraryId;

  beforeEach(async () => {
    await openBoth();
    const markers = [diskOfA.text(marker) ?? '', diskOfB.text(marker) ?? ''] as const;
    for (const [disk, [markerNow, gone, come, bytes]] of [
      [diskOfA, [markers[1], pump, valve, 'a valve']],
      [diskOfB, [markers[0], valve, pump, 'a pump']],
    ] as const) {
      disk.write(marker, markerNow);
      disk.delete(gone);
      disk.write(come, bytes, longAgo());
    }
    world.watcher.hint('');
    await world.clock.advance(120_000);
  });

  it('go on where they are now, both of them, once one is said to be there', async () => {
    const [idOfA, idOfB] = [idOf('/library'), idOf(folderOfB)];
    expect([a().problem?.code, b().problem?.code]).toEqual(['library-unproven', 'library-unproven']);
    await expect(world.engine.confirmLibrary(idOfA)).rejects.toMatchObject({ code: 'library-moved' });
    await world.engine.relocateLibrary(idOfA, folderOfB);
    await world.clock.advance(120_000);
    expect([idOf(folderOfB), idOf('/library')]).toEqual([idOfA, idOfB]);
    expect([a().problem, b().problem]).toEqual([undefined, undefined]);
    expect(world.states()).toEqual({ [pump]: 'draft', [valve]: 'draft' });
    expect([drawings(diskOfA), drawings(diskOfB)]).toEqual([[valve], [pump]]);
  });

  it('do so where each is said to be where the other was at the same time', async () => {
    const [idOfA, idOfB] = [idOf('/library'), idOf(folderOfB)];
    await Promise.allSettled([
      world.engine.relocateLibrary(idOfA, folderOfB),
      world.engine.relocateLibrary(idOfB, '/library'),
    ]);
    await world.clock.advance(120_000);
    expect([idOf(folderOfB), idOf('/library')]).toEqual([idOfA, idOfB]);
    expect(world.states()).toEqual({ [pump]: 'draft', [valve]: 'draft' });
  });
});

describe('a library that was copied over another one, and is gone itself', () => {
  it('does not get the folder: what the other one has there would go by its settings', async () => {
    await openBoth();
    await world.engine.saveLibrarySettings(b().context.library.libraryId, { upload: 'onPublish' });
    const marker = '.cadlibrary/library.json';
    const fresh = 'EC000003/MC000001/fresh.rfa';
    diskOfB.write(fresh, 'for nobody yet', longAgo());
    diskOfB.write(marker, diskOfA.text(marker) ?? '');
    diskOfB.write(pump, 'a pump', longAgo());
    diskOfA.empty();
    const relocated = world.engine.relocateLibrary(a().context.library.libraryId, folderOfB);
    await expect(relocated).rejects.toMatchObject({ code: 'library-overlaps', action: 'separate-libraries' });
    await world.clock.advance(120_000);
    expect(
      world.engine
        .runners()
        .map(({ context: { library } }) => library.root)
        .sort(),
    ).toEqual(['/library', folderOfB]);
    expect(world.service.versions.history(keyOf('EC000003', 'fresh'))).toEqual([]);
  });
});

describe('a library whose folder is called like that of another one', () => {
  it('is called by the folder above as well', async () => {
    await world.open();
    const nameOf = (root: string) => runnerOf(root).context.library.name;
    for (const root of ['/AutoCAD/library', '/old/AutoCAD/library']) world.mountBeside(root);
    await world.addLibrary('/AutoCAD/library');
    await world.addLibrary('/old/AutoCAD/library');
    expect([nameOf('/library'), nameOf('/AutoCAD/library')]).toEqual(['library', 'AutoCAD/library']);
    expect(nameOf('/old/AutoCAD/library')).toBe('old/AutoCAD/library');
  });
});

it('libraries are told in one order, whichever was added first, and after a restart', async () => {
  await world.start();
  await world.addLibrary();
  await world.addLibrary(folderOfB, { programs: [{ name: 'Revit', version: '2024' }] });
  world.mountBeside('/a first one');
  await world.addLibrary('/a first one', { programs: [{ name: 'Revit', version: '2023' }] });
  const names = () => world.engine.runners().map(({ context: { library } }) => library.name);
  expect(names()).toEqual(['a first one', 'library', 'other library']);
  await world.close();
  await world.start();
  expect(names()).toEqual(['a first one', 'library', 'other library']);
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { NamedClasses } from '../../../../electron/engine/person/assign-classes.ts';
import type { LibrarySettingsPatch } from '../../../../shared/rpc/library-settings.ts';
import { createWorld, keyOf, recordOf, revit2025, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';

let world: World;
beforeEach(() => {
  world = createWorld({ programs: [revit2025] });
});
afterEach(() => world.close());

const copies = async () => (await world.engine.earlierCopies.list(undefined, { offset: 0, limit: 9 })).rows;
const restore = async (path: string): Promise<string> => {
  const copy = (await copies()).find((one) => one.path === path);
  const { path: at } = await world.engine.earlierCopies.restore(copy?.backupId ?? '', copy?.bytesTag ?? '');
  await world.idle();
  return at;
};
const history = (code: string): string[] => world.service.versions.history(keyOf(code));
const publishElsewhere = async (code: string, text: string): Promise<void> => {
  world.service.versions.publishElsewhere(recordOf(code), text);
  world.engine.runnerOf(world.libraryId()).pollSoon();
  await world.idle();
};

const drawings = (): Record<string, string | undefined> =>
  Object.fromEntries(
    world.disk
      .paths()
      .filter((path) => path.endsWith('.rfa'))
      .map((path) => [path, world.disk.text(path)]),
  );
const classes = (etimClassCode: string): NamedClasses => ({
  etimClassCode,
  etimClassCodeVersion: '1',
  etimModelCode: 'MC000001',
  etimModelCodeVersion: '1',
});
const assign = async (path: string, code: string): Promise<void> => {
  await world.engine.picks.assign(world.libraryId(), new Map([[path, classes(code)]]));
  await world.idle();
};
const rename = async (from: string, to: string): Promise<void> => {
  world.disk.rename(from, to);
  world.watcher.hint(from);
  world.watcher.hint(to);
  await world.clock.advance(60_000);
};

describe('a copy whose path another product has by now', () => {
  /** `pump one` was replaced at a.rfa, where a valve stands now; the pump goes on as b.rfa. */
  const reuse = async (): Promise<void> => {
    world.hold('a.rfa', 'pump one');
    await world.open();
    await assign('a.rfa', 'EC000001');
    await publishElsewhere('EC000001', 'pump two');
    await rename('a.rfa', 'b.rfa');
    await assign('b.rfa', 'EC000001');
    world.save('a.rfa', 'valve one');
    await world.clock.advance(60_000);
    await assign('a.rfa', 'EC000002');
  };

  it('goes to where the file of its product stands', async () => {
    await reuse();
    expect(await restore('a.rfa')).toBe('b.rfa');
    expect([world.disk.text('a.rfa'), world.disk.text('b.rfa')]).toEqual(['valve one', 'pump one']);
    expect(history('EC000001')).toEqual(['0.1 pump one', '0.2 pump two', '0.3 pump one']);
    expect(history('EC000002')).toEqual(['0.1 valve one']);
  });

  it('goes beside the file that stands there, where there is none of its product', async () => {
    await reuse();
    world.disk.delete('b.rfa');
    world.watcher.hint('b.rfa');
    await world.clock.advance(60_000);
    const [copy] = await copies();
    expect(copy).toMatchObject({ path: 'a.rfa', target: 'a (2).rfa', isTargetThere: false });
    expect(await restore('a.rfa')).toBe('a (2).rfa');
    expect([world.disk.text('a.rfa'), world.disk.text('a (2).rfa')]).toEqual(['valve one', 'pump one']);
    expect(history('EC000002')).toEqual(['0.1 valve one']);
  });

  it('is of its own product at its path once the other file is gone from there', async () => {
    await reuse();
    for (const path of ['a.rfa', 'b.rfa']) world.disk.delete(path);
    world.watcher.hint('');
    await world.clock.advance(3_600_000);
    expect(await restore('a.rfa')).toBe('a.rfa');
    await world.clock.advance(60_000);
    expect(world.disk.text('a.rfa')).toBe('pump one');
    expect(history('EC000002')).toEqual(['0.1 valve one']);
    expect(history('EC000001')).toEqual(['0.1 pump one', '0.2 pump two', '0.3 pump one']);
  });

  it('stands beside what was saved there a moment ago and is not looked at yet', async () => {
    await reuse();
    for (const path of ['a.rfa', 'b.rfa']) world.disk.delete(path);
    world.watcher.hint('');
    await world.clock.advance(3_600_000);
    world.disk.write('a.rfa', 'valve two');
    expect(await restore('a.rfa')).toBe('a (2).rfa');
    world.watcher.hint('a.rfa');
    await world.clock.advance(60_000);
    expect(drawings()).toEqual({ 'a.rfa': 'valve two', 'a (2).rfa': 'pump one' });
    expect(world.states()).toMatchObject({ 'a.rfa': 'draft', 'a (2).rfa': 'unassigned' });
    expect(history('EC000002')).toEqual(['0.1 valve one', '0.2 valve two']);
  });

  it('says nothing of its path where it does not come there', async () => {
    await reuse();
    for (const path of ['a.rfa', 'b.rfa']) world.disk.delete(path);
    world.watcher.hint('');
    await world.clock.advance(3_600_000);
    world.disk.on('place', 'a.rfa', () => {
      throw new AppError('disk-full');
    });
    await expect(restore('a.rfa')).rejects.toMatchObject({ code: 'disk-full' });
    world.save('a.rfa', 'valve two');
    await world.clock.advance(60_000);
    expect(history('EC000002')).toEqual(['0.1 valve one', '0.2 valve two']);
    expect(history('EC000001')).toEqual(['0.1 pump one', '0.2 pump two']);
  });

  it('goes to its path where the file there is of another version of its program only', async () => {
    world.hold(pump, 'first');
    await world.open();
    await publishElsewhere('EC000001', 'second');
    await world.engine.savePrograms(world.libraryId(), [{ name: 'Revit', version: '2026' }]);
    await world.idle();
    expect(await restore(pump)).toBe(pump);
    expect(world.disk.paths()).toEqual([pump]);
    expect(world.disk.text(pump)).toBe('first');
  });
});

describe('a copy of a file that is of nothing by now', () => {
  const begin = async (path: string): Promise<void> => {
    world.hold(path, 'program:Revit/2025 first');
    await world.open();
    if (path === 'a.rfa') await assign(path, 'EC000001');
    await publishElsewhere('EC000001', 'program:Revit/2025 second');
  };
  const saveNewer = async (path: string): Promise<void> => {
    world.save(path, 'program:Revit/2026 third');
    await world.clock.advance(60_000);
    expect(world.states()).toEqual({ [path]: 'otherProgram' });
  };

  it('goes over it where a newer program saved it', async () => {
    await begin(pump);
    await saveNewer(pump);
    expect(await restore(pump)).toBe(pump);
    await world.clock.advance(60_000);
    expect(drawings()).toEqual({ [pump]: 'program:Revit/2025 first' });
    expect(history('EC000001').at(-1)).toBe('0.3 program:Revit/2025 first');
  });

  it('goes to where it stands by then', async () => {
    const better = 'EC000001/MC000001/better.rfa';
    await begin(pump);
    await saveNewer(pump);
    await rename(pump, better);
    expect(await restore(pump)).toBe(better);
  });

  it('goes beside it where a person gave it another class since', async () => {
    await begin('a.rfa');
    await saveNewer('a.rfa');
    await assign('a.rfa', 'EC000002');
    expect(await restore('a.rfa')).toBe('a (2).rfa');
    await world.clock.advance(120_000);
    expect(history('EC000002')).toEqual([]);
    expect(world.states()).toEqual({ 'a.rfa': 'otherProgram', 'a (2).rfa': 'unassigned' });
  });

  it('goes over it where its program is not one of the library any more', async () => {
    await begin(pump);
    await world.engine.savePrograms(world.libraryId(), [{ name: 'AutoCAD', version: '2025' }]);
    await world.clock.advance(60_000);
    expect(await restore(pump)).toBe(pump);
  });

  it('goes beside it where a person said that it belongs to nothing, and belongs to nothing, too', async () => {
    await begin(pump);
    world.disk.write('.cadlibrary.json', JSON.stringify({ version: 1, files: { [pump]: 'unassigned' } }));
    world.watcher.hint('');
    await world.clock.advance(60_000);
    expect(await restore(pump)).toBe('EC000001/MC000001/pump (2).rfa');
    await world.clock.advance(120_000);
    expect(world.disk.text(pump)).toBe('program:Revit/2025 second');
    expect(history('EC000001')).toEqual(['0.1 program:Revit/2025 first', '0.2 program:Revit/2025 second']);
  });
});

describe('a copy of a file that a person picked of two', () => {
  const other = 'EC000001/MC000001/other.rfa';
  /** The pump is put out, and the other one was replaced once. */
  const pickOther = async (): Promise<void> => {
    for (const path of [pump, other]) world.hold(path, `${path} one`);
    await world.open();
    await world.engine.picks.pick(world.libraryId(), other);
    await world.idle();
    await publishElsewhere('EC000001', 'from elsewhere');
    expect(world.states()).toEqual({ [pump]: 'unassigned', [other]: 'draft' });
  };

  it('goes back to its own path once it was deleted', async () => {
    await pickOther();
    world.disk.delete(other);
    world.watcher.hint('');
    await world.clock.advance(3_600_000);
    expect(await restore(other)).toBe(other);
    await world.clock.advance(60_000);
    expect(drawings()).toEqual({ [pump]: `${pump} one`, [other]: `${other} one` });
    expect(history('EC000001').at(-1)).toBe(`0.3 ${other} one`);
  });

  it('goes to where it was renamed to', async () => {
    await pickOther();
    await rename(other, 'EC000001/MC000001/better.rfa');
    expect(await restore(other)).toBe('EC000001/MC000001/better.rfa');
  });
});

it('a copy is beside what somebody else saved where its file lost its class and was deleted', async () => {
  world.hold('a.rfa', 'pump one');
  await world.open();
  await assign('a.rfa', 'EC000001');
  await publishElsewhere('EC000001', 'pump two');
  // Sooner it would be taken for what another computer wrote over, and be written once more.
  await world.clock.advance(600_000);
  world.disk.write('.cadlibrary.json', JSON.stringify({ version: 1, files: {} }));
  world.watcher.hint('');
  await world.clock.advance(60_000);
  world.disk.delete('a.rfa');
  world.watcher.hint('');
  await world.clock.advance(3_600_000);
  world.save('a.rfa', 'of somebody');
  await world.clock.advance(60_000);
  expect(await restore('a.rfa')).toBe('a (2).rfa');
  expect(world.disk.text('a.rfa')).toBe('of somebody');
});

describe('a copy of a file that had its class from a person', () => {
  const valves = 'EC000002/MC000001/a.rfa';

  /** A pump that stood in the folder at first, was replaced twice, and is gone from everywhere. */
  const removePump = async (first: string): Promise<void> => {
    world.hold(first, 'pump one');
    await world.open();
    await assign(first, 'EC000001');
    for (const text of ['pump two', 'pump three']) await publishElsewhere('EC000001', text);
    await rename(first, 'b.rfa');
    world.disk.delete('b.rfa');
    world.watcher.hint('');
    await world.clock.advance(3_600_000);
  };

  it('is of that class in a folder that is named for another one', async () => {
    await removePump(valves);
    const sent = history('EC000002');
    expect(await restore(valves)).toBe(valves);
    await world.clock.advance(60_000);
    expect(history('EC000001')).toEqual([
      '0.1 pump one',
      '0.2 pump two',
      '0.3 pump three',
      `0.4 ${world.disk.text(valves)}`,
    ]);
    expect(history('EC000002')).toEqual(sent);
  });

  it('is of that class in a folder that names none', async () => {
    await removePump('a.rfa');
    expect(await restore('a.rfa')).toBe('a.rfa');
    await world.clock.advance(60_000);
    expect(world.states()).toEqual({ 'a.rfa': 'draft' });
    expect(history('EC000001').at(-1)).toBe(`0.4 ${world.disk.text('a.rfa')}`);
  });

  it('is of no class beside a file that has its path, until a person says so', async () => {
    await removePump(valves);
    world.save('v.rfa', 'valve one');
    await world.clock.advance(60_000);
    await assign('v.rfa', 'EC000003');
    await rename('v.rfa', valves);
    await assign(valves, 'EC000003');
    const sent = history('EC000002');
    const beside = await restore(valves);
    await world.clock.advance(60_000);
    expect(world.states()).toMatchObject({ [valves]: 'draft', [beside]: 'unassigned' });
    expect(history('EC000002')).toEqual(sent);
    await assign(beside, 'EC000001');
    await world.clock.advance(60_000);
    expect(history('EC000001').at(-1)).toBe(`0.4 ${world.disk.text(beside)}`);
  });
});

describe('a copy of a file beside whose path stands something that was not read yet, or is of nothing', () => {
  /** A pump that had its class from a person stood there, and is gone from everywhere. */
  const leavePath = async (path: string, code: string): Promise<void> => {
    world.hold(path, 'pump one');
    await world.open();
    await assign(path, code);
    await publishElsewhere(code, 'pump two');
    await rename(path, 'b.rfa');
    world.disk.delete('b.rfa');
    world.watcher.hint('');
    await world.clock.advance(3_600_000);
  };

  it.each(['written', 'noticed', 'read'] as const)('leaves one of another product alone that was %s', async (how) => {
    const path = 'EC000001/MC000001/a.rfa';
    await leavePath(path, 'EC000002');
    world.disk.write(path, 'valve new');
    if (how !== 'written') world.watcher.hint(path);
    await world.clock.advance(how === 'read' ? 60_000 : 100);
    expect(await restore(path)).toBe('EC000001/MC000001/a (2).rfa');
    world.watcher.hint('');
    await world.clock.advance(120_000);
    expect(world.disk.text(path)).toBe('valve new');
    expect(history('EC000001')).toEqual(['0.1 pump one', '0.2 valve new']);
  });

  it.each(['written', 'read'] as const)(
    'leaves one of no class alone that was %s, and is of its own class',
    async (how) => {
      await leavePath('a.rfa', 'EC000001');
      world.disk.write('a.rfa', 'of somebody');
      if (how === 'read') {
        world.watcher.hint('a.rfa');
        await world.clock.advance(60_000);
      }
      expect(await restore('a.rfa')).toBe('a (2).rfa');
      world.watcher.hint('');
      await world.clock.advance(120_000);
      expect(drawings()).toEqual({ 'a.rfa': 'of somebody', 'a (2).rfa': 'pump one' });
      expect(history('EC000001')).toEqual(['0.1 pump one', '0.2 pump two', '0.3 pump one']);
    },
  );
});

describe('what a file was before it was given other classes, in a library that is paused since', () => {
  const reclassify = async (): Promise<void> => {
    world.hold('a.rfa', 'pump one');
    await world.open();
    await assign('a.rfa', 'EC000001');
    await publishElsewhere('EC000001', 'pump two');
    await world.engine.saveLibrarySettings(world.libraryId(), { isPaused: true });
    await world.engine.picks.assign(world.libraryId(), new Map([['a.rfa', classes('EC000002')]]));
  };
  const goOn = async (): Promise<void> => {
    await world.engine.saveLibrarySettings(world.libraryId(), { isPaused: false });
    await world.clock.advance(120_000);
  };

  it('goes beside it', async () => {
    await reclassify();
    expect(await restore('a.rfa')).toBe('a (2).rfa');
    await goOn();
    expect(history('EC000002')).toEqual(['0.1 pump two']);
  });

  it('is no version of it', async () => {
    await reclassify();
    const wanted = { key: keyOf('EC000001'), version: { major: 0, minor: 1 } };
    const restored = world.engine.earlierVersions.restoreVersion(world.libraryId(), 'a.rfa', wanted);
    await expect(restored).rejects.toMatchObject({ code: 'file-changed-meanwhile' });
    await goOn();
    expect(history('EC000002')).toEqual(['0.1 pump two']);
  });
});

describe('a copy whose file is renamed and being saved', () => {
  it('goes to where that stands by now', async () => {
    const better = 'EC000001/MC000001/better.rfa';
    world.hold(pump, 'first');
    await world.open();
    await publishElsewhere('EC000001', 'second');
    await rename(pump, better);
    world.save(better, 'just saved');
    await world.clock.advance(10);
    expect(await restore(pump)).toBe(better);
    expect(drawings()).toEqual({ [better]: 'first' });
    expect(world.states()).toEqual({ [better]: 'draft' });
  });
});

describe('a version that is put back and on its way', () => {
  /** Its first version is asked for, and does not come before `end`. */
  const fetchFirst = async (path: string): Promise<{ readonly end: () => Promise<void> }> => {
    const held = world.service.hold('getFile');
    const restored = world.engine.earlierVersions.restoreVersion(
      world.libraryId(),
      path,
      world.versionAt(path, { major: 0, minor: 1 }),
    );
    await held.arrived;
    const end = async (): Promise<void> => {
      held.letGo();
      await restored;
      await world.idle();
    };
    return { end };
  };

  it('goes to where its file was renamed to meanwhile', async () => {
    const better = 'EC000001/MC000001/better.rfa';
    world.hold(pump, 'first');
    await world.open();
    world.save(pump, 'second');
    await world.idle();
    const { end } = await fetchFirst(pump);
    await rename(pump, better);
    await end();
    expect(drawings()).toEqual({ [better]: 'first' });
    expect(history('EC000001')).toEqual(['0.1 first', '0.2 second', '0.3 first']);
  });

  it('leaves the file of another product alone that got its path meanwhile', async () => {
    world.hold('a.rfa', 'pump one');
    world.hold('b.rfa', 'valve');
    await world.open();
    await assign('a.rfa', 'EC000001');
    await assign('b.rfa', 'EC000002');
    world.save('a.rfa', 'pump two');
    await world.idle();
    const { end } = await fetchFirst('a.rfa');
    await rename('a.rfa', 'c.rfa');
    await rename('b.rfa', 'a.rfa');
    await end();
    expect(drawings()).toEqual({ 'a.rfa': 'valve', 'c.rfa': 'pump one' });
    expect(history('EC000002')).toEqual(['0.1 valve']);
  });

  it('is put into no library that was removed or set up anew meanwhile', async () => {
    const changes = [
      () => world.engine.savePrograms(world.libraryId(), [revit2025, { name: 'AutoCAD', version: '2025' }]),
      () => world.engine.removeLibrary(world.libraryId()),
    ];
    world.hold(pump, 'first');
    await world.open();
    world.save(pump, 'second');
    await world.idle();
    for (const change of changes) {
      const { end } = await fetchFirst(pump);
      await change();
      await expect(end()).rejects.toMatchObject({ code: 'unknown-item' });
      expect(world.disk.paths()).toEqual([pump]);
      expect(world.disk.text(pump)).toBe('second');
    }
    expect(world.disk.ownPaths()).toEqual(['.cadlibrary/library.json']);
  });

  it('makes no second file where only the case of the name was changed meanwhile', async () => {
    world = createWorld({ names: 'folding' });
    world.hold(pump, 'first');
    await world.open();
    world.save(pump, 'second');
    await world.idle();
    const { end } = await fetchFirst(pump);
    await rename(pump, 'EC000001/MC000001/Pump.rfa');
    await end();
    await world.clock.advance(120_000);
    expect(world.states()).toEqual({ 'EC000001/MC000001/Pump.rfa': 'draft' });
  });
});

describe('a version that was opened and saved into', () => {
  it('is put back as what it is by now, which is no version, once that is what is shown', async () => {
    world.hold(pump, 'first');
    await world.open();
    world.save(pump, 'second');
    await world.idle();
    const at = await world.engine.earlierVersions.fetchCopy(
      world.libraryId(),
      pump,
      world.versionAt(pump, { major: 0, minor: 1 }),
    );
    await world.clock.advance(100);
    world.disk.write(at, 'edited in the copy');
    await expect(restore(pump)).rejects.toMatchObject({ code: 'file-changed-meanwhile' });
    expect(await copies()).toMatchObject([{ reason: 'savedLate', version: undefined }]);
    await restore(pump);
    const restored = world.engine.activity.list(5).find(({ kind }) => kind === 'restored');
    expect(restored).toMatchObject({ title: 'pump.rfa' });
    expect(restored).not.toHaveProperty('version');
    expect(await copies()).toMatchObject([{ reason: 'restored', replacedBy: undefined }]);
    expect(history('EC000001').at(-1)).toBe('0.3 edited in the copy');
  });
});

describe('a version that the file has again, which a question is about', () => {
  it('is sent once a person puts it back', async () => {
    const paths = Array.from({ length: 6 }, (_, index) => `EC00000${index + 1}/MC000001/file.rfa`);
    const [first = ''] = paths;
    for (const path of paths) world.hold(path, `old ${path}`);
    await world.open();
    for (const state of ['new', 'old']) {
      for (const path of paths) world.save(path, `${state} ${path}`);
      await world.idle();
    }
    expect(world.states()[first]).toBe('needsYou');
    await world.engine.earlierVersions.restoreVersion(
      world.libraryId(),
      first,
      world.versionAt(first, { major: 0, minor: 1 }),
    );
    await world.idle();
    expect(history('EC000001')).toEqual([`0.1 old ${first}`, `0.2 new ${first}`, `0.3 old ${first}`]);
    expect(history('EC000002')).toHaveLength(2);
  });
});

it('what is put back in a paused library is not told to be in step with what it replaced', async () => {
  world.hold(pump, 'first');
  await world.open();
  world.save(pump, 'second');
  await world.idle();
  await world.engine.saveLibrarySettings(world.libraryId(), { isPaused: true });
  await world.clock.advance(1_000);
  await world.engine.earlierVersions.restoreVersion(
    world.libraryId(),
    pump,
    world.versionAt(pump, { major: 0, minor: 1 }),
  );
  await world.clock.advance(60_000);
  expect(world.disk.text(pump)).toBe('first');
  expect(world.engine.fileList.verdict(world.libraryId(), pump)?.kind).toBe('unread');
});

describe('what is said to come of a copy that is put back', () => {
  const putBackWith = async (settings: LibrarySettingsPatch) => {
    world.hold(pump, 'mine');
    await world.open();
    await publishElsewhere('EC000001', 'theirs');
    await world.engine.saveLibrarySettings(world.libraryId(), settings);
    const [copy] = await copies();
    return world.engine.earlierCopies.restore(copy?.backupId ?? '', copy?.bytesTag ?? '');
  };

  it.each([
    [{}, 'sent', 3],
    [{ upload: 'onPublish' }, 'onPublish', 2],
    [{ direction: 'downOnly' }, 'notSent', 2],
    [{ isPaused: true }, 'notSent', 2],
  ] as const)('is what comes of it in a library with %j: %s', async (settings, next, versions) => {
    expect(await putBackWith(settings)).toEqual({ path: pump, next });
    await world.clock.advance(600_000);
    expect([world.disk.text(pump), history('EC000001').length]).toEqual(['mine', versions]);
  });

  it('is that it is not sent while no service is connected', async () => {
    world.hold(pump, 'mine');
    await world.open();
    await publishElsewhere('EC000001', 'theirs');
    await world.connect(undefined);
    const [copy] = await copies();
    expect(await world.engine.earlierCopies.restore(copy?.backupId ?? '', copy?.bytesTag ?? '')).toEqual({
      path: pump,
      next: 'notSent',
    });
  });

  it.each(['automatic', 'onPublish'] as const)(
    'is that it is the same as the version that an unsent save was made from (%s)',
    async (upload) => {
      world.hold(pump, 'agreed');
      await world.open();
      await world.engine.saveLibrarySettings(world.libraryId(), { upload });
      world.save(pump, 'unsent');
      const restored = world.engine.earlierVersions.restoreVersion(
        world.libraryId(),
        pump,
        world.versionAt(pump, { major: 0, minor: 1 }),
      );
      expect(await restored).toEqual({ path: pump, next: 'inStep', version: '0.1' });
      await world.clock.advance(600_000);
      expect([world.disk.text(pump), history('EC000001')]).toEqual(['agreed', ['0.1 agreed']]);
    },
  );

  it('is not known where it is put beside a file that was given other classes since', async () => {
    const loose = 'loose/pump.rfa';
    world.hold(loose, 'mine');
    await world.open();
    await assign(loose, 'EC000005');
    await publishElsewhere('EC000005', 'theirs');
    await assign(loose, 'EC000006');
    const [copy] = await copies();
    const beside = 'loose/pump (2).rfa';
    expect(await world.engine.earlierCopies.restore(copy?.backupId ?? '', copy?.bytesTag ?? '')).toEqual({
      path: beside,
      next: 'unread',
    });
    await world.idle();
    expect(world.states()[beside]).toBe('unassigned');
  });

  it('is that it is not sent while both versions stand against each other', async () => {
    await putBackWith({});
    await world.idle();
    await world.engine.saveLibrarySettings(world.libraryId(), { isPaused: true });
    world.save(pump, 'mine again');
    await world.engine.saveLibrarySettings(world.libraryId(), { isPaused: false });
    await publishElsewhere('EC000001', 'theirs again');
    expect(world.states()[pump]).toBe('conflict');
    const version = { major: 0, minor: 2 };
    expect(
      await world.engine.earlierVersions.restoreVersion(world.libraryId(), pump, world.versionAt(pump, version)),
    ).toEqual({
      path: pump,
      next: 'notSent',
    });
    await world.idle();
    expect(world.states()[pump]).toBe('conflict');
  });
});

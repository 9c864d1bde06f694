import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changeLimits } from '../../../../electron/engine/judge/bounded-change.ts';
import type { Program } from '../../../../shared/model/program.ts';
import { createFakeClock } from '../../../fakes/engine/clock.ts';
import type { FakeService } from '../../../fakes/engine/service.ts';
import { linksIn } from '../../../fakes/engine/links-in.ts';
import { createWorld, keyOf, recordOf, revit2025, type World } from '../../../fakes/engine/world.ts';

const family = (code: string): string => `${code}/MC000001/family.rfa`;
const pump = family('EC000001');
const key = keyOf('EC000001');
const revit2026: Program = { name: 'Revit', version: '2026' };

let world: World;
beforeEach(() => {
  world = createWorld({ programs: [revit2025] });
});
afterEach(() => (world.isRunning() ? world.close() : undefined));

const runner = () => world.engine.runnerOf(world.libraryId());
const declare = async (...programs: readonly Program[]): Promise<void> => {
  await world.engine.savePrograms(world.libraryId(), programs);
  await world.idle();
};
const explain = async (path: string) =>
  (await world.engine.statusReader.explain([`/library/${path}`])).files[0]?.explanation;
const kindsTold = (): string[] => world.engine.activity.list(200).map(({ kind }) => kind);
const polls = async (): Promise<number> => {
  const before = world.service.callsOf('listMetadata');
  await world.clock.advance(60_000);
  return world.service.callsOf('listMetadata') - before;
};

describe('a library for Revit 2025', () => {
  beforeEach(async () => {
    for (const [code, year] of [
      ['EC000001', '2016'],
      ['EC000002', '2017'],
      ['EC000003', '2020'],
      ['EC000004', '2025'],
    ] as const)
      world.hold(family(code), `program:Revit/${year} of ${code}`);
    world.hold('EC000005/MC000001/model.ifc', 'neutral');
    world.hold('EC000006/MC000001/plan.dwg', 'program:AutoCAD/2018');
    world.hold('EC000007/MC000001/model.skp', 'program:SketchUp/2023');
    world.hold(family('EC000008'), 'program:Revit/2026');
    await world.open();
  });

  it('sends families of every year up to it and neutral files under one version, and asks about all others', async () => {
    const sent = ['EC000001', 'EC000002', 'EC000003', 'EC000004', 'EC000005'].map((code) => keyOf(code));
    expect(world.service.versions.keys().sort()).toEqual(sent);
    expect(await explain('EC000006/MC000001/plan.dwg')).toMatchObject({
      reason: { code: 'undeclaredProgram', found: 'AutoCAD 2018', declared: ['Revit 2025'] },
      actions: ['declare-program', 'link-program'],
    });
    expect(await explain('EC000007/MC000001/model.skp')).toMatchObject({
      reason: { code: 'undeclaredProgram', found: 'SketchUp 2023', declared: ['Revit 2025'] },
    });
    expect(await explain(family('EC000008'))).toMatchObject({
      reason: { code: 'newerProgram', found: 'Revit 2026', declared: 'Revit 2025' },
    });
    const [library] = world.engine.statusReader.overview().libraries;
    expect(library).toMatchObject({ programs: ['Revit 2025'], files: { draft: 5, otherProgram: 3 } });
    expect(library?.forPerson.map(({ state }) => state)).toEqual(['otherProgram', 'otherProgram', 'otherProgram']);
    expect(world.engine.fileList.counts()).toMatchObject({ needsYou: 3, unassigned: 0 });
    expect(await polls()).toBe(1);
  });

  it('sends them once their programs are declared, and touches nothing else', async () => {
    const before = world.service.callsOf('storeFile');
    await declare(revit2025, { name: 'AutoCAD', version: '2025' }, { name: 'SketchUp', version: '2023' });
    expect(world.service.versions.history(keyOf('EC000006', 'AutoCAD/2025'))).toHaveLength(1);
    expect(world.service.versions.history(keyOf('EC000007', 'SketchUp/2023'))).toHaveLength(1);
    expect(world.service.callsOf('storeFile') - before).toBe(2);
    expect(world.states()[family('EC000008')]).toBe('otherProgram');
    expect(kindsTold()).not.toContain('leftLine');
    expect(await polls()).toBe(3);
  });

  it('takes a person’s word for one file', async () => {
    const link = { applicationVersion: '2025' };
    await runner().relink(() => new Map([[family('EC000008'), link]]));
    await world.idle();
    expect(world.service.versions.history(keyOf('EC000008'))).toEqual(['0.1 program:Revit/2026']);
  });

  it('lets go of what the service has of a program that it declares no more, until it does again', async () => {
    const autoCad: Program = { name: 'AutoCAD', version: '2025' };
    await declare(revit2025, autoCad);
    await world.engine.saveLibrarySettings(world.libraryId(), { follow: 'releases' });
    world.service.versions.publishElsewhere(recordOf('EC000009', 'plan', 'AutoCAD/2025'), 'their plan');
    await polls();
    const notFetched = () => world.engine.fileList.notFetched(world.libraryId(), 9).map((left) => left.key);
    expect(notFetched()).toEqual([keyOf('EC000009', 'AutoCAD/2025')]);
    await declare(revit2025);
    expect(notFetched()).toEqual([]);
    await declare(revit2025, autoCad);
    expect(notFetched()).toEqual([keyOf('EC000009', 'AutoCAD/2025')]);
    await declare(revit2025);
    await declare(revit2025, autoCad);
    expect(notFetched()).toEqual([keyOf('EC000009', 'AutoCAD/2025')]);
  });

  it('fetches nothing of a program that it declares no more, also where a file of its own was in conflict', async () => {
    await declare(revit2025, { name: 'AutoCAD', version: '2025' });
    const mine = 'EC000009/MC000001/mine.dwg';
    world.save(mine, 'program:AutoCAD/2018 mine');
    world.service.versions.publishElsewhere(recordOf('EC000009', 'plan', 'AutoCAD/2025'), 'their plan');
    await world.idle();
    expect(world.states()).toMatchObject({ [mine]: 'conflict' });
    const before = world.disk.paths();
    await declare(revit2025);
    await polls();
    expect(world.states()).toMatchObject({ [mine]: 'otherProgram' });
    expect(world.disk.paths()).toEqual(before);
  });

  it('goes on with the programs it was given when the engine dies right after', async () => {
    await world.engine.savePrograms(world.libraryId(), [revit2025, { name: 'AutoCAD', version: '2025' }]);
    world.crash();
    await world.start();
    await world.idle();
    expect(world.service.versions.history(keyOf('EC000006', 'AutoCAD/2025'))).toHaveLength(1);
  });
});

describe('a family that is saved again in another format', () => {
  beforeEach(async () => {
    world.hold(pump, 'program:Revit/2025 first');
    await world.open();
  });

  it('stays in its line in an older one', async () => {
    world.save(pump, 'program:Revit/2024 second');
    await world.idle();
    expect(world.service.versions.history(key)).toEqual([
      '0.1 program:Revit/2025 first',
      '0.2 program:Revit/2024 second',
    ]);
    expect(kindsTold()).not.toContain('leftLine');
  });

  it('is not told as removed either where the service only may have it, and is fetched under its name once it is wanted', async () => {
    await world.close();
    const askedAlways = { ...changeLimits, askFromFiles: 1, mostFiles: 0 };
    world = createWorld({ programs: [revit2025], changeLimits: askedAlways });
    world.hold(pump, 'program:Revit/2025 first');
    world.service.fail('storeMetadata', 'lostAnswer');
    await world.start();
    await world.addLibrary();
    await world.clock.until(() => world.engine.gate.state === 'serviceDown', 'the answer was lost');
    world.save(pump, 'program:Revit/2026 second');
    await world.idle();
    expect(world.states()).toEqual({ [pump]: 'otherProgram' });
    expect(await explain(pump)).toMatchObject({ reason: { code: 'newerProgram' }, leftKey: key });
    expect(world.engine.changeQuestions(world.libraryId())).toEqual([]);
    world.disk.delete(pump);
    world.watcher.hint(pump);
    await world.idle();
    const [question] = world.engine.changeQuestions(world.libraryId());
    expect(question).toMatchObject({ kind: 'removal', count: 1, paths: [pump] });
    const { kind, lastChangeId } = question ?? { kind: 'removal', lastChangeId: 0 };
    world.engine.answerChanges(world.libraryId(), { kind, lastChangeId, answer: 'keep' });
    await world.idle();
    expect(world.disk.text(pump)).toBe('program:Revit/2025 first');
    expect(world.states()).toEqual({ [pump]: 'draft' });
  });

  it('is told as left once, and never as removed, where it is gone for a moment or moved', async () => {
    world.save(pump, 'program:Revit/2026 second');
    await world.idle();
    world.disk.delete(pump);
    world.watcher.hint(pump);
    await world.clock.advance(500);
    world.save(pump, 'program:Revit/2026 third');
    await world.idle();
    expect(await explain(pump)).toMatchObject({ reason: { code: 'newerProgram' }, leftKey: key });
    const moved = 'EC000001/MC000001/renamed.rfa';
    world.disk.rename(pump, moved);
    world.watcher.hint(pump);
    world.watcher.hint(moved);
    await world.idle();
    expect(world.states()).toEqual({ [moved]: 'otherProgram' });
    expect(await explain(moved)).toMatchObject({ reason: { code: 'newerProgram' }, leftKey: key });
    expect(kindsTold().filter((kind) => kind === 'leftLine')).toHaveLength(1);
    expect(kindsTold()).not.toContain('removedHere');
  });

  it('hides no removal of another file that came to be of the key it left', async () => {
    const second = 'EC000001/MC000001/second.rfa';
    world.save(pump, 'program:Revit/2026 second');
    await world.idle();
    world.save(second, 'program:Revit/2025 first');
    await world.idle();
    expect(world.states()).toEqual({ [pump]: 'otherProgram', [second]: 'draft' });
    world.disk.delete(second);
    world.watcher.hint(second);
    await world.idle();
    expect(world.states()).toEqual({ [pump]: 'otherProgram', [second]: 'removedHere' });
    expect(kindsTold()).toContain('removedHere');
  });

  it('is missed under the key that it left as soon as it is gone', async () => {
    world.save(pump, 'program:Revit/2026 second');
    await world.idle();
    world.disk.delete(pump);
    world.watcher.hint(pump);
    await world.idle();
    expect(kindsTold()).toContain('removedHere');
    expect(world.states()).toEqual({ [pump]: 'removedHere' });
    expect(await explain(pump)).toMatchObject({ reason: { code: 'removedHere', version: '0.1', isUnsent: true } });
    expect((await explain(pump))?.leftKey).toBeUndefined();
  });

  it('waits in a newer one, is not told as removed, and goes on in its line when it is saved back', async () => {
    world.save(pump, 'program:Revit/2026 second');
    await world.idle();
    expect(world.states()).toEqual({ [pump]: 'otherProgram' });
    expect(await explain(pump)).toMatchObject({ reason: { code: 'newerProgram' }, leftKey: key });
    expect(kindsTold()).toContain('leftLine');
    world.save(pump, 'program:Revit/2025 third');
    await world.idle();
    expect(world.service.versions.history(key)).toEqual([
      '0.1 program:Revit/2025 first',
      '0.2 program:Revit/2025 third',
    ]);
    expect((await explain(pump))?.leftKey).toBeUndefined();
    expect(kindsTold()).not.toContain('removedHere');
  });

  it('leaves its place to no file beside it of which nobody said that it comes after', async () => {
    world.save(family('EC000001').replace('family', 'another'), 'program:Revit/2025 another');
    await world.idle();
    world.save(pump, 'program:Revit/2026 second');
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 program:Revit/2025 first']);
    expect(world.states()[family('EC000001').replace('family', 'another')]).toBe('conflict');
  });
});

describe('a library of which the version is raised', () => {
  const codes = Array.from({ length: 70 }, (_, index) => `EC${String(index + 1).padStart(6, '0')}`);

  beforeEach(async () => {
    for (const code of codes) world.hold(family(code), `bytes of ${code}`);
    await world.open();
    world.service.versions.publishElsewhere(recordOf('EC000900', 'not fetched'), 'an older colleague’s');
    await declare(revit2026);
  });

  it('has all its files in the new version, without being asked about removals', () => {
    expect(world.engine.changeQuestions(world.libraryId())).toEqual([]);
    expect(world.service.versions.history(keyOf('EC000070', 'Revit/2026'))).toEqual(['0.1 bytes of EC000070']);
    expect(world.service.versions.history(keyOf('EC000070'))).toEqual(['0.1 bytes of EC000070']);
    expect(new Set(Object.values(world.states()))).toEqual(new Set(['draft']));
  });

  it('says of each that its earlier versions stay under the old key', async () => {
    expect(world.engine.activity.list(5_000).filter(({ kind }) => kind === 'removedHere')).toEqual([]);
    const told = world.engine.activity.list(5_000).filter(({ kind }) => kind === 'leftLine');
    expect(told.reduce((sum, { count = 1 }) => sum + count, 0)).toBe(codes.length);
    expect(await explain(pump)).toMatchObject({ reason: { code: 'draft' }, leftKey: key });
  });

  it('counts a file that is deleted later as removed once, also after a restart', async () => {
    world.disk.delete(pump);
    world.watcher.hint(pump);
    await world.clock.advance(60_000);
    await world.idle();
    await world.close();
    await world.start();
    await world.idle();
    const told = world.engine.activity.list(5_000).filter(({ kind }) => kind === 'removedHere');
    expect(told.map((entry) => entry.key)).toEqual([keyOf('EC000001', 'Revit/2026')]);
  });

  it('asks the service of the new version alone, and fetches nothing more of the old one', async () => {
    expect(await polls()).toBe(1);
    await world.clock.advance(2 * 3_600_000);
    expect(world.disk.paths().filter((path) => path.endsWith('.rfa'))).toHaveLength(codes.length);
  });
});

describe('what would not be sent any more', () => {
  it('is named before a program is declared no more', async () => {
    world.service.setAway(true);
    world.hold(pump, 'one');
    world.hold('EC000002/MC000001/plan.dwg', 'two');
    await world.start();
    await world.addLibrary('/library', { programs: [revit2025, { name: 'AutoCAD', version: '2025' }] });
    await world.clock.advance(60_000);
    world.publish([keyOf('EC000002', 'AutoCAD/2025')], 'issue');
    const { files, releases } = world.engine.atStakeInPrograms(world.libraryId(), [revit2025]);
    expect(files).toEqual(['EC000002/MC000001/plan.dwg']);
    expect(releases.map((release) => release.key)).toEqual([keyOf('EC000002', 'AutoCAD/2025')]);
    expect(world.engine.atStakeInPrograms(world.libraryId(), [revit2026]).files).toEqual([
      'EC000002/MC000001/plan.dwg',
    ]);
    world.service.setAway(false);
  });
});

describe('a download of a newer version than is declared, as a colleague said it is of this one', () => {
  it('keeps its key by a link, also when it takes the place of a file', async () => {
    world.hold(pump, 'mine');
    await world.open();
    world.service.versions.publishElsewhere(recordOf('EC000001', 'family'), 'program:Revit/2026 theirs');
    world.service.versions.publishElsewhere(recordOf('EC000002', 'other'), 'program:Revit/2026 new');
    world.service.versions.publishElsewhere(recordOf('EC000003', 'plain'), 'program:Revit/2024 new');
    runner().pollSoon();
    await world.idle();
    expect(world.disk.text(pump)).toBe('program:Revit/2026 theirs');
    const links = linksIn(world.disk);
    expect([...links.keys()].sort()).toEqual([pump, 'EC000002_v1/MC000001_v1/other.rfa']);
    await world.engine.savePrograms(world.libraryId(), [{ name: 'Revit', version: '2025' }]);
    world.hold(pump, 'program:Revit/2026 theirs, edited');
    world.watcher.hint(pump);
    await world.idle();
    expect(new Set(Object.values(world.states()))).toEqual(new Set(['draft']));
    expect(world.service.versions.keys().sort()).toEqual(
      ['EC000001', 'EC000002', 'EC000003'].map((code) => keyOf(code)),
    );
  });
});

describe('two computers with libraries for Revit 2025', () => {
  it('have one line of a family that one of them saves in an older format', async () => {
    const clock = createFakeClock();
    const services = new Map<string, FakeService>();
    const [ann, ben] = [0, 1].map(() => createWorld({ clock, services, programs: [revit2025] }));
    if (!ann || !ben) throw new Error('There are two computers.');
    ann.hold(pump, 'program:Revit/2025 first');
    await ann.open();
    await ben.open();
    const fetched = 'EC000001_v1/MC000001_v1/family.rfa';
    expect(ben.disk.text(fetched)).toBe('program:Revit/2025 first');
    ann.save(pump, 'program:Revit/2024 second');
    await ann.idle();
    await clock.advance(120_000);
    await ben.idle();
    expect(ben.disk.text(fetched)).toBe('program:Revit/2024 second');
    expect(ben.states()).toEqual({ [fetched]: 'draft' });
    // It goes on from there on the other computer as well.
    ben.save(fetched, 'program:Revit/2025 third');
    await ben.idle();
    await clock.advance(120_000);
    await ann.idle();
    expect(ann.disk.text(pump)).toBe('program:Revit/2025 third');
    expect(ann.service.versions.keys()).toEqual([key]);
    expect(ann.service.versions.history(key)).toHaveLength(3);
    await Promise.all([ann.close(), ben.close()]);
  });
});

describe('a program in two versions', () => {
  const twice = [revit2025, revit2026];
  const refused = { code: 'invalid-request', detail: expect.stringContaining('Revit is named twice') as string };

  it('is refused of a new library, and of one that there is: the state could not be read with it', async () => {
    await world.start();
    const draft = { root: '/library', programs: twice, contentType: 'Template' };
    await expect(world.engine.addLibrary(draft)).rejects.toMatchObject(refused);
    await world.addLibrary();
    await expect(world.engine.savePrograms(world.libraryId(), twice)).rejects.toMatchObject(refused);
    expect(world.engine.knownLibraries().map(({ library }) => library.programs)).toEqual([[revit2025]]);
  });
});

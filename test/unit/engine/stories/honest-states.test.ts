import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeError } from '../../../../shared/errors/app-error.ts';
import { libraryRecordOf } from '../../../../electron/engine/application/library-record.ts';
import type { EngineEvent } from '../../../../shared/rpc/engine-event.ts';
import { exitCodeOfOverview } from '../../../../electron/entry/commands/describe-overview.ts';
import { standingOf, standingOfState } from '../../../../shared/rpc/standings.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';

let world: World;
let events: EngineEvent[];
beforeEach(async () => {
  world = createWorld();
  world.hold(pump, 'bytes');
  await world.open();
  world.publish([keyOf('EC000001')], 'first issue');
  await world.idle();
  expect(world.states()).toEqual({ [pump]: 'upToDate' });
  events = [];
  world.engine.events.listen((event) => events.push(event));
});
afterEach(() => world.close());

const none = { count: 0, forPerson: 0 };
const toldThatFilesChanged = (): boolean => events.some(({ kind }) => kind === 'files');

describe('a released file is not called up to date', () => {
  it('while the service is away, and again once it answers', async () => {
    world.service.setAway(true);
    await world.clock.advance(70_000);
    expect(world.states()).toEqual({ [pump]: 'unconfirmed' });
    expect(toldThatFilesChanged()).toBe(true);
    world.service.setAway(false);
    await world.clock.advance(120_000);
    expect(world.states()).toEqual({ [pump]: 'upToDate' });
  });

  it('while its drive is away', async () => {
    world.disk.setMounted(false);
    world.watcher.hint('');
    await world.clock.advance(1_000);
    expect(world.states()).toEqual({ [pump]: 'unconfirmed' });
    expect(toldThatFilesChanged()).toBe(true);
  });

  it('while the service answers, but not what it is asked', async () => {
    world.service.fail('listMetadata', 'internalError', 99);
    await world.clock.advance(600_000);
    expect(world.engine.gate.state).toBe('online');
    expect(world.states()).toEqual({ [pump]: 'unconfirmed' });
    expect(toldThatFilesChanged()).toBe(true);
  });

  it('while the service takes what it is asked and answers nothing, and again once it answers', async () => {
    const question = world.service.hold('listMetadata');
    await world.clock.advance(65_000);
    await question.arrived;
    expect(world.states()).toEqual({ [pump]: 'upToDate' });
    events.length = 0;
    await world.clock.advance(180_000);
    expect(world.states()).toEqual({ [pump]: 'unconfirmed' });
    expect(toldThatFilesChanged()).toBe(true);
    question.letGo();
    await world.idle();
    expect(world.states()).toEqual({ [pump]: 'upToDate' });
  });

  it('after a start before folder and service were compared', async () => {
    await world.close();
    world.service.setAway(true);
    await world.start();
    expect(world.states()).toEqual({ [pump]: 'unconfirmed' });
  });

  it('by a service that is connected now and never had it', async () => {
    await world.connect('second');
    expect(world.states()).toEqual({ [pump]: 'waiting' });
  });
});

it('when the service last answered is known after a restart', async () => {
  const answeredMs = world.engine.runners()[0]?.context.trees()?.answeredMs();
  await world.close();
  world.service.setAway(true);
  await world.clock.advance(86_400_000);
  await world.start();
  const { files } = await world.engine.statusReader.explain([`/library/${pump}`]);
  expect(files[0]?.explanation.reason).toMatchObject({ code: 'notConfirmed', confirmedAtMs: answeredMs });
});

describe('a folder', () => {
  it('is explained by what is in it and not in step', async () => {
    world.save('EC000002/MC000001/valve.rfa', '');
    await world.clock.advance(5_000);
    const { files, folders } = await world.engine.statusReader.explain(['/library/EC000002', '/library']);
    expect(files).toEqual([]);
    const empty = { path: '/library/EC000002/MC000001/valve.rfa', explanation: { reason: { code: 'emptyFile' } } };
    const found = { notInStep: 1, files: [empty], leftOut: 0, toCome: none };
    expect(folders).toMatchObject([
      { path: '/library/EC000002', standings: { needsYou: 1 }, inStep: 0, ...found },
      { path: '/library', standings: { needsYou: 1, inStep: 1 }, inStep: 1, ...found },
    ]);
  });

  it('tells what is to be fetched and never was there', async () => {
    world.service.fail('getFile', 'internalError', 4);
    for (const code of ['EC000003', 'EC000004'])
      world.service.versions.publishElsewhere(recordOf(code), `theirs ${code}`);
    world.engine.runnerOf(world.libraryId()).pollSoon();
    await world.clock.advance(2_000);
    const folders = async () => (await world.engine.statusReader.explain(['/library'])).folders;
    expect(await folders()).toMatchObject([{ inStep: 1, notInStep: 0, toCome: { count: 2, forPerson: 0 } }]);
    await world.idle();
    expect(await folders()).toMatchObject([{ inStep: 3, notInStep: 0, toCome: none }]);
  });

  it('has nothing in step while nobody can confirm it', async () => {
    world.service.setAway(true);
    await world.clock.advance(70_000);
    const { folders } = await world.engine.statusReader.explain(['/library']);
    const doubted = { standings: { unconfirmed: 1 }, inStep: 0, notInStep: 1, leftOut: 0, toCome: none };
    const files = [{ explanation: { reason: { code: 'notConfirmed' } } }];
    expect(folders).toMatchObject([{ path: '/library', ...doubted, files, unconfirmed: 'offline' }]);
  });
});

it('a file is found however the letters of its path are written, where the system ignores that', async () => {
  await world.close();
  world = createWorld({ names: 'folding' });
  world.hold(pump, 'bytes');
  await world.open();
  const { files } = await world.engine.statusReader.explain([`\\LIBRARY\\${pump.toUpperCase().replaceAll('/', '\\')}`]);
  expect(files[0]).toMatchObject({ path: `/library/${pump}`, explanation: { reason: { code: 'draft' } } });
});

it('a file is told with its key and version, and whether libraries for the same programs get it', async () => {
  const explain = async () => (await world.engine.statusReader.explain([`/library/${pump}`])).files[0];
  expect(await explain()).toMatchObject({ key: keyOf('EC000001'), version: '1.0', notOfPrograms: undefined });
  const link = { etimClassCode: 'EC000001', etimModelCode: 'MC000001', applicationVersion: '2021' };
  await world.engine.runnerOf(world.libraryId()).relink(() => new Map([[pump, link]]));
  await world.idle();
  expect((await explain())?.notOfPrograms).toEqual(['Revit 2025', 'AutoCAD 2025']);
});

it('a links file that the drive refuses for a while is not called damaged, and the library goes on by itself', async () => {
  world.disk.write('.cadlibrary.json', '{"version":1,"files":{}}');
  world.disk.fail('readText', '.cadlibrary.json', 'file-unreadable', 3);
  world.engine.runnerOf(world.libraryId()).scanSoon();
  await world.clock.advance(1_000);
  const { problem } = world.engine.runnerOf(world.libraryId());
  expect(problem).toMatchObject({ code: 'file-unreadable', detail: '.cadlibrary.json' });
  await world.clock.advance(60_000);
  expect(world.engine.runnerOf(world.libraryId()).problem).toBeUndefined();
});

it('a damaged links file pauses the library, is left as it is and is named with what can be done', async () => {
  world.disk.write('.cadlibrary.json', '{"version":1,"files":{');
  world.engine.runnerOf(world.libraryId()).scanSoon();
  await world.clock.advance(1_000);
  const { problem } = world.engine.runnerOf(world.libraryId());
  expect(problem?.code).toBe('links-unreadable');
  expect(describeError({ code: 'links-unreadable' })).toContain('Deleting it loses what was chosen by hand');
  expect(world.disk.text('.cadlibrary.json')).toBe('{"version":1,"files":{');
  world.disk.delete('.cadlibrary.json');
  await world.clock.advance(15_000);
  expect(world.states()).toEqual({ [pump]: 'upToDate' });
});

it('a links file in the form of a newer app is not called damaged: nobody is told to delete it', async () => {
  world.disk.write('.cadlibrary.json', '{"version":2,"files":{}}');
  world.engine.runnerOf(world.libraryId()).scanSoon();
  await world.clock.advance(1_000);
  expect(world.engine.runnerOf(world.libraryId()).problem?.code).toBe('links-newer');
  const words = describeError({ code: 'links-newer' });
  expect([words.includes('elet'), words.includes('up to date')]).toEqual([false, true]);
});

describe('a file that cannot be read', () => {
  it('needs a person, whoever is asked: the list, the whole library or the file itself', async () => {
    world.disk.fail('hash', pump, 'file-unreadable', 99);
    world.save(pump, 'changed');
    await world.clock.advance(60_000);
    expect(world.states()).toEqual({ [pump]: 'needsYou' });
    const { files } = await world.engine.statusReader.explain([`/library/${pump}`]);
    const [reason] = files.map(({ explanation }) => explanation.reason.code);
    expect(reason).toBe('unreadable');
    expect(standingOf.unreadable).toBe(standingOfState.needsYou);
    expect(exitCodeOfOverview(world.engine.statusReader.overview())).toBe(2);
  });
});

describe('a library in which files only lack their class', () => {
  const state = () => libraryRecordOf(world.engine, world.engine.runnerOf(world.libraryId())).state;

  it('says that, as the counts do, and that it needs somebody once there is more to do', async () => {
    world.save('loose.rfa', 'of no class');
    await world.idle();
    expect(world.engine.fileList.counts()).toMatchObject({ needsYou: 0, unassigned: 1 });
    expect(state()).toBe('unassigned');
    world.save('EC000001/MC000001/rival.rfa', 'of the same class');
    await world.idle();
    expect(world.engine.fileList.counts()).toMatchObject({ needsYou: 2, unassigned: 1 });
    expect(state()).toBe('needsYou');
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changeLimits } from '../../../../electron/engine/judge/bounded-change.ts';
import { createWorld, keyOf, recordOf, revit2025, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001_v1/MC000001_v1/pump.rfa';

describe('a turn in which both sides are looked at', () => {
  let world: World;
  beforeEach(() => {
    world = createWorld({ programs: [revit2025] });
  });
  afterEach(() => world.close());

  it('asks the service while it looks through the folder', async () => {
    world.hold(pump, 'mine');
    const question = world.service.hold('listMetadata');
    let wasAsked = false;
    void question.arrived.then(() => (wasAsked = true));
    const askedBy: boolean[] = [];
    world.disk.after('list', 'EC000001_v1/MC000001_v1', async () => {
      for (let turns = 0; turns < 100; turns += 1) await Promise.resolve();
      askedBy.push(wasAsked);
      question.letGo();
    });
    await world.open();
    expect(askedBy).toEqual([true]);
    expect(world.states()).toEqual({ [pump]: 'draft' });
  });

  it('looks once more where something changed in a folder that it had seen already', async () => {
    world.hold(pump, 'mine');
    await world.open();
    const valve = 'EC000002_v1/MC000001_v1/valve.rfa';
    world.disk.after('list', 'EC000001_v1/MC000001_v1', async () => {
      world.disk.write(valve, 'came while it looked');
      world.watcher.hint('');
    });
    world.watcher.hint('');
    await world.clock.advance(30_000);
    await world.idle();
    expect(world.states()).toEqual({ [pump]: 'draft', [valve]: 'draft' });
  });

  it('is no scan because of files that are nothing to it, nor of a folder in which a file was saved', async () => {
    world.hold(pump, 'mine');
    world.disk.write('protocol.txt', 'line');
    await world.open();
    const scannedMs = world.engine.runnerOf(world.libraryId()).lastScanMs;
    for (let second = 0; second < 60; second += 1) {
      world.disk.write('protocol.txt', `line ${second}`);
      world.watcher.hint('protocol.txt');
      world.watcher.hint('EC000001_v1/MC000001_v1');
      await world.clock.advance(1_000);
    }
    world.disk.delete('protocol.txt');
    world.watcher.hint('protocol.txt');
    await world.clock.advance(10_000);
    expect(world.engine.runnerOf(world.libraryId()).lastScanMs).toBe(scannedMs);
  });

  it('is a scan where a folder came or went', async () => {
    world.hold(pump, 'mine');
    await world.open();
    world.hold('EC000002_v1/MC000001_v1/valve.rfa', 'came with its folder');
    world.watcher.hint('EC000002_v1');
    await world.clock.advance(10_000);
    expect(Object.keys(world.states())).toHaveLength(2);
    world.disk.delete(pump);
    const disk = world.disk.port.library();
    for (const folder of ['EC000001_v1/MC000001_v1', 'EC000001_v1']) await disk.removeEmptyFolder(folder);
    world.watcher.hint('EC000001_v1');
    await world.clock.advance(60_000);
    expect(world.states()[pump]).toBe('removedHere');
  });

  it('tells that the folder cannot be looked through while the service still owes an answer', async () => {
    await world.open();
    await world.close();
    const question = world.service.hold('listMetadata');
    world.disk.fail('list', '', 'folder-unreadable');
    await world.start();
    await question.arrived;
    await world.clock.advance(10);
    expect(world.engine.runnerOf(world.libraryId()).facts().paused?.error?.code).toBe('folder-unreadable');
    question.letGo();
    await world.clock.advance(15_000);
    expect(world.engine.runnerOf(world.libraryId()).facts().paused).toBeUndefined();
  });

  it('writes one marker, also where the folder cannot be looked through before that is done', async () => {
    const written = Promise.withResolvers<void>();
    world.disk.on('writeText', '.cadlibrary/library.json', () => written.promise);
    world.disk.fail('list', '', 'folder-unreadable', 2);
    world.hold(pump, 'mine');
    await world.start();
    const added = world.addLibrary();
    await world.clock.advance(30_000);
    written.resolve();
    await added;
    await world.clock.advance(30_000);
    await world.idle();
    const markers = world.disk.operations.filter(
      ({ operation, path }) => operation === 'writeText' && path.includes('library.json'),
    );
    expect(markers).toHaveLength(1);
    expect(world.states()).toEqual({ [pump]: 'draft' });
  });

  it('remembers what the service told while the folder could not be looked through', async () => {
    world.hold(pump, 'mine');
    await world.open();
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    const questions = (): number => world.service.callsOf('listMetadata');
    const before = questions();
    await world.close();
    world.disk.fail('list', '', 'folder-unreadable');
    await world.start();
    await world.clock.advance(1_000);
    expect(world.engine.runnerOf(world.libraryId()).facts().paused?.error?.code).toBe('folder-unreadable');
    expect(questions()).toBe(before + 1);
    await world.clock.advance(15_000);
    expect(world.disk.text(pump)).toBe('theirs');
    expect(questions()).toBe(before + 1);
  });

  it('asks the service that was connected at once, though the one before still owes an answer', async () => {
    world.hold(pump, 'mine');
    await world.open();
    const late = world.service.hold('listMetadata');
    await world.clock.advance(61_000);
    await late.arrived;
    await world.connect('second');
    await world.clock.advance(1_000);
    expect(world.service.callsOf('listMetadata')).toBe(1);
    late.letGo();
    await world.idle();
    expect(world.states()).toEqual({ [pump]: 'draft' });
    expect(world.service.callsOf('storeFile')).toBe(1);
  });

  it('does not take the answer of the service before for one of that which is connected now', async () => {
    world.hold(pump, 'mine');
    await world.open();
    world.service.afterServing('listMetadata', () => world.connect('second'));
    await world.clock.advance(62_000);
    expect(world.connectedTo).toContain('second');
    expect(world.service.callsOf('listMetadata')).toBe(1);
  });

  it('notices and sends what is saved while the service still owes an answer', async () => {
    world.hold(pump, 'mine');
    await world.open();
    const late = world.service.hold('listMetadata');
    await world.clock.advance(61_000);
    await late.arrived;
    world.save(pump, 'second');
    await world.clock.advance(5_000);
    expect(world.service.versions.history(keyOf('EC000001'))).toEqual(['0.1 mine', '0.2 second']);
    expect(world.states()).toEqual({ [pump]: 'draft' });
    expect(world.service.callsOf('listMetadata')).toBe(2);
  });

  it('looks again for a folder that was away while the service still owes an answer, and keeps what it then says', async () => {
    world.hold(pump, 'mine');
    await world.open();
    await world.close();
    const late = world.service.hold('listMetadata');
    world.disk.fail('list', '', 'folder-unreadable');
    await world.start();
    await world.clock.advance(15_000);
    expect(world.engine.runnerOf(world.libraryId()).facts().paused).toBeUndefined();
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    late.letGo();
    await world.idle();
    expect(world.disk.text(pump)).toBe('theirs');
    expect(world.service.callsOf('listMetadata')).toBe(2);
  });

  it.each([1_000, 1])(
    'decides nothing on half an answer: two lists count together, %i keys at a time',
    async (keysTogether) => {
      await world.close();
      const programs = [revit2025, { name: 'AutoCAD', version: '2024' }];
      const askedSoon = { ...changeLimits, askFromFiles: 2, mostFiles: 1 };
      world = createWorld({ programs, changeLimits: askedSoon, keysTogether });
      const records = programs.map(({ name, version }) => recordOf('EC000001', 'pump', `${name}/${version}`));
      for (const record of records) world.service.versions.publishElsewhere(record, 'theirs');
      await world.open();
      const fetched = world.disk.paths().filter((path) => !path.startsWith('.'));
      expect(fetched).toHaveLength(2);
      const first = world.service.hold('listMetadata');
      await world.clock.advance(61_000);
      await first.arrived;
      const second = world.service.hold('listMetadata');
      for (const record of records) world.service.versions.publishElsewhere(record, 'newer');
      first.letGo();
      await second.arrived;
      world.save('EC000002/MC000001/other.rfa', 'program:Revit/2025 new');
      await world.clock.advance(15_000);
      expect(fetched.map((path) => world.disk.text(path))).toEqual(['theirs', 'theirs']);
      second.letGo();
      await world.idle();
      expect(world.engine.changeQuestions(world.libraryId())).toMatchObject([{ kind: 'overwrite', count: 2 }]);
    },
  );

  it('takes up at once what the service says while a turn looks for a file that is gone', async () => {
    world.hold(pump, 'mine');
    world.hold('EC000002_v1/MC000001_v1/gone.rfa', 'gone');
    await world.open();
    const question = world.service.hold('listMetadata');
    await world.clock.advance(65_000);
    await question.arrived;
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    let wasOpen = false;
    world.disk.on('list', '', async () => {
      question.letGo();
      for (let turns = 0; turns < 200; turns += 1) await Promise.resolve();
      wasOpen = true;
    });
    world.disk.delete('EC000002_v1/MC000001_v1/gone.rfa');
    world.watcher.hint('EC000002_v1/MC000001_v1/gone.rfa');
    await world.clock.advance(5_000);
    expect(wasOpen).toBe(true);
    expect(world.disk.text(pump)).toBe('theirs');
  });
});

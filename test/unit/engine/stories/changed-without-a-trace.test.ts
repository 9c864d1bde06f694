import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ActivityRecord } from '../../../../shared/rpc/activity-records.ts';
import { createFakeDisk } from '../../../fakes/engine/disk.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const valve = 'EC000002/MC000001/valve.rfa';
const key = keyOf('EC000001');
const hourMs = 3_600_000;
/** By then every file was due once, and the scan after that has come. */
const periodMs = 6 * hourMs;
const untilReadAgainMs = periodMs + 2 * hourMs;

let world: World;
beforeEach(() => {
  world = createWorld({ rereadPeriodMs: periodMs });
});
afterEach(() => world.close());

const told = (kind: ActivityRecord['kind']): ActivityRecord[] =>
  world.engine.activity.list(100).filter((entry) => entry.kind === kind);

const reads = (path: string): number =>
  world.disk.operations.filter(({ operation, path: read }) => operation === 'read' && read === path).length;

const explain = (path: string) => {
  const [runner] = world.engine.runners();
  return runner && world.engine.explainer.explain(runner.context.library, path)?.explanation;
};

const openWith = async (text: string): Promise<void> => {
  world.hold(pump, text);
  await world.open();
};

describe('a file whose bytes change while its size and date stay', () => {
  it('is found, sent as an edit, and told of once', async () => {
    await openWith('bytes, before');
    world.disk.changeWithoutTrace(pump, 'bytes, behind');
    await world.clock.advance(untilReadAgainMs);
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 bytes, before', '0.2 bytes, behind']);
    expect(told('foundChanged')).toMatchObject([{ title: 'pump.rfa', key, version: '0.1' }]);
    await world.clock.advance(untilReadAgainMs);
    expect(told('foundChanged')).toHaveLength(1);
    expect(world.states()).toEqual({ [pump]: 'draft' });
  });

  it('is told of where nothing but zeros is left', async () => {
    await openWith('bytes, before');
    world.disk.changeWithoutTrace(pump, '\0'.repeat('bytes, before'.length));
    await world.clock.advance(untilReadAgainMs);
    await world.idle();
    expect(told('foundChanged')).toMatchObject([{ title: 'pump.rfa', key, version: '0.1' }]);
    expect(world.states()).toEqual({ [pump]: 'draft' });
  });

  it('is in conflict where the service has something newer, and nothing is replaced', async () => {
    await openWith('bytes, before');
    world.disk.changeWithoutTrace(pump, 'bytes, behind');
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    await world.clock.advance(untilReadAgainMs);
    expect(world.disk.text(pump)).toBe('bytes, behind');
    expect(world.service.versions.history(key)).toEqual(['0.1 bytes, before', '0.2 theirs']);
    expect(world.states()).toEqual({ [pump]: 'conflict' });
    // A download that found the file to be another one is how it came to light here.
    expect(told('foundChanged')).toHaveLength(1);
  });

  it('is not told of where it was saved as usual', async () => {
    await openWith('bytes, before');
    world.save(pump, 'bytes, behind');
    await world.clock.advance(untilReadAgainMs);
    expect(told('foundChanged')).toEqual([]);
  });

  it('is found after any number of starts', async () => {
    await openWith('bytes, before');
    world.disk.changeWithoutTrace(pump, 'bytes, behind');
    for (let hours = 0; hours < 10; hours += 1) {
      await world.clock.advance(hourMs / 2);
      world.crash();
      await world.clock.advance(hourMs / 2);
      await world.start();
      await world.clock.advance(90_000);
    }
    expect(told('foundChanged')).toHaveLength(1);
    expect(world.states()).toEqual({ [pump]: 'draft' });
  });

  it('is found at its moment also when it was moved meanwhile', async () => {
    await openWith('bytes, before');
    world.disk.changeWithoutTrace(pump, 'bytes, behind');
    const moved = 'EC000001/MC000001/renamed.rfa';
    world.disk.rename(pump, moved);
    world.watcher.hint(pump);
    world.watcher.hint(moved);
    await world.clock.advance(untilReadAgainMs);
    expect(world.service.versions.history(key)).toEqual(['0.1 bytes, before', '0.2 bytes, behind']);
    expect(world.states()).toEqual({ [moved]: 'draft' });
  });
});

describe('reading files again', () => {
  it('reads each once within the period, and asks the service nothing for it', async () => {
    world.hold(valve, 'the valve');
    await openWith('the pump');
    const [before, calls] = [[reads(pump), reads(valve)], world.service.calls.length];
    await world.clock.advance(untilReadAgainMs - hourMs);
    const times = [reads(pump), reads(valve)].map((count, index) => count - (before[index] ?? 0));
    for (const count of times) expect([1, 2]).toContain(count);
    expect(new Set(world.service.calls.slice(calls).map(({ id }) => id))).toEqual(new Set(['listMetadata']));
  });

  it('wakes nobody up while nothing is due', async () => {
    await openWith('the pump');
    const before = world.clock.timersRun();
    await world.clock.advance(hourMs);
    expect(world.clock.timersRun() - before).toBeLessThan(300);
  });

  it('waits while a file is sent, and goes on when that is done', async () => {
    world.hold(valve, 'the valve');
    await openWith('the pump');
    const upload = world.service.hold('storeFile');
    world.save(valve, 'the valve, again');
    await world.clock.advance(10_000);
    await upload.arrived;
    const before = reads(pump);
    await world.clock.advance(untilReadAgainMs);
    expect(reads(pump)).toBe(before);
    upload.letGo();
    await world.clock.advance(2 * hourMs);
    expect(reads(pump)).toBeGreaterThan(before);
  });

  it('gives a file up in the middle when something is to be sent, and reads it later', async () => {
    await openWith('the pump, which is read in several pieces');
    world.disk.changeWithoutTrace(pump, 'the pump, which was read in several piece');
    const upload = world.service.hold('storeFile');
    let pieces = 0;
    world.disk.on(
      'readChunk',
      pump,
      async () => {
        pieces += 1;
        if (pieces > 1) return;
        world.hold(valve, 'the valve');
        world.engine.runnerOf(world.libraryId()).scanSoon();
        await new Promise((resolve) => setImmediate(resolve));
      },
      99,
    );
    await world.clock.until(() => pieces > 0, 'the pump is read', untilReadAgainMs);
    await upload.arrived;
    expect(pieces).toBe(1);
    upload.letGo();
    await world.clock.advance(2 * hourMs);
    expect(told('foundChanged')).toHaveLength(1);
  });

  it('leaves a drawing alone that is open in its program', async () => {
    world = createWorld({ rereadPeriodMs: periodMs });
    const drawing = 'EC000001/MC000001/pump.dwg';
    world.hold(drawing, 'program:AutoCAD/2025 the pump');
    await world.open();
    world.disk.write('EC000001/MC000001/pump.dwl', 'ann');
    const before = reads(drawing);
    await world.clock.advance(untilReadAgainMs);
    expect(reads(drawing)).toBe(before);
    world.disk.delete('EC000001/MC000001/pump.dwl');
    await world.clock.advance(2 * hourMs);
    expect(reads(drawing)).toBe(before + 1);
  });

  it('reads nothing in a folder that is not the library', async () => {
    await openWith('the pump');
    const other = createFakeDisk(world.clock);
    other.write(pump, 'the bomb', world.clock.now() - hourMs);
    world.mountInstead(other);
    await world.clock.advance(untilReadAgainMs);
    expect(other.operations.filter(({ operation }) => operation === 'read')).toEqual([]);
    expect(told('foundChanged')).toEqual([]);
  });

  it('believes nothing that was read while another folder came to lie there', async () => {
    await openWith('the pump');
    const other = createFakeDisk(world.clock);
    const modifiedMs = world.clock.now() - hourMs;
    other.write(pump, 'the bomb', modifiedMs);
    world.disk.on('read', pump, () => void world.mountInstead(other));
    await world.clock.advance(untilReadAgainMs);
    world.mountInstead(undefined);
    await world.clock.advance(2 * hourMs);
    expect(told('foundChanged')).toEqual([]);
    expect(world.service.versions.history(key)).toEqual(['0.1 the pump']);
  });

  it('ends when the app is closed, in the middle of a file', async () => {
    await openWith('the pump, which is read in several pieces');
    let pieces = 0;
    const closed = Promise.withResolvers<void>();
    world.disk.on(
      'readChunk',
      pump,
      () => {
        pieces += 1;
        if (pieces === 1) void world.close().then(closed.resolve);
      },
      99,
    );
    await world.clock.until(() => pieces > 0, 'the pump is read', untilReadAgainMs);
    await closed.promise;
    expect(pieces).toBe(1);
  });
});

describe('a file that cannot be read any more', () => {
  const breakDisk = async (times = 1_000): Promise<void> => {
    await openWith('bytes, before');
    world.disk.fail('read', pump, 'file-unreadable', times);
    await world.clock.until(() => told('foundUnreadable').length > 0, 'it is found', untilReadAgainMs);
  };

  it('is named, with the version of the service that has its bytes', async () => {
    await breakDisk();
    expect(told('foundUnreadable')).toMatchObject([{ title: 'pump.rfa', key, version: '0.1' }]);
    expect(world.states()).toEqual({ [pump]: 'needsYou' });
    expect(explain(pump)).toMatchObject({
      reason: { code: 'unreadable', version: '0.1', error: { code: 'file-unreadable' } },
      next: { code: 'readAgain' },
    });
    await world.clock.advance(3 * untilReadAgainMs);
    expect(told('foundUnreadable')).toHaveLength(1);
  });

  it('is replaced by nothing, also not by a newer version', async () => {
    await breakDisk();
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    await world.clock.advance(hourMs);
    expect(world.disk.text(pump)).toBe('bytes, before');
    expect(world.service.callsOf('getFile')).toBe(0);
    expect(world.queued()).toEqual([]);
    expect(world.states()).toEqual({ [pump]: 'needsYou' });
  });

  it('goes on once it can be read again', async () => {
    await breakDisk(1);
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    await world.clock.advance(untilReadAgainMs);
    expect(world.disk.text(pump)).toBe('theirs');
    expect(world.states()).toEqual({ [pump]: 'draft' });
  });

  it('goes on once its designer has saved it anew', async () => {
    await breakDisk(1);
    world.save(pump, 'drawn anew');
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 bytes, before', '0.2 drawn anew']);
    expect(world.states()).toEqual({ [pump]: 'draft' });
  });
});

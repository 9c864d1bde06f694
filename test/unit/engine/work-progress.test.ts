import { beforeEach, describe, expect, it } from 'vitest';
import { createWorkProgress } from '../../../electron/engine/work-progress.ts';
import { createFakeClock } from '../../fakes/engine/clock.ts';
import { createWorld } from '../../fakes/engine/world.ts';
import type { WorkProgress } from '../../../shared/rpc/work-progress.ts';

describe('how far the work is', () => {
  const clock = createFakeClock();
  let toRead: { files: number; bytes: number };
  let queued: { count: number; bytes: number };
  let additions: number;
  let progress: ReturnType<typeof createWorkProgress>;
  beforeEach(() => {
    toRead = { files: 0, bytes: 0 };
    queued = { count: 0, bytes: 0 };
    additions = 0;
    progress = createWorkProgress(clock, {
      toRead: () => toRead,
      transferCount: () => queued.count,
      transferBytes() {
        additions += 1;
        return queued.bytes;
      },
    });
  });

  function send(bytes: number): void {
    queued = { count: queued.count - 1, bytes: queued.bytes - bytes };
    progress.noteTransferred(bytes);
  }

  it('is not told while there is none', () => {
    expect(progress.now()).toBeUndefined();
  });

  it('is told of files that are read, with speed and time left as soon as something was done', async () => {
    toRead = { files: 1_000, bytes: 50_000 };
    expect(progress.now()).toEqual({
      doing: 'reading',
      files: { done: 0, total: 1_000 },
      bytes: { done: 0, total: 50_000 },
    });
    await clock.advance(500);
    toRead = { files: 800, bytes: 40_000 };
    expect(progress.now()).toEqual({
      doing: 'reading',
      files: { done: 200, total: 1_000 },
      bytes: { done: 10_000, total: 50_000 },
      bytesPerSecond: 20_000,
      leftMs: 2_000,
    });
  });

  it('is told of transfers by their bytes, and goes by what was done lately', async () => {
    queued = { count: 100, bytes: 100_000 };
    progress.now();
    for (let second = 0; second < 10; second += 1) {
      await clock.advance(1_000);
      send(1_000);
      progress.now();
    }
    expect(progress.now()).toMatchObject({
      doing: 'transferring',
      files: { done: 10, total: 100 },
      bytes: { done: 10_000, total: 100_000 },
      bytesPerSecond: 1_000,
      leftMs: 90_000,
    });
    for (let second = 0; second < 6; second += 1) {
      await clock.advance(1_000);
      for (let file = 0; file < 5; file += 1) send(1_000);
      progress.now();
    }
    expect(progress.now()).toMatchObject({ bytesPerSecond: 5_000, leftMs: 12_000 });
  });

  it('counts what is not read yet as still to be sent', () => {
    queued = { count: 10, bytes: 1_000 };
    toRead = { files: 5, bytes: 500 };
    expect(progress.now()).toMatchObject({ files: { done: 0, total: 15 }, bytes: { done: 0, total: 1_500 } });
  });

  it('goes on counting where reading and sending take turns', () => {
    toRead = { files: 100, bytes: 1_000 };
    expect(progress.now()).toMatchObject({ doing: 'reading', files: { done: 0, total: 100 } });
    toRead = { files: 80, bytes: 800 };
    queued = { count: 20, bytes: 200 };
    for (let file = 0; file < 20; file += 1) {
      expect(progress.now()).toMatchObject({ doing: 'transferring', files: { done: file, total: 100 } });
      send(10);
    }
    toRead = { files: 70, bytes: 700 };
    expect(progress.now()).toMatchObject({ doing: 'reading', files: { done: 30, total: 100 } });
    toRead = { files: 60, bytes: 600 };
    queued = { count: 20, bytes: 200 };
    expect(progress.now()).toMatchObject({ doing: 'transferring', files: { done: 20, total: 100 } });
  });

  it('adds the bytes of the queue up when it grows, and not for each look', () => {
    queued = { count: 100, bytes: 100_000 };
    for (let look = 0; look < 50; look += 1) {
      progress.now();
      send(1_000);
    }
    expect(additions).toBe(1);
    queued = { count: queued.count + 10, bytes: queued.bytes + 7_000 };
    expect(progress.now()).toMatchObject({ bytes: { done: 50_000, total: 107_000 } });
    expect(additions).toBe(2);
  });

  it('begins anew after everything was done', () => {
    queued = { count: 1, bytes: 10 };
    progress.now();
    send(10);
    expect(progress.now()).toBeUndefined();
    queued = { count: 2, bytes: 30 };
    expect(progress.now()).toMatchObject({ files: { done: 0, total: 2 }, bytes: { done: 0, total: 30 } });
  });
});

describe('a first sync', () => {
  it('tells within a second how far it is, until it is over', async () => {
    const world = createWorld();
    const told: (WorkProgress | undefined)[] = [];
    for (let file = 1; file <= 60; file += 1) {
      world.hold(`EC0000${String(file).padStart(2, '0')}/MC000001/pump.rfa`, 'bytes');
    }
    const { arrived, letGo } = world.service.hold('findCurrentMetadata');
    await world.start();
    world.engine.events.listen((event) => {
      if (event.kind === 'work') told.push(event.work);
    });
    await world.addLibrary();
    await Promise.all([arrived, world.clock.advance(1_000)]);
    expect(told[0]).toMatchObject({ files: { total: 60 }, bytes: { total: 300 } });
    letGo();
    await world.idle();
    await world.clock.advance(1_000);
    expect(told.at(-1)).toBeUndefined();
    await world.close();
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../../electron/engine/ports.ts';
import { createActivityLog, type ActivityLog } from '../../../../electron/engine/state/activity-log.ts';
import { migrate } from '../../../../electron/engine/state/schema.ts';
import { openSqlite } from '../../../../electron/platform/sqlite.ts';

const dayMs = 86_400_000;
const mondayMs = Date.UTC(2026, 4, 18);
const threeDays = [mondayMs, mondayMs + dayMs, mondayMs + 2 * dayMs];
const none = { saved: 0, published: 0, failed: 0 };

let nowMs: number;
let database: Database;
let log: ActivityLog;
beforeEach(() => {
  nowMs = mondayMs + 5 * dayMs;
  database = openSqlite(':memory:');
  migrate(database);
  log = createActivityLog(database, { now: () => nowMs });
});

describe('the history', () => {
  it('says of what happened in a library which one it was, as soon as it is noted and later', () => {
    const added = log.add('pumps', { kind: 'uploaded', title: 'pump.rfa', atMs: mondayMs });
    expect(added).toMatchObject({ title: 'pump.rfa', libraryId: 'pumps' });
    log.add(undefined, { kind: 'connected', title: 'Content service', atMs: mondayMs });
    expect(log.list(10).map(({ title, libraryId }) => [title, libraryId])).toEqual([
      ['Content service', undefined],
      ['pump.rfa', 'pumps'],
    ]);
  });
});

describe('the days of the history', () => {
  it('count what was saved, published and failed on each, and nothing that happened before them', () => {
    log.add('pumps', { kind: 'uploaded', title: 'old.rfa', atMs: mondayMs - 1 });
    log.add('pumps', { kind: 'uploaded', title: 'pump.rfa', atMs: mondayMs });
    log.add('pumps', { kind: 'uploaded', title: 'valve.rfa', atMs: mondayMs + dayMs - 1 });
    log.add('pumps', { kind: 'released', title: 'pump.rfa', atMs: mondayMs + dayMs });
    log.add('pumps', { kind: 'downloaded', title: 'fan.rfa', atMs: mondayMs + dayMs });
    log.add(undefined, { kind: 'failed', title: 'fan.rfa', atMs: mondayMs + 5 * dayMs, error: { code: 'disk-full' } });
    expect(log.counts(threeDays)).toEqual([
      { ...none, saved: 2 },
      { ...none, published: 1 },
      { ...none, failed: 1 },
    ]);
  });

  it('count every file of what is told together', () => {
    log.add('pumps', { kind: 'uploaded', title: 'Incoming', count: 240, atMs: mondayMs });
    expect(log.counts([mondayMs])).toEqual([{ ...none, saved: 240 }]);
  });

  it('say of what was noted while the clock was ahead neither that it happened today nor that all before is cleared', () => {
    for (let entry = 0; entry < 10_500; entry += 1) {
      const atMs = entry < 6_000 ? mondayMs + 400 * dayMs : mondayMs + dayMs + entry;
      log.add('pumps', { kind: 'uploaded', title: 'pump.rfa', atMs });
    }
    expect(log.counts(threeDays)).toEqual([undefined, undefined, none]);
    expect(log.counts([mondayMs + dayMs + 6_001])).toEqual([{ ...none, saved: 4_499 }]);
  });

  it('are empty where nothing happened, and unknown where the entries were cleared away', () => {
    expect(log.counts(threeDays)).toEqual([none, none, none]);
    for (let entry = 0; entry < 10_500; entry += 1) {
      log.add('pumps', { kind: 'uploaded', title: 'pump.rfa', atMs: mondayMs + (entry * 2 * dayMs) / 10_000 });
    }
    const [monday, tuesday, wednesday] = log.counts(threeDays);
    expect(monday).toBeUndefined();
    expect(tuesday).toEqual({ ...none, saved: 5_000 });
    expect(wednesday).toEqual({ ...none, saved: 500 });
  });
});

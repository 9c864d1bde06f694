import { beforeEach, expect, it } from 'vitest';
import type { Database } from '../../../../electron/engine/ports.ts';
import { countedDay, createCountedDays, dayMs } from '../../../../electron/engine/state/counted-days.ts';
import { migrate } from '../../../../electron/engine/state/schema.ts';
import { openSqlite } from '../../../../electron/platform/sqlite.ts';
import { createFakeClock, type FakeClock } from '../../../fakes/engine/clock.ts';

const hourMs = 3_600_000;
let database: Database;
let clock: FakeClock;
let days: ReturnType<typeof createCountedDays>;
beforeEach(() => {
  database = openSqlite(':memory:');
  migrate(database);
  clock = createFakeClock();
  days = createCountedDays(database);
});

/** The app runs, and counts every hour. */
async function run(hours: number): Promise<void> {
  for (let hour = 0; hour <= hours; hour += 1) {
    if (hour > 0) await clock.advance(hourMs);
    days.count(clock);
  }
}

/** The app ends, time passes, and it is begun anew. */
async function beginAnew(afterMs: number): Promise<void> {
  await clock.advance(afterMs);
  days = createCountedDays(database);
}

it('are those that pass while the app runs, one by one', async () => {
  const startMs = clock.now();
  await run(9 * 24);
  expect(countedDay(database)).toBe(10);
  expect(days.before(7, clock.now())).toBe(startMs + 2 * dayMs);
});

it('are one for each day on which the app runs for some hours', async () => {
  for (let day = 0; day < 10; day += 1) {
    await run(8);
    await beginAnew(16 * hourMs);
  }
  expect(countedDay(database)).toBe(10);
});

it('are one for each day on which the app runs for a minute', async () => {
  for (let day = 0; day < 10; day += 1) {
    days.count(clock);
    await beginAnew(dayMs);
  }
  expect(countedDay(database)).toBe(10);
});

it('take in the days that the computer slept', async () => {
  await run(2);
  await clock.sleep(5 * dayMs);
  days.count(clock);
  expect(countedDay(database)).toBe(6);
});

it('are no more by how often the clock is set for less than an hour, nor by a wrong one at every start', async () => {
  await run(2);
  for (const byMs of [400 * dayMs, -400 * dayMs, 800 * dayMs, -800 * dayMs, -900 * dayMs, 900 * dayMs]) {
    clock.set(byMs);
    days.count(clock);
    await clock.advance(hourMs / 2);
    days.count(clock);
  }
  for (let start = 0; start < 20; start += 1) {
    clock.set(-4_000 * dayMs);
    await beginAnew(60_000);
    days.count(clock);
    clock.set(4_000 * dayMs);
    await run(0);
  }
  expect(countedDay(database)).toBe(1);
});

it('are one more at most by a clock that stays wrong, and go on from there, also when it is right again', async () => {
  await run(2);
  for (const byMs of [400 * dayMs, -800 * dayMs, 400 * dayMs]) {
    const before = countedDay(database);
    clock.set(byMs);
    await run(2);
    expect(countedDay(database)).toBe(before + 1);
    await run(24);
    expect(countedDay(database)).toBe(before + 2);
  }
});

it('say of no date that it is long ago because the clock is ahead', async () => {
  await run(3 * 24);
  const nowMs = clock.now();
  clock.set(40 * dayMs);
  days.count(clock);
  expect(days.before(1, clock.now())).toBeLessThanOrEqual(nowMs - dayMs);
  expect(days.before(30, clock.now())).toBe(-Infinity);
});

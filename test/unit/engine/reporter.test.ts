import { describe, expect, it } from 'vitest';
import { createEventHub } from '../../../electron/engine/event-hub.ts';
import { createReporter } from '../../../electron/engine/reporter.ts';
import type { Clock } from '../../../electron/engine/ports.ts';

/** A clock that stands still but for what is done by it. */
function createWorkingClock() {
  let nowMs = 0;
  let due: { readonly atMs: number; readonly callback: () => void } | undefined;
  const clock = {
    now: () => nowMs,
    steadyMs: () => nowMs,
    after(delayMs: number, callback: () => void) {
      const timer = { atMs: nowMs + delayMs, callback };
      if (!due || timer.atMs < due.atMs) due = timer;
      return () => undefined;
    },
  } as Clock;
  return {
    clock,
    spend: (ms: number): void => void (nowMs += ms),
    advanceTo(untilMs: number): void {
      if (due && due.atMs <= untilMs) {
        nowMs = Math.max(nowMs, due.atMs);
        const { callback } = due;
        due = undefined;
        callback();
      }
      nowMs = Math.max(nowMs, untilMs);
    },
  };
}

describe('how everything stands', () => {
  it.each([
    { costMs: 0, most: 601, least: 550 },
    { costMs: 300, most: 20, least: 16 },
  ])('is told for a tenth of the time at most, where to tell it takes $costMs ms', ({ costMs, most, least }) => {
    const { clock, spend, advanceTo } = createWorkingClock();
    const report = createReporter({
      clock,
      events: createEventHub(),
      activity: { add: () => ({}) as never, list: () => [], counts: () => [] },
      work: { now: () => undefined, noteTransferred: () => undefined },
      context: () => undefined,
    });
    let told = 0;
    report.onStatusChange(() => {
      told += 1;
      spend(costMs);
    });
    for (let atMs = 0; atMs <= 60_000; atMs += 10) {
      report.statusChanged();
      advanceTo(atMs);
    }
    expect(told).toBeGreaterThanOrEqual(least);
    expect(told).toBeLessThanOrEqual(most);
  });
});

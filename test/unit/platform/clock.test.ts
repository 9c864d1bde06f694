import { expect, it } from 'vitest';
import { createClock, systemClock } from '../../../electron/platform/clock.ts';

/** A computer that runs, sleeps, and has its clock set, as a test says. */
function computer({ countsSleep }: { readonly countsSleep: boolean }) {
  const state = { nowMs: 1_800_000_000_000, runningMs: 1_800_000_000_000, uptimeMs: 77_000 };
  const looks = new Set<() => void>();
  const clock = createClock({
    now: () => state.nowMs,
    runningMs: () => state.runningMs,
    uptimeMs: () => state.uptimeMs,
    after: () => () => undefined,
    every: (_, callback) => {
      looks.add(callback);
      return () => looks.delete(callback);
    },
  });
  const pass = (ms: number): void => {
    state.nowMs += ms;
    state.runningMs += ms;
    state.uptimeMs += ms;
  };
  let woken = 0;
  const stop = clock.onWake(() => (woken += 1));
  const look = (): void => {
    pass(5_000);
    for (const callback of looks) callback();
  };
  return {
    clock,
    stop,
    looks,
    look,
    woken: () => woken,
    sleep(ms: number): void {
      pass(ms);
      if (!countsSleep) state.runningMs -= ms;
    },
    set: (ms: number): unknown => (state.nowMs += ms),
  };
}

const hourMs = 3_600_000;

it.each([true, false])('a sleep is noticed, and time has passed in it (timers that run on: %s)', (countsSleep) => {
  const { clock, look, sleep, woken } = computer({ countsSleep });
  look();
  const before = clock.steadyMs();
  expect(woken()).toBe(0);
  sleep(8 * hourMs);
  look();
  expect(woken()).toBe(1);
  expect(clock.steadyMs() - before).toBe(8 * hourMs + 5_000);
  look();
  expect(woken()).toBe(1);
});

it.each([3 * hourMs, -3 * hourMs])('a clock that is set by %i ms is no sleep, and moves no steady time', (ms) => {
  const { clock, look, set, woken } = computer({ countsSleep: false });
  const before = clock.steadyMs();
  set(ms);
  look();
  expect([woken(), clock.steadyMs() - before]).toEqual([0, 5_000]);
});

it('nobody is told, and nothing looks, once nobody listens', () => {
  const { looks, stop } = computer({ countsSleep: true });
  expect(looks.size).toBe(1);
  stop();
  expect(looks.size).toBe(0);
});

it('the real clock goes on', async () => {
  const before = systemClock.steadyMs();
  await new Promise<void>((resolve) => systemClock.after(5, resolve));
  expect(systemClock.steadyMs()).toBeGreaterThan(before);
});

it('a system that tells when it wakes up is believed at once, and the same sleep counts once', () => {
  const { clock, look, sleep, woken } = computer({ countsSleep: false });
  const before = clock.steadyMs();
  sleep(8 * hourMs);
  clock.wakeUp();
  expect([woken(), clock.steadyMs() - before]).toEqual([1, 8 * hourMs]);
  look();
  expect([woken(), clock.steadyMs() - before]).toEqual([1, 8 * hourMs + 5_000]);
});

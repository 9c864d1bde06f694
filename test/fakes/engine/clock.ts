import type { Clock } from '../../../electron/engine/ports.ts';

interface Timer {
  atMs: number;
  readonly order: number;
  readonly callback: () => void;
}

/** Lets everything happen that waits for nothing but itself: all promise reactions, however long their chain. */
export async function settle(): Promise<void> {
  // Two turns: what a file system of this process answers in the next turn is covered too.
  for (let turn = 0; turn < 2; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}

/** Time that stands still until a test moves it; timers run in the order of their time. */
export function createFakeClock(startMs = Date.UTC(2026, 4, 20, 12)) {
  let nowMs = startMs;
  /** What somebody set the computer's clock forward by. */
  let setByMs = 0;
  const wakeListeners = new Set<() => void>();
  const fallAsleepListeners = new Set<() => void>();
  let order = 0;
  let timersRun = 0;
  const timers = new Set<Timer>();

  function nextTimer(): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of timers) {
      if (!next || timer.atMs < next.atMs || (timer.atMs === next.atMs && timer.order < next.order)) next = timer;
    }
    return next;
  }

  async function advanceTo(untilMs: number): Promise<void> {
    await settle();
    for (let next = nextTimer(); next && next.atMs <= untilMs; next = nextTimer()) {
      timers.delete(next);
      nowMs = Math.max(nowMs, next.atMs);
      timersRun += 1;
      next.callback();
      await settle();
    }
    nowMs = Math.max(nowMs, untilMs);
  }

  return {
    now: (): number => nowMs + setByMs,
    steadyMs: (): number => nowMs,

    after(delayMs: number, callback: () => void): () => void {
      const timer = { atMs: nowMs + Math.max(0, delayMs), order: (order += 1), callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },

    onWake(callback: () => void): () => void {
      wakeListeners.add(callback);
      return () => wakeListeners.delete(callback);
    },

    onFallAsleep(callback: () => void): () => void {
      fallAsleepListeners.add(callback);
      return () => fallAsleepListeners.delete(callback);
    },

    /** Sets the computer's clock, forward or back; nothing else knows of it. */
    set(forwardMs: number): void {
      setByMs += forwardMs;
    },

    /** The computer sleeps: time passes, timers wait for as much longer, and whoever listens is told at the end. */
    async sleep(sleptMs: number): Promise<void> {
      for (const listener of [...fallAsleepListeners]) listener();
      await settle();
      nowMs += sleptMs;
      const late = [...timers];
      timers.clear();
      for (const timer of late) {
        // Whoever takes it back holds on to this one.
        timer.atMs += sleptMs;
        timers.add(timer);
      }
      for (const listener of [...wakeListeners]) listener();
      await settle();
    },

    /** How many timers have run so far: what idles should run few. */
    timersRun: (): number => timersRun,

    /** Lets time pass, running what becomes due on the way. */
    advance: (milliseconds: number): Promise<void> => advanceTo(nowMs + milliseconds),

    /** Lets time pass from timer to timer until `isSo`; fails when that takes longer than `atMostMs`. */
    async until(isSo: () => boolean, what: string, atMostMs = 120_000): Promise<void> {
      const deadline = nowMs + atMostMs;
      await settle();
      while (!isSo()) {
        const next = nextTimer();
        if (!next || next.atMs > deadline) throw new Error(`It did not happen within ${atMostMs} ms: ${what}`);
        await advanceTo(next.atMs);
      }
    },
  } satisfies Clock & Record<string, unknown>;
}

export type FakeClock = ReturnType<typeof createFakeClock>;

import { uptime } from 'node:os';

/** What a clock is made of, replaceable in tests. */
interface ClockSources {
  readonly now: () => number;
  /** Runs evenly while the program does; whether it goes on while the computer sleeps differs between systems. */
  readonly runningMs: () => number;
  /** Since the computer was started, sleep included; nobody sets it. */
  readonly uptimeMs: () => number;
  readonly after: (delayMs: number, callback: () => void) => () => void;
  /** Calls back again and again, and keeps no program from ending. */
  readonly every: (intervalMs: number, callback: () => void) => () => void;
}

const lookEveryMs = 5_000;
/** Less is how exactly computers tell how long they have been running. */
const shortestSleepMs = 2_000;
/** A timer that is so late did not run: the computer slept, or the program stood still. */
const standstillMs = 30_000;

/**
 * A clock that notices when the computer slept: the steady time takes that in, and whoever listens is told, as timers
 * may not know of it.
 */
export function createClock({ now, runningMs, uptimeMs, after, every }: ClockSources) {
  const listeners = new Set<() => void>();
  const sleepListeners = new Set<() => void>();
  let asleepMs = 0;
  let last = { runningMs: runningMs(), uptimeMs: uptimeMs() };
  let stopLooking: (() => void) | undefined;

  /** @returns whether timers may be late */
  function look(): boolean {
    const current = { runningMs: runningMs(), uptimeMs: uptimeMs() };
    const ranMs = current.runningMs - last.runningMs;
    const sleptMs = current.uptimeMs - last.uptimeMs - ranMs;
    last = current;
    if (sleptMs >= shortestSleepMs) asleepMs += sleptMs;
    return sleptMs >= shortestSleepMs || ranMs >= lookEveryMs + standstillMs;
  }

  function startLooking(): () => void {
    last = { runningMs: runningMs(), uptimeMs: uptimeMs() };
    return every(lookEveryMs, () => look() && tell(listeners));
  }

  return {
    now,
    steadyMs: (): number => runningMs() + asleepMs,
    after,
    /** The system says that the computer is about to sleep. */
    fallAsleep: (): void => tell(sleepListeners),
    /** The system says that the computer woke up: nobody has to find out. */
    wakeUp(): void {
      look();
      tell(listeners);
    },
    onFallAsleep(callback: () => void): () => void {
      const listener = (): void => callback();
      sleepListeners.add(listener);
      return () => void sleepListeners.delete(listener);
    },
    onWake(callback: () => void): () => void {
      const listener = (): void => callback();
      listeners.add(listener);
      stopLooking ??= startLooking();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stopLooking?.();
        stopLooking = undefined;
      };
    },
  };
}

function tell(listeners: ReadonlySet<() => void>): void {
  for (const listener of [...listeners]) listener();
}

/** The real clock. */
export const systemClock = createClock({
  now: () => Date.now(),
  runningMs: () => performance.timeOrigin + performance.now(),
  uptimeMs: () => uptime() * 1_000,
  after(delayMs, callback) {
    const timer = setTimeout(callback, Math.min(delayMs, 2_147_483_647));
    return () => clearTimeout(timer);
  },
  every(intervalMs, callback) {
    const timer = setInterval(callback, intervalMs).unref();
    return () => clearInterval(timer);
  },
});

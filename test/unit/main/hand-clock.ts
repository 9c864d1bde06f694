import type { ShellClock } from '../../../electron/main/shell-clock.ts';

/** A clock that stands still until the test moves it on. */
export interface HandClock extends ShellClock {
  /** The delays that are waited for, in milliseconds. */
  readonly waiting: readonly number[];
  pass(ms: number): void;
  /** Sets the computer's clock, forward or back; nothing else knows of it. */
  set(forwardMs: number): void;
}

export function createHandClock(): HandClock {
  let now = 0;
  let setByMs = 0;
  let alarms: { readonly at: number; readonly delayMs: number; readonly ring: () => void }[] = [];
  return {
    now: () => now + setByMs,
    steadyMs: () => now,
    after(delayMs, ring) {
      const alarm = { at: now + delayMs, delayMs, ring };
      alarms.push(alarm);
      return () => (alarms = alarms.filter((other) => other !== alarm));
    },
    get waiting() {
      return alarms.map(({ delayMs }) => delayMs);
    },
    set: (forwardMs) => void (setByMs += forwardMs),
    pass(ms) {
      now += ms;
      const due = alarms.filter(({ at }) => at <= now);
      alarms = alarms.filter(({ at }) => at > now);
      for (const { ring } of due) ring();
    },
  };
}

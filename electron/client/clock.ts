import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../shared/errors/app-error.ts';

/** Time and chance, replaceable in tests. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds since some moment, the sleep of the computer among them where the host knows of it: unlike `now` nobody sets it, so waits are measured by it. */
  readonly steadyMs: () => number;
  /** @throws AppError `cancelled` when the signal is aborted before the time has passed. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** From 0 up to, not including, 1. */
  readonly random: () => number;
}

export const systemClock: Clock = {
  now: Date.now,
  steadyMs: () => performance.now(),
  async sleep(milliseconds, signal) {
    try {
      await pause(milliseconds, undefined, { signal });
    } catch {
      throw new AppError('cancelled');
    }
  },
  random: Math.random,
};

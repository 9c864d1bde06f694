import { setTimeout as wait } from 'node:timers/promises';

/** Makes guessing slow: answers to failed attempts leave one after the other, a while apart. */
export interface SlowDown {
  /** Resolves when the next failure may be answered. */
  failed(): Promise<void>;
  /** Lets everybody go at once. */
  close(): void;
}

interface SlowDownOptions {
  /** Time between two answers to failures, milliseconds. */
  readonly gapMs: number;
  /** Nobody waits longer than this, milliseconds: clients give up after a while. */
  readonly longestMs: number;
}

/** Counts failures from now on; close it when the service ends. */
export function createSlowDown({ gapMs, longestMs }: SlowDownOptions): SlowDown {
  const closing = new AbortController();
  let freeAt = 0;

  return {
    async failed() {
      // The machine's own running time: setting its clock must neither shorten nor lengthen a wait.
      const now = performance.now();
      freeAt = Math.min(Math.max(freeAt, now) + gapMs, now + longestMs);
      await wait(freeAt - now, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
    },
    close: () => closing.abort(),
  };
}

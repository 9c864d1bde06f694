import type { Clock } from '../ports.ts';

/** The shortest rest between two turns that nobody asked for. */
const shortestRestMs = 10;

/** So long it rests after a turn, or what says when the next one is due, failed. */
const failedRestMs = 10_000;

/** Does one turn at a time: when it is woken, once more when it was woken meanwhile, and when the next one is due. */
export function createWakeLoop(options: {
  readonly clock: Pick<Clock, 'steadyMs' | 'after'>;
  readonly signal: AbortSignal;
  /** @param wake asks for another one */
  readonly turn: (wake: () => void) => Promise<void>;
  /** Called when nothing is left to do. @returns when the next turn is due, by the steady clock */
  readonly onRest: () => number;
  /** Is told what either of them threw. */
  readonly onFailure: (error: unknown) => void;
}) {
  const { clock, signal } = options;
  let loop: Promise<void> | undefined;
  let again = false;
  let cancelTimer: (() => void) | undefined;

  const wake = (): void => {
    if (signal.aborted) return;
    again = true;
    loop ??= run().finally(() => {
      loop = undefined;
      if (again) wake();
    });
  };

  async function run(): Promise<void> {
    try {
      while (again && !signal.aborted) {
        again = false;
        cancelTimer?.();
        await options.turn(wake);
      }
      if (!signal.aborted) restUntil(options.onRest());
    } catch (error) {
      // Both read the state, which may fail for a moment. Nobody waits for this loop, and no other timer would begin it.
      options.onFailure(error);
      if (!signal.aborted) restUntil(clock.steadyMs() + failedRestMs);
    }
  }

  function restUntil(dueMs: number): void {
    cancelTimer = clock.after(Math.max(shortestRestMs, dueMs - clock.steadyMs()), wake);
  }

  return {
    wake,

    isRunning: (): boolean => loop !== undefined,

    isAtRest: (): boolean => !loop && !again,

    /** Waits for the turn under way, once the signal has said that it is over. */
    async close(): Promise<void> {
      cancelTimer?.();
      await loop;
    },
  };
}

import { toAppError } from '../../../shared/errors/app-error.ts';
import type { Ports } from '../ports.ts';

/** How long nothing is begun after the state could not be written. */
const restMsAfterStateFailure = 10_000;
const shortestWaitMs = 20;

interface PumpOptions {
  /** Begins what can be begun. @returns when to look again, by the steady clock */
  readonly look: () => number;
  /** Whether nothing may be begun right now. */
  readonly isHeld: () => boolean;
}

/** Looks at the queue when asked and when the next look is due; after the state could not be written, it rests first. */
export function createTransferPump({ clock, log }: Pick<Ports, 'clock' | 'log'>, { look, isHeld }: PumpOptions) {
  let cancelTimer: (() => void) | undefined;
  let isAsked = false;
  let restUntilMs = 0;
  let closed = false;

  const pumpAfter = (waitMs: number): void => {
    cancelTimer?.();
    cancelTimer = clock.after(waitMs, pump);
  };

  function pump(): void {
    if (closed || isHeld()) return;
    cancelTimer?.();
    if (restUntilMs > clock.steadyMs()) return pumpAfter(restUntilMs - clock.steadyMs());
    try {
      const nextMs = look();
      if (nextMs < Infinity) pumpAfter(Math.max(shortestWaitMs, nextMs - clock.steadyMs()));
    } catch (error) {
      rest(error);
    }
  }

  /** The state cannot be written (a full disk): nothing is begun that could not be remembered, for a while. */
  function rest(error: unknown): void {
    log('error', 'state-not-written', { code: toAppError(error).code });
    restUntilMs = clock.steadyMs() + restMsAfterStateFailure;
    pumpAfter(restMsAfterStateFailure);
  }

  return {
    pump,
    rest,

    /** Those that end together are followed by one look at the queue. */
    pumpOnce(): void {
      if (isAsked) return;
      isAsked = true;
      queueMicrotask(() => {
        isAsked = false;
        pump();
      });
    },

    /** Changes the queue, and looks at it. */
    pumpAfterChange(change: () => void): void {
      try {
        change();
        pump();
      } catch (error) {
        rest(error);
      }
    },

    close(): void {
      closed = true;
      cancelTimer?.();
    },
  };
}

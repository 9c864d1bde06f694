import type { Clock } from '../ports.ts';

/** The shortest rest between two turns that nobody asked for. */
const shortestRestMs = 10;

/** What a turn may do about the next one. */
export interface NextTurn {
  /** Has it begin after this one. */
  readonly ask: () => void;
  /** Waits until something asks for it, or until that moment by the steady clock, when it is asked for too. */
  readonly untilAsked: (dueMs: number) => Promise<void>;
}

interface WakeLoopOptions {
  readonly clock: Pick<Clock, 'steadyMs' | 'after'>;
  readonly signal: AbortSignal;
  readonly turn: (next: NextTurn) => Promise<void>;
  /** Called when nothing is left to do. @returns when the next turn is due, by the steady clock */
  readonly onRest: () => number;
}

/** Does one turn at a time: when it is woken, once more when it was woken meanwhile, and when the next one is due. */
export function createWakeLoop(options: WakeLoopOptions) {
  const { clock, signal } = options;
  let loop: Promise<void> | undefined;
  let again = false;
  let cancelTimer: (() => void) | undefined;
  let woken = Promise.withResolvers<void>();

  const wake = (): void => {
    if (signal.aborted) return;
    again = true;
    woken.resolve();
    loop ??= run().finally(() => {
      loop = undefined;
      if (again) wake();
    });
  };

  const wakeAt = (dueMs: number): void => {
    if (signal.aborted) return;
    cancelTimer?.();
    cancelTimer = clock.after(Math.max(shortestRestMs, dueMs - clock.steadyMs()), wake);
  };

  const next: NextTurn = {
    ask: wake,
    untilAsked(dueMs) {
      wakeAt(dueMs);
      return woken.promise;
    },
  };
  signal.addEventListener('abort', () => woken.resolve(), { once: true });

  async function run(): Promise<void> {
    while (again && !signal.aborted) {
      again = false;
      woken = Promise.withResolvers();
      cancelTimer?.();
      await options.turn(next);
    }
    if (!signal.aborted) wakeAt(options.onRest());
  }

  return {
    wake,

    isRunning: (): boolean => loop !== undefined,

    isAtRest: (): boolean => !loop && !again,

    /** Waits for the turn under way, once the signal has said that it is over. */
    async close(): Promise<void> {
      cancelTimer?.();
      await loop?.catch(() => undefined);
    },
  };
}

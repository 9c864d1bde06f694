import { toAppError, type AppError, type ErrorRecord } from '../../../shared/errors/app-error.ts';
import { byTheClock } from '../cycle/library-standing.ts';
import type { Clock } from '../ports.ts';
import { backOffMs } from '../../../shared/errors/back-off.ts';

/** Why it stands still, and until when. */
export interface MoveWait {
  readonly error: ErrorRecord;
  /** By the computer's clock; absent where only a person can go on. */
  readonly nextTryAtMs?: number;
}

interface Wait {
  readonly error: ErrorRecord;
  /** By the steady clock; absent where only a person can go on. */
  readonly dueMs?: number;
  readonly takeBack?: () => void;
}

/** Runs of the same work, one at a time, tried again with back-off where that may help. */
export function createMoveRuns(
  { clock, random }: { readonly clock: Clock; readonly random: () => number },
  work: (signal: AbortSignal) => Promise<void>,
  onChange: () => void,
) {
  let run: { readonly abort: AbortController; readonly ended: Promise<void> } | undefined;
  let wait: Wait | undefined;
  let failures = 0;

  /** Nothing where one is under way. */
  function begin(): void {
    endWait();
    if (run) return;
    const abort = new AbortController();
    const ended = tryOnce(abort.signal).then(() => {
      run = undefined;
      onChange();
    });
    run = { abort, ended };
    onChange();
  }

  async function tryOnce(signal: AbortSignal): Promise<void> {
    try {
      await work(signal);
      failures = 0;
    } catch (thrown) {
      if (!signal.aborted) waitAfter(toAppError(thrown));
    }
  }

  function waitAfter(error: AppError): void {
    failures += 1;
    wait = { error: error.toRecord() };
    if (!error.retryable) return;
    const dueMs = clock.steadyMs() + backOffMs(error, failures, random);
    wait = { ...wait, dueMs, takeBack: callBackAt(clock, dueMs, begin) };
  }

  function endWait(): void {
    wait?.takeBack?.();
    wait = undefined;
  }

  return {
    begin,

    wait: (): MoveWait | undefined => wait && tellWait(clock, wait),

    /** Ends the run, and the wait for the next one. */
    async stop(): Promise<void> {
      endWait();
      run?.abort.abort();
      await run?.ended;
    },
  };
}

function tellWait(clock: Clock, { error, dueMs }: Wait): MoveWait {
  return { error, ...(dueMs !== undefined && { nextTryAtMs: byTheClock(clock, dueMs) }) };
}

/** Calls back once at a moment by the steady clock, also where the computer sleeps until then. @returns takes it back */
function callBackAt(clock: Clock, dueMs: number, callback: () => void): () => void {
  const begin = (): (() => void) => clock.after(Math.max(0, dueMs - clock.steadyMs()), callback);
  let takeBackTimer = begin();
  const stopListening = clock.onWake(() => {
    takeBackTimer();
    takeBackTimer = begin();
  });
  return () => {
    takeBackTimer();
    stopListening();
  };
}

import { toAppError, type AppError, type ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { Clock } from '../ports.ts';
import { backOffMs } from '../queue/back-off.ts';

/** Why it stands still, and until when. */
export interface MoveWait {
  readonly error: ErrorRecord;
  /** By the computer's clock; absent where only a person can go on. */
  readonly nextTryAtMs?: number;
  readonly takeBack?: () => void;
}

/** Runs of the same work, one at a time, tried again with back-off where that may help. */
export function createMoveRuns(
  { clock, random }: { readonly clock: Clock; readonly random: () => number },
  work: (signal: AbortSignal) => Promise<void>,
  onChange: () => void,
) {
  let run: { readonly abort: AbortController; readonly ended: Promise<void> } | undefined;
  let wait: MoveWait | undefined;
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
    const delayMs = backOffMs(error, failures, random);
    wait = { ...wait, nextTryAtMs: clock.now() + delayMs, takeBack: clock.after(delayMs, begin) };
  }

  function endWait(): void {
    wait?.takeBack?.();
    wait = undefined;
  }

  return {
    begin,

    wait: (): MoveWait | undefined => wait,

    /** Ends the run, and the wait for the next one. */
    async stop(): Promise<void> {
      endWait();
      run?.abort.abort();
      await run?.ended;
    },
  };
}

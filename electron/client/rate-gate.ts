import { AppError } from '../../shared/errors/app-error.ts';
import type { Clock } from './clock.ts';
import {
  budgetAfterAnswer,
  budgetAfterSend,
  unknownBudget,
  waitBefore,
  type AnswerHeaders,
  type Priority,
} from './rate-budget.ts';

/** Lets calls to one address through as its rate limits allow. */
export interface RateGate {
  /**
   * Returns when the call may be sent, and counts it.
   * @throws AppError `too-many-requests` when the wait would be longer than anybody waits; `cancelled` on abort.
   */
  enter(priority: Priority, signal: AbortSignal): Promise<void>;
  /** Takes note of what an answer says of the limits. */
  learn(headers: AnswerHeaders, retryAfterMs: number | undefined): void;
}

interface RateGateOptions {
  readonly clock: Clock;
  /** Longer waits are an error that says how long, so that the caller can plan. */
  readonly longestWaitMs: number;
}

/** Makes a gate that knows no limits yet. */
export function createRateGate({ clock, longestWaitMs }: RateGateOptions): RateGate {
  let budget = unknownBudget;
  return {
    async enter(priority, signal) {
      for (;;) {
        const wait = waitBefore(budget, priority, clock.now());
        if (wait === 0) break;
        if (wait > longestWaitMs) throw new AppError('too-many-requests', { retryAfterMs: wait });
        await clock.sleep(wait, signal);
      }
      budget = budgetAfterSend(budget, clock.now());
    },
    learn(headers, retryAfterMs) {
      budget = budgetAfterAnswer(budget, { headers, retryAfterMs }, clock.now());
    },
  };
}

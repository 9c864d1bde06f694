import type { CallPriority } from '../../shared/api/caller.ts';
import type { AppError } from '../../shared/errors/app-error.ts';
import type { ErrorCode } from '../../shared/errors/catalogue.ts';
import { turnedAway } from '../../shared/errors/turned-away.ts';

/** How often a call is tried in all, by who waits for it. */
export interface Tries {
  readonly person: number;
  /** The queue behind background calls does its own back-off. */
  readonly background: number;
  /** A person who got no answer for so long, in milliseconds, is not made to wait for another try. */
  readonly personWithinMs: number;
}

export const usualTries: Tries = { person: 3, background: 1, personWithinMs: 10_000 };

/** How one try ended badly, as far as the next one depends on it. */
interface FailedTry {
  readonly error: AppError;
  /** Counts from 1. */
  readonly number: number;
  /** Since the first try began, in milliseconds. */
  readonly passedMs: number;
  /** Whether any part of the request may have reached the service. */
  readonly sent: boolean;
}

const firstDelayMs = 400;
const longestDelayMs = 8_000;
/** Nobody watches a wait longer than this; the error then says how long it is. */
const longestObeyedMs = 30_000;

/** Failures that pass by themselves within seconds. A second 401 does not. */
const passing: ReadonlySet<ErrorCode> = new Set([
  'service-unreachable',
  'service-timeout',
  'service-unavailable',
  'no-network',
  'network-sign-in-needed',
  'service-failed',
  'internal-error',
  'unreadable-answer',
  'answer-incomplete',
  'too-many-requests',
  'service-busy',
]);

/**
 * How long to wait before the same request is sent again, in milliseconds; `undefined`: not again. Full jitter: any
 * time up to an exponentially growing limit, but never before the time the service asked for.
 */
export function delayBeforeRetry(
  failed: FailedTry,
  call: { readonly repeatable: boolean; readonly priority: CallPriority; readonly tries: Tries },
  random: () => number,
): number | undefined {
  const { error, number, sent, passedMs } = failed;
  // As often as the computer sleeps: nobody failed.
  if (error.code === 'interrupted-by-sleep') return !sent || call.repeatable ? 0 : undefined;
  const { person, background, personWithinMs } = call.tries;
  const isForPerson = call.priority === 'person';
  if (number >= (isForPerson ? person : background) || !passing.has(error.code)) return undefined;
  // A service that answers, with whatever, is there: it knows how long it is to be waited for.
  if (isForPerson && error.receivedStatus === undefined && passedMs > personWithinMs) return undefined;
  if (sent && !call.repeatable && !turnedAway.has(error.code)) return undefined;
  const asked = error.retryAfterMs ?? 0;
  if (asked > longestObeyedMs) return undefined;
  const jitter = Math.floor(random() * Math.min(longestDelayMs, firstDelayMs * 2 ** number));
  return asked + jitter;
}

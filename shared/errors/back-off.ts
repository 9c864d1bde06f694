import type { AppError } from './app-error.ts';

const firstStepMs = 1_000;
export const longestBackOffMs = 300_000;

/**
 * How long to wait before the next try, in milliseconds: exponential with full jitter, so that many clients do not come
 * back at once. What the service asks for only lengthens that, however long it is: one that asks for nothing, or for a
 * moment that is over, is not to be asked without end.
 * @param failure what the last try ended with
 * @param attempts tries made so far, from 1
 * @param random uniform in [0, 1)
 * @param longestMs how long is waited at most where the service asks for nothing longer
 */
export function backOffMs(
  { retryAfterMs = 0 }: Pick<AppError, 'retryAfterMs'>,
  attempts: number,
  random: () => number,
  longestMs = longestBackOffMs,
): number {
  const ceiling = Math.min(longestBackOffMs, firstStepMs * 2 ** Math.min(attempts, 20));
  return Math.max(retryAfterMs, Math.min(longestMs, Math.max(100, Math.round(random() * ceiling))));
}

const firstStepMs = 1_000;
export const longestBackOffMs = 300_000;

/**
 * How long to wait before the next try: exponential with full jitter, so that many clients do not come back at once.
 * @param attempts tries made so far, from 1
 * @param random uniform in [0, 1)
 */
export function backOffMs(attempts: number, random: () => number): number {
  const ceiling = Math.min(longestBackOffMs, firstStepMs * 2 ** Math.min(attempts, 20));
  return Math.max(100, Math.round(random() * ceiling));
}

/** A look may be late by its own length, and by a failure or two that end by themselves. */
const lateByMs = 60_000;

/**
 * Whether something that is looked at once an interval was looked at lately: at most two intervals ago. A time that lies
 * as far ahead is none either: then the clock was set.
 */
export function isLately(atMs: number, intervalMs: number, nowMs: number): boolean {
  return Math.abs(nowMs - atMs) <= intervalMs * 2 + lateByMs;
}

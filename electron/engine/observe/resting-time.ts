import type { Clock, FileStat } from '../ports.ts';

/** From this age on its dates say of a file how long it has been at rest. */
const oldMs = 60_000;

type SteadyClock = Pick<Clock, 'now' | 'steadyMs'>;
type Dates = Pick<FileStat, 'modifiedMs' | 'changedMs'>;

/**
 * How long a file has stood still for sure, so that nobody is in the middle of writing it. A server dates files by its own
 * clock: where that is behind ours, a file that is just being written looks old.
 * @param isDatedHere whether files of its drive are dated by this computer
 */
export function stillTimeMs(clock: SteadyClock, stat: Dates, sinceMs: number, isDatedHere: boolean): number {
  return isDatedHere ? restingTimeMs(clock, stat, sinceMs) : clock.steadyMs() - sinceMs;
}

/**
 * How long a file has been at rest: since we first saw it so or, when it was last touched well in the past, since then.
 * Its date alone proves nothing: a copy that is still being written may carry that of its original.
 * @param sinceMs when it was first seen so, by the steady clock
 */
export function restingTimeMs(clock: SteadyClock, { modifiedMs, changedMs }: Dates, sinceMs: number): number {
  const steadyMs = clock.steadyMs();
  // A clock that was set, in whichever direction, makes no file older than it is.
  const ageMs = Math.min(clock.now(), steadyMs) - Math.max(modifiedMs, changedMs);
  const seenMs = steadyMs - sinceMs;
  return ageMs > oldMs ? Math.max(seenMs, ageMs) : seenMs;
}

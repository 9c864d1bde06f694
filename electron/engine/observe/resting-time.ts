import type { Clock, FileStat } from '../ports.ts';

/** From this age on its dates say of a file how long it has been at rest. */
const oldMs = 60_000;

/** A server's clock, or its time zone, is off by less: what its dates say beyond that is so. */
export const strangeClockMs = 86_400_000;

/**
 * How long a file has stood still for sure, so that nobody is in the middle of writing it: since we first saw it so or,
 * when it was last touched well in the past, since then. Its date alone proves nothing: a copy that is still being
 * written may carry that of its original. Nor does a server's for a day: where its clock is behind ours, a file that is
 * just being written looks old.
 * @param sinceMs when it was first seen so, by the steady clock
 * @param isDatedHere whether files of its drive are dated by this computer
 */
export function stillTimeMs(
  clock: Pick<Clock, 'now' | 'steadyMs'>,
  { modifiedMs, changedMs }: Pick<FileStat, 'modifiedMs' | 'changedMs'>,
  sinceMs: number,
  isDatedHere: boolean,
): number {
  const steadyMs = clock.steadyMs();
  const seenMs = steadyMs - sinceMs;
  // A clock that was set, in whichever direction, makes no file older than it is.
  const ageMs = Math.min(clock.now(), steadyMs) - Math.max(modifiedMs, changedMs) - (isDatedHere ? 0 : strangeClockMs);
  return ageMs > oldMs ? Math.max(seenMs, ageMs) : seenMs;
}

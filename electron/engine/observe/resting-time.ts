import type { Clock, FileStat } from '../ports.ts';

/** From this age on its dates say of a file how long it has been at rest. */
const oldMs = 60_000;

/**
 * How long a file has been at rest: since we first saw it so or, when it was last touched well in the past, since then.
 * Its date alone proves nothing: a copy that is still being written may carry that of its original.
 * @param sinceMs when it was first seen so, by the steady clock
 */
export function restingTimeMs(
  clock: Pick<Clock, 'now' | 'steadyMs'>,
  { modifiedMs, changedMs }: Pick<FileStat, 'modifiedMs' | 'changedMs'>,
  sinceMs: number,
): number {
  const steadyMs = clock.steadyMs();
  // A clock that was set, in whichever direction, makes no file older than it is.
  const ageMs = Math.min(clock.now(), steadyMs) - Math.max(modifiedMs, changedMs);
  const seenMs = steadyMs - sinceMs;
  return ageMs > oldMs ? Math.max(seenMs, ageMs) : seenMs;
}

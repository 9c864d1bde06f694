import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '../../shared/errors/app-error.ts';

/**
 * Called between the pieces of long work: lets other requests be served where this one has had its time.
 * Throws AppError `cancelled` when nobody waits for the outcome any more.
 */
export type TakeTurn = () => Promise<void>;

/** How long work goes on by itself, milliseconds: others wait a few of these, and a pause costs little next to it. */
const turnMs = 5;

/**
 * Turns for one piece of work.
 * @param isGone whether nobody waits for its outcome any more
 */
export function createTurns(isGone: () => boolean = () => false): TakeTurn {
  let startedMs = performance.now();
  return async () => {
    if (performance.now() - startedMs < turnMs) return;
    await nextTurn();
    if (isGone()) throw new AppError('cancelled');
    startedMs = performance.now();
  };
}

import type { AppError } from '../../../shared/errors/app-error.ts';

/** What says that too much was asked at once, or that the line or the service is at its end. */
const tooMuch: ReadonlySet<string> = new Set([
  'too-many-requests',
  'service-timeout',
  'service-unreachable',
  'service-unavailable',
  'answer-incomplete',
  'internal-error',
]);

const fewest = 1;
const startWith = 4;

/**
 * How many places there are for transfers that run at the same time: grows while they come through, the faster the more
 * of them there is room for (so a line with much latency is soon filled), and halves when the service or the line shows
 * that it was too much.
 */
export function createParallelism(most: () => number) {
  let wanted = startWith;
  /** Until the first trouble it doubles with every round; afterwards it feels its way up. */
  let cautious = false;
  /** How often it halved. */
  let halvings = 0;

  return {
    limit: (): number => Math.max(fewest, Math.min(Math.floor(wanted), most())),

    noteSuccess(): void {
      wanted = Math.min(wanted + (cautious ? 1 / wanted : 1), most());
    },

    /** The service answers again after an outage: what failed in it says nothing of how much the line takes. */
    startAgain(): void {
      wanted = Math.max(wanted, Math.min(startWith, most()));
    },

    /** To be asked when a transfer begins, and told with its failure. */
    round: (): number => halvings,

    /** What began before the last halving shows that it was too much then, and so nothing new: many may share a request. */
    noteFailure(error: AppError, beganIn: number): void {
      if (!tooMuch.has(error.code) || beganIn < halvings) return;
      halvings += 1;
      cautious = true;
      wanted = Math.max(fewest, wanted / 2);
    },
  };
}

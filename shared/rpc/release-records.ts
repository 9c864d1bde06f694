import { z } from 'zod';
import { errorRecord } from './error-record.ts';

/** What comes of it when a person has files published, or takes that back: of each for itself. */

export const publishAnswer = z.object({
  /** The entries of the queue that came of it: whoever undoes it takes these back, and no others. */
  queued: z.array(z.int()),
  /** How many wait to be published already, as they are. */
  already: z.int(),
  /** What is not published, and why; `named` is the key or the id by which it was asked for. */
  refused: z.array(z.object({ named: z.string(), error: errorRecord })),
});
export type PublishAnswer = z.output<typeof publishAnswer>;

export const withdrawAnswer = z.object({
  withdrawn: z.int(),
  /** How many may have reached the service already. */
  sent: z.int(),
  /** How many are not queued any more: they went out or were withdrawn before. */
  gone: z.int(),
});
export type WithdrawAnswer = z.output<typeof withdrawAnswer>;

/** The same of files by their ids: of which nothing is taken back, and why. */
export const filesWithdrawn = withdrawAnswer.extend({ refused: publishAnswer.shape.refused });
export type FilesWithdrawn = z.output<typeof filesWithdrawn>;

import { z } from 'zod';

const amount = z.object({ done: z.number(), total: z.number() });

/** How far is what goes on by itself: files that changed are read, and what differs is sent or fetched. */
export const workProgress = z.object({
  doing: z.enum(['reading', 'transferring']),
  files: amount,
  bytes: amount,
  /** How fast it went these last seconds; absent until that can be told. */
  bytesPerSecond: z.number().optional(),
  leftMs: z.number().optional(),
});
export type WorkProgress = z.output<typeof workProgress>;

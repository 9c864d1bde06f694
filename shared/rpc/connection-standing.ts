import { z } from 'zod';
import { reachabilities } from '../errors/reachability.ts';
import { errorRecord } from './error-record.ts';

/** How the way to the service is now. */
export const connectionStanding = z.object({
  state: z.enum(reachabilities),
  /** Why it is out of reach; absent where it is not. */
  error: errorRecord.optional(),
  /** Until when nothing is asked of it, by the computer's clock; absent where only a person can end that. */
  nextTryAtMs: z.number().optional(),
});
export type ConnectionStanding = z.output<typeof connectionStanding>;

import { z } from 'zod';

/** What is known of one stretch of time in which a service answers so many requests. */
const keptWindow = z.object({
  /** How many it answers in all; absent where it only says how many are left. */
  limit: z.int().optional(),
  remaining: z.int(),
  resetInMs: z.number(),
  lengthMs: z.number(),
});

/** What outlives the app of what is known of the limits of a service, as it was at `atMs` of the computer's clock. */
export const keptBudget = z.object({ atMs: z.number(), windows: z.array(keptWindow), silentForMs: z.number() });
export type KeptBudget = z.output<typeof keptBudget>;

/** Where what is known of the limits of one account at one address outlives a client. */
export interface BudgetMemory {
  read(): KeptBudget | undefined;
  /** Keeps, soon, what `budget` then says. */
  write(budget: () => KeptBudget): void;
}

/** How many requests a service still answers, in the stretch of time that is tightest now. */
export const requestsSpent = z.object({
  limit: z.int(),
  /** Answered or on their way. */
  used: z.int(),
  /** When it begins anew, by the computer's clock. */
  resetAtMs: z.number(),
  /** How long the whole stretch is. */
  lengthMs: z.number(),
});
export type RequestsSpent = z.output<typeof requestsSpent>;

/** The limits of the service, while more waits than they let through in a minute. */
export const requestBudget = requestsSpent.extend({
  /** Files that wait to be sent, fetched or published. */
  files: z.int(),
  /** How long they take at least. */
  leftMs: z.number(),
});
export type RequestBudget = z.output<typeof requestBudget>;

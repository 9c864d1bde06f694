import { z } from 'zod';
import { writeMakers } from '../model/write-maker.ts';
import { errorRecord } from './error-record.ts';

/** What people and add-ins wrote while the service was away. */

export const writeOperations = [
  'storeFile',
  'storeMetadata',
  'release',
  'storeStandard',
  'storeValidationFile',
  'storeValidationRequest',
  'setBimReady',
  'storeFilter',
] as const;

/** Something that waits until the service can be asked, or that it refused. */
export const waitingWrite = z.object({
  writeId: z.int(),
  operation: z.enum(writeOperations),
  madeBy: z.enum(writeMakers),
  /** What the person calls it; may be empty. */
  title: z.string(),
  madeAtMs: z.number(),
  /** Why the service refused it; then it waits for a person. */
  error: errorRecord.optional(),
  /** Whether it waits for a person: it was refused, or cannot be done without what was. */
  isStuck: z.boolean(),
  /** How many others cannot be done without it. */
  dependents: z.int(),
  /** The service that it was asked of, where that is not the one that is connected. */
  otherService: z.string().optional(),
});
export type WaitingWrite = z.output<typeof waitingWrite>;

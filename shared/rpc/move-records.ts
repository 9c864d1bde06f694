import { z } from 'zod';
import { errorRecord } from './error-record.ts';

/** Moving what the embedded service has to another one. */

/** So many files are named; all are counted. */
export const movedFilesNamed = 20;

/** What moving would send, and what it takes. */
export const movePreview = z.object({
  files: z.int(),
  versions: z.int(),
  bytes: z.int(),
  requests: z.int(),
  /** How long the limits of the service make that take at least; absent where it told none. */
  leastMs: z.number().optional(),
  /** Files that the service has already. */
  thereCount: z.int(),
  /** Files of which it has something else that is newer: these are left alone. */
  left: z.array(z.string()),
  leftCount: z.int(),
  /** Files of which it has later versions: older ones that it lacks stay in the embedded service. */
  olderLeft: z.array(z.string()),
  olderLeftCount: z.int(),
  /** Standards that it lacks. */
  standardCount: z.int(),
  /** Selections with a name on this computer, of which it lacks the filters. */
  selectionCount: z.int(),
  /** Releases that wait for the embedded service, and are asked of the other one then. */
  releaseCount: z.int(),
});
export type MovePreview = z.output<typeof movePreview>;

const share = z.object({ done: z.int(), total: z.int() });

/** How moving stands. */
export const moveRecord = z.object({
  /**
   * `waiting`: for its next try, or a person, because of `error`. `refused`: all is there but the files in `failed`; a
   * person decides. `ended`: the app uses the other service.
   */
  state: z.enum(['comparing', 'sending', 'waiting', 'paused', 'refused', 'ended']),
  /** Of the service it goes to. */
  contentAddress: z.string(),
  versions: share,
  bytes: share,
  leastMs: z.number().optional(),
  left: z.array(z.string()),
  leftCount: z.int(),
  olderLeft: z.array(z.string()),
  olderLeftCount: z.int(),
  failed: z.array(z.object({ name: z.string(), error: errorRecord.optional() })),
  failedCount: z.int(),
  error: errorRecord.optional(),
  /** Absent where only a person can go on. */
  nextTryAtMs: z.number().optional(),
});
export type MoveRecord = z.output<typeof moveRecord>;

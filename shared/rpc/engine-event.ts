import { z } from 'zod';
import { activityRecord } from './activity-records.ts';
import { productImportRecord } from './import-records.ts';
import { savingRecord } from './selection-records.ts';
import { statusRecord } from './status-records.ts';
import { workProgress } from './work-progress.ts';

/** What the engine tells without being asked. */

/** One thing that happened in the engine. Ids grow by one; a window that missed some asks for a snapshot. */
export const engineEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('status'), id: z.int(), status: statusRecord }),
  /** Rows of the file list changed; the window reads those it shows again. */
  z.object({ kind: z.literal('files'), id: z.int(), fileIds: z.array(z.string()) }),
  z.object({ kind: z.literal('progress'), id: z.int(), fileId: z.string(), entryId: z.int(), progress: z.number() }),
  /** How far the work is that goes on by itself; without, there is none. */
  z.object({ kind: z.literal('work'), id: z.int(), work: workProgress.optional() }),
  z.object({ kind: z.literal('queue'), id: z.int() }),
  /** How add-ins are answered changed, or their credentials. */
  z.object({ kind: z.literal('addIns'), id: z.int() }),
  /** Selections of products were added, renamed, switched or forgotten. */
  z.object({ kind: z.literal('selections'), id: z.int() }),
  z.object({ kind: z.literal('activity'), id: z.int(), entry: activityRecord }),
  z.object({ kind: z.literal('import'), id: z.int(), productImport: productImportRecord }),
  z.object({ kind: z.literal('saving'), id: z.int(), saving: savingRecord }),
]);
export type EngineEvent = z.output<typeof engineEvent>;

/** An event before the engine has numbered it. */
export type EngineEventBody = EngineEvent extends infer E ? (E extends EngineEvent ? Omit<E, 'id'> : never) : never;

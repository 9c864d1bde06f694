import { z } from 'zod';
import { isSha256 } from '../../../shared/model/sha256.ts';
import { conflictChoice } from '../../../shared/rpc/file-records.ts';
import { json } from './row.ts';
import { createRowsByKey, type ServiceRows } from './service-rows.ts';

const version = z.object({ major: z.int(), minor: z.int() });
const sha256 = z.string().refine(isSha256);

/** What both sides agreed on before; see `AgreedEntry`. */
const agreedEntry = z.object({
  path: z.string(),
  version,
  sha256,
  agreedMs: z.number(),
  confirmedMs: z.number().optional(),
  changedMs: z.number().optional(),
  modifiedMs: z.number().optional(),
});

const endedConflict = z.object({
  choice: conflictChoice,
  /** The designer's file. `at` is where its bytes are now: its own path, a copy beside it, or the backup folder. */
  mine: z.object({ path: z.string(), sha256, at: z.string(), fetchedFrom: z.string().optional() }),
  /** The service's version that stood against it. `keptAt` is where its bytes were kept for the conflict. */
  theirs: z.object({ version, sha256, keptAt: z.string(), changedMs: z.number().optional() }),
  /** What both sides had agreed on. */
  before: agreedEntry.optional(),
  /** When it ended; the agreement that it came to bears the same time. */
  endedMs: z.number(),
});

/** How a person ended a conflict, and everything that it takes to open it again. */
export type EndedConflict = z.output<typeof endedConflict>;

/** The conflicts of one library with one service that a person ended, as long as that can be undone. */
export function createEndedConflicts(rows: ServiceRows) {
  const ended = createRowsByKey(rows, 'ended_conflict', json('record', endedConflict));
  return {
    endedConflict: ended.get,
    endedConflicts: ended.keys,
    noteEnded: ended.put,
    forgetEnded: ended.forget,
  };
}

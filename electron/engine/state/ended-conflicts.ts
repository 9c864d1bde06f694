import { z } from 'zod';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import { isSha256 } from '../../../shared/model/sha256.ts';
import { conflictChoice } from '../../../shared/rpc/file-records.ts';
import type { Database } from '../ports.ts';
import { createFewKeys } from './few-keys.ts';
import { contentKey, json } from './row.ts';
import { insert, sql } from './sql.ts';

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

const readEnded = json('record', endedConflict);

/** The conflicts of one library with one service that a person ended, as long as that can be undone. */
export function createEndedConflicts(database: Database, libraryId: string, serviceId: string) {
  const mine = sql`library_id = ${libraryId} AND service_id = ${serviceId}`;
  const few = createFewKeys(database, sql`ended_conflict WHERE ${mine}`);
  return {
    endedConflict: (key: ContentKeyText): EndedConflict | undefined => few.row(key, readEnded),

    endedConflicts: (): ContentKeyText[] =>
      database.all(sql`SELECT content_key FROM ended_conflict WHERE ${mine}`, contentKey),

    noteEnded(key: ContentKeyText, ended: EndedConflict): void {
      const row = { library_id: libraryId, service_id: serviceId, content_key: key, record: JSON.stringify(ended) };
      few.note(key);
      database.run(insert('ended_conflict', row, 'OR REPLACE'));
    },

    forgetEnded: few.forget,
  };
}

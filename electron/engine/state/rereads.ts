import type { ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import type { Database } from '../ports.ts';
import { isSeen } from './local-file.ts';
import { number, shape, text, toJson, type RowOf } from './row.ts';
import { sql } from './sql.ts';

/** Within this time the bytes of every file are read once more: a fifteenth of a library a day. */
export const rereadPeriodMs = 15 * 86_400_000;

/** How long after it could not be read a file is tried again. */
const rereadAfterFailureMs = 86_400_000;

/**
 * When a file is to be read again whose bytes were read just now. Each has its moment in the period, which its bytes
 * tell: so the files of a library that was read in one go become due evenly, and not all in the same hour.
 */
export function rereadDueMs(sha256: Sha256, nowMs: number, periodMs = rereadPeriodMs): number {
  const momentMs = (Number.parseInt(sha256.slice(0, 8), 16) / 2 ** 32) * periodMs;
  const sinceMomentMs = (((nowMs - momentMs) % periodMs) + periodMs) % periodMs;
  return nowMs - sinceMomentMs + periodMs;
}

/** A file whose bytes are to be read again, and since when. */
export type DueFile = RowOf<typeof readDue>;

/** How many are asked for at once. */
const atOnce = 256;

const readDue = shape({ path: text('path'), dueMs: number('reread_due_ms') });

/** Which files of a library are due to be read again, and what came of it. */
export function createRereads(database: Database, libraryId: string, periodMs = rereadPeriodMs) {
  return {
    /**
     * The next files that are due, longest first. One whose moment lies further ahead than the period is due as well:
     * the clock was set back since.
     * @param after the last one that was seen to
     */
    due: (nowMs: number, after: DueFile = { path: '', dueMs: -Infinity }): DueFile[] =>
      database.all(
        sql`SELECT path, reread_due_ms FROM local_file
          WHERE library_id = ${libraryId} AND settled = 1 AND gone_since_ms IS NULL AND sha256 IS NOT NULL AND ${isSeen}
            AND (reread_due_ms <= ${nowMs} OR reread_due_ms > ${nowMs + periodMs})
            AND (reread_due_ms, path) > (${after.dueMs}, ${after.path})
          ORDER BY reread_due_ms, path LIMIT ${atOnce}`,
        readDue,
      ),

    /** The bytes are those that were read before. */
    noteSame: (path: string, sha256: Sha256, nowMs: number): void =>
      note(path, rereadDueMs(sha256, nowMs, periodMs), undefined),

    /** What was read before still counts for what the file held, and nobody knows what it holds now. */
    noteUnreadable: (path: string, problem: ErrorRecord, nowMs: number): void =>
      note(path, nowMs + Math.min(rereadAfterFailureMs, periodMs), problem),
  };

  function note(path: string, dueMs: number, problem: ErrorRecord | undefined): void {
    database.run(
      sql`UPDATE local_file SET reread_due_ms = ${dueMs}, problem = ${toJson(problem)}
        WHERE library_id = ${libraryId} AND path = ${path}`,
    );
  }
}

export type Rereads = ReturnType<typeof createRereads>;

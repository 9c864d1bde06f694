import type { ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { rereadAfterFailureMs, rereadDueMs, rereadPeriodMs } from './reread-moment.ts';
import type { Database } from '../ports.ts';
import { rowOf } from './row.ts';

/** A file whose bytes are to be read again, and since when. */
export interface DueFile {
  readonly path: string;
  readonly dueMs: number;
}

/** How many are asked for at once. */
const atOnce = 256;

/** Which files of a library are due to be read again, and what came of it. */
export function createRereads(database: Database, libraryId: string, periodMs = rereadPeriodMs) {
  return {
    /**
     * The next files that are due, longest first. One whose moment lies further ahead than the period is due as well:
     * the clock was set back since.
     * @param after the last one that was seen to
     */
    due(nowMs: number, after: DueFile = { path: '', dueMs: -Infinity }): DueFile[] {
      return database
        .all(
          `SELECT path, reread_due_ms FROM local_file
           WHERE library_id = ? AND settled = 1 AND gone_since_ms IS NULL AND sha256 IS NOT NULL
             AND (reread_due_ms <= ? OR reread_due_ms > ?) AND (reread_due_ms, path) > (?, ?)
           ORDER BY reread_due_ms, path LIMIT ${atOnce}`,
          libraryId,
          nowMs,
          nowMs + periodMs,
          after.dueMs,
          after.path,
        )
        .map(rowOf)
        .map((row) => ({ path: row.text('path'), dueMs: row.number('reread_due_ms') }));
    },

    /** The bytes are those that were read before. */
    noteSame(path: string, sha256: Sha256, nowMs: number): void {
      database.run(
        'UPDATE local_file SET reread_due_ms = ?, problem = NULL WHERE library_id = ? AND path = ?',
        rereadDueMs(sha256, nowMs, periodMs),
        libraryId,
        path,
      );
    },

    /** What was read before still counts for what the file held, and nobody knows what it holds now. */
    noteUnreadable(path: string, problem: ErrorRecord, nowMs: number): void {
      database.run(
        'UPDATE local_file SET reread_due_ms = ?, problem = ? WHERE library_id = ? AND path = ?',
        nowMs + Math.min(rereadAfterFailureMs, periodMs),
        JSON.stringify(problem),
        libraryId,
        path,
      );
    },
  };
}

export type Rereads = ReturnType<typeof createRereads>;

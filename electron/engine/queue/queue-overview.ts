import type { Database } from '../ports.ts';
import { rowOf } from '../state/row.ts';
import { readEntry, type QueueEntry, type RunningEntries } from './queue-entry.ts';

/** A release that waits for its draft is not in the way of anything: what the draft waits for is told of its file. */
const waits = "(state = 'waiting' OR (state = 'retrying' AND json_extract(error, '$.code') IS NOT 'draft-not-sent'))";

/** What stands in the queue, for people and for whoever decides what comes next; nothing here changes it. */
export function createQueueOverview(database: Database, running: RunningEntries) {
  const read = (row: unknown): QueueEntry => readEntry(row, running);

  return {
    /** How many transfers that wait for their turn go before this one. */
    transfersBefore(entryId: number): number {
      const row = database.get(
        `SELECT COUNT(*) AS n FROM queue_entry AS other JOIN queue_entry AS mine ON mine.entry_id = ?
         WHERE other.operation <> 'release' AND other.state = 'waiting'
           AND (other.priority > mine.priority OR (other.priority = mine.priority AND other.entry_id < mine.entry_id))`,
        entryId,
      );
      return rowOf(row).number('n');
    },

    get(entryId: number): QueueEntry | undefined {
      const row = database.get('SELECT * FROM queue_entry WHERE entry_id = ?', entryId);
      return row === undefined ? undefined : read(row);
    },

    /** What needs a person first, then what runs, then the rest in order. */
    list: (limit: number): QueueEntry[] =>
      database
        .all(
          "SELECT * FROM queue_entry ORDER BY state = 'needsAttention' DESC, operation = 'release' DESC, entry_id LIMIT ?",
          limit,
        )
        .map(read)
        .sort((a, b) => Number(b.state === 'running') - Number(a.state === 'running')),

    /** Uploads that wait, soonest first: what one bulk check looks at. */
    waitingUploads: (libraryId: string, limit: number): QueueEntry[] =>
      database
        .all(
          "SELECT * FROM queue_entry WHERE state = 'waiting' AND operation <> 'release' AND operation = 'upload' AND library_id = ? ORDER BY priority DESC, entry_id LIMIT ?",
          libraryId,
          limit,
        )
        .map(read),

    /** Entries of a library that wait for their turn or their time, those that failed before the others. */
    unfinished: (libraryId: string, limit: number): QueueEntry[] =>
      database
        .all(
          `SELECT * FROM queue_entry WHERE state IN ('waiting', 'retrying') AND library_id = ?
           ORDER BY error IS NULL, entry_id LIMIT ?`,
          libraryId,
          limit,
        )
        .map(read),

    /** Downloads of a library for which it has no file yet, so that no list of files counts them. */
    newFiles(libraryId: string): { readonly unfinished: number; readonly needsAttention: number } {
      const row = rowOf(
        database.get(
          `SELECT COUNT(*) AS n, COALESCE(SUM(state = 'needsAttention'), 0) AS parked FROM queue_entry AS entry
           WHERE library_id = ? AND operation = 'download' AND NOT EXISTS (SELECT 1 FROM local_file AS file
             WHERE file.library_id = entry.library_id AND file.content_key = entry.content_key)`,
          libraryId,
        ),
      );
      const needsAttention = row.number('parked');
      return { unfinished: row.number('n') - needsAttention, needsAttention };
    },

    /** How many entries of these libraries wait for their turn or their time. */
    waiting(libraryIds: readonly string[]): number {
      const row = database.get(
        `SELECT COUNT(*) AS n FROM queue_entry
         WHERE ${waits} AND library_id IN (SELECT value FROM json_each(?))`,
        JSON.stringify(libraryIds),
      );
      return rowOf(row).number('n') - running.size;
    },

    counts(): { readonly waiting: number; readonly running: number; readonly needsAttention: number } {
      const row = rowOf(
        database.get(`SELECT TOTAL(${waits}) AS waiting, TOTAL(state = 'needsAttention') AS parked FROM queue_entry`),
      );
      return {
        waiting: row.number('waiting') - running.size,
        running: running.size,
        needsAttention: row.number('parked'),
      };
    },

    /** Whether an upload waits, or anything that a person asked for. */
    hasWishes: (): boolean =>
      [
        "SELECT 1 FROM queue_entry WHERE operation <> 'release' AND state = 'waiting' AND priority > 0 LIMIT 1",
        "SELECT 1 FROM queue_entry WHERE operation = 'release' AND state = 'waiting' LIMIT 1",
      ].some((query) => database.get(query) !== undefined),

    /** When the first of all entries that wait may be tried, which may be past; `undefined` when none waits. */
    soonestTryMs(): number | undefined {
      const row = database.get(
        "SELECT MIN(next_try_ms) AS soonest FROM queue_entry WHERE state IN ('waiting', 'retrying')",
      );
      return rowOf(row).optionalNumber('soonest');
    },

    /** When the next entry that waits for its time may be tried; `undefined` when none does. */
    nextTryMs(): number | undefined {
      const row = database.get("SELECT MIN(next_try_ms) AS next FROM queue_entry WHERE state = 'retrying'");
      return rowOf(row).optionalNumber('next');
    },
  };
}

import type { ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Database } from '../ports.ts';
import { longestBackOffMs } from './back-off.ts';
import type { Intent } from './intent.ts';
import { lineOf, readEntry, type QueueEntry } from './queue-entry.ts';
import { createQueueOverview } from './queue-overview.ts';
import { createQueuedKeys } from './queued-keys.ts';

/**
 * The queue of everything that is to be brought about, on disk. Per content key there is at most one transfer, always
 * the newest intent, and any number of releases behind it; entries of one key never run at the same time.
 *
 * @param now what waits are measured by
 * @param wallClockMs what the computer's clock says: people are shown since when an entry is queued
 */
export function createQueue(database: Database, now: () => number, wallClockMs: () => number) {
  // The clock may have been set back while nothing ran; waits are not that long.
  database.run('UPDATE queue_entry SET next_try_ms = ? WHERE next_try_ms > ?', now(), now() + longestBackOffMs);
  /** Told nowhere but here: after a crash nothing runs. */
  const running = new Map<number, string>();
  const overview = createQueueOverview(database, running);

  return {
    ...createQueuedKeys(database, running, wallClockMs),
    ...overview,

    isRunning: (entryId: number): boolean => running.has(entryId),

    /**
     * Takes the next entries of these libraries that may run; they count as running until they are finished, put back,
     * retried or parked. What a person asked for goes first: releases, then uploads that a release waits for; then what
     * they saved anew, before files that are sent for the first time, and those before downloads.
     */
    claim(libraryIds: readonly string[], limit: number): QueueEntry[] {
      if (limit <= 0) return [];
      if ((overview.nextTryMs() ?? Infinity) <= now()) {
        database.run("UPDATE queue_entry SET state = 'waiting' WHERE state = 'retrying' AND next_try_ms <= ?", now());
      }
      const taken: QueueEntry[] = [];
      for (const next of [nextReleases, nextTransfers]) {
        for (const entry of next(JSON.stringify(libraryIds), limit - taken.length)) {
          running.set(entry.entryId, lineOf(entry));
          taken.push(entry);
        }
      }
      return taken;
    },

    setIntent(entryId: number, intent: Intent): void {
      database.run('UPDATE queue_entry SET intent = ? WHERE entry_id = ?', JSON.stringify(intent), entryId);
    },

    finish(entryId: number): void {
      running.delete(entryId);
      database.run('DELETE FROM queue_entry WHERE entry_id = ?', entryId);
    },

    retryAt(entryId: number, nextTryMs: number, error: ErrorRecord): void {
      running.delete(entryId);
      database.run(
        "UPDATE queue_entry SET state = 'retrying', attempts = attempts + 1, next_try_ms = ?, error = ? WHERE entry_id = ?",
        nextTryMs,
        JSON.stringify(error),
        entryId,
      );
    },

    /** Has a release that waits for its draft looked at again later. That is no try. */
    lookAgainAt(entryId: number, nextTryMs: number, error: ErrorRecord): void {
      running.delete(entryId);
      database.run(
        "UPDATE queue_entry SET state = 'retrying', next_try_ms = ?, error = ? WHERE entry_id = ?",
        nextTryMs,
        JSON.stringify(error),
        entryId,
      );
    },

    /** Lets an entry stand as it is on disk: what became of it cannot be written now. */
    leave(entryId: number): void {
      running.delete(entryId);
    },

    /** Puts an entry back that was not really tried. */
    putBack(entryId: number, error?: ErrorRecord): void {
      running.delete(entryId);
      database.run(
        "UPDATE queue_entry SET state = 'waiting', error = ? WHERE entry_id = ?",
        error ? JSON.stringify(error) : null,
        entryId,
      );
    },

    park(entryId: number, error: ErrorRecord): void {
      running.delete(entryId);
      database.run(
        "UPDATE queue_entry SET state = 'needsAttention', attempts = attempts + 1, error = ? WHERE entry_id = ?",
        JSON.stringify(error),
        entryId,
      );
    },

    /** Lets entries be tried now: one, or all that wait for a later try or for a person. */
    tryNow(entryId?: number): void {
      database.run(
        `UPDATE queue_entry SET state = 'waiting', next_try_ms = 0, error = NULL
         WHERE state IN ('retrying', 'needsAttention') AND (? IS NULL OR entry_id = ?)`,
        entryId ?? null,
        entryId ?? null,
      );
    },

    /** Lets what waits for a later try because of such errors be tried now. */
    tryFailedAgain(codes: readonly ErrorRecord['code'][]): void {
      database.run(
        `UPDATE queue_entry SET state = 'waiting', next_try_ms = 0 WHERE state = 'retrying'
         AND json_extract(error, '$.code') IN (SELECT value FROM json_each(?))`,
        JSON.stringify(codes),
      );
    },

    /** Lets what was parked for one reason be tried again, after that reason was mended. */
    tryParkedAgain(code: ErrorRecord['code']): void {
      database.run(
        "UPDATE queue_entry SET state = 'waiting', next_try_ms = 0, error = NULL WHERE state = 'needsAttention' AND json_extract(error, '$.code') = ?",
        code,
      );
    },

    /**
     * Lets releases of a key be tried again that waited for a person to say which file that is, and those that waited
     * for its draft.
     * @param isBlocked whether the draft cannot be sent yet
     */
    tryReleasesAgain(libraryId: string, key: ContentKeyText, isBlocked: boolean): void {
      database.run(
        `UPDATE queue_entry SET state = 'waiting', next_try_ms = 0, error = NULL WHERE library_id = ? AND content_key = ?
         AND operation = 'release' AND state <> 'waiting' AND json_extract(error, '$.code') IN ('several-files', ?)`,
        libraryId,
        key,
        isBlocked ? 'several-files' : 'draft-not-sent',
      );
    },

    /**
     * The service says something else of these keys: lets what it did not have be tried again, and releases whose draft
     * it did not have.
     */
    tryChangedAgain(libraryId: string, keys: Iterable<ContentKeyText>): void {
      for (const key of keys) {
        database.run(
          `UPDATE queue_entry SET state = 'waiting', next_try_ms = 0, error = NULL WHERE library_id = ? AND content_key = ?
           AND state IN ('needsAttention', 'retrying') AND json_extract(error, '$.code') IN ('not-found', 'draft-not-sent')`,
          libraryId,
          key,
        );
      }
    },
  };

  /** A release runs when nothing else of its key is before it. */
  function nextReleases(libraries: string, limit: number): QueueEntry[] {
    return database
      .all(
        `SELECT * FROM queue_entry AS entry WHERE operation = 'release' AND state = 'waiting'
           AND library_id IN (SELECT value FROM json_each(+?)) AND library_id || ' ' || content_key NOT IN (SELECT value FROM json_each(+?))
           AND NOT EXISTS (SELECT 1 FROM queue_entry AS other WHERE other.library_id = entry.library_id
             AND other.content_key = entry.content_key AND other.entry_id <> entry.entry_id
             AND (other.operation <> 'release' OR other.entry_id < entry.entry_id))
         ORDER BY entry_id LIMIT +?`,
        libraries,
        runningLines(),
        limit,
      )
      .map((row) => readEntry(row));
  }

  function nextTransfers(libraries: string, limit: number): QueueEntry[] {
    return database
      .all(
        `SELECT * FROM queue_entry WHERE operation <> 'release' AND state = 'waiting'
           AND library_id IN (SELECT value FROM json_each(+?)) AND library_id || ' ' || content_key NOT IN (SELECT value FROM json_each(+?))
         ORDER BY priority DESC, entry_id LIMIT +?`,
        libraries,
        runningLines(),
        limit,
      )
      .map((row) => readEntry(row));
  }

  function runningLines(): string {
    return JSON.stringify([...running.values()]);
  }
}

export type Queue = ReturnType<typeof createQueue>;

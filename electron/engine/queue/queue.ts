import type { ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { errorRecord } from '../../../shared/rpc/error-record.ts';
import type { Database } from '../ports.ts';
import { rowOf } from '../state/row.ts';
import { longestBackOffMs } from './back-off.ts';
import { intentSchema, sameIntent, type Intent, type ReleaseIntent, type TransferIntent } from './intent.ts';

/** `running` is known in memory only: after a crash nothing runs. `needsAttention`: a person has to do something first. */
export type EntryState = 'waiting' | 'running' | 'retrying' | 'needsAttention';

/** Uploads that a release waits for go ahead of the others. */
const released = 1;
const usual = 0;

export interface QueueEntry {
  readonly entryId: number;
  readonly libraryId: string;
  readonly key: ContentKeyText;
  readonly intent: Intent;
  readonly state: EntryState;
  readonly attempts: number;
  readonly nextTryMs: number;
  readonly createdMs: number;
  readonly error?: ErrorRecord | undefined;
}

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
  /** Lines by the entry that runs for them. */
  const running = new Map<number, string>();
  const read = (row: unknown): QueueEntry => {
    const entry = readEntry(row);
    return running.has(entry.entryId) ? { ...entry, state: 'running' } : entry;
  };

  const hasRelease = (libraryId: string, key: ContentKeyText): boolean =>
    database.get(
      "SELECT 1 FROM queue_entry WHERE library_id = ? AND content_key = ? AND operation = 'release'",
      libraryId,
      key,
    ) !== undefined;

  const transferOf = (libraryId: string, key: ContentKeyText): QueueEntry | undefined => {
    const row = database.get(
      "SELECT * FROM queue_entry WHERE library_id = ? AND content_key = ? AND operation <> 'release'",
      libraryId,
      key,
    );
    return row === undefined ? undefined : read(row);
  };

  const insert = (libraryId: string, key: ContentKeyText, intent: Intent): number =>
    database.run(
      `INSERT INTO queue_entry (library_id, content_key, intent, operation, priority, state, attempts, next_try_ms, created_ms)
       VALUES (?, ?, ?, ?, ?, 'waiting', 0, 0, ?)`,
      libraryId,
      key,
      JSON.stringify(intent),
      intent.operation,
      hasRelease(libraryId, key) ? released : usual,
      wallClockMs(),
    ).lastId;

  return {
    transferOf,

    /** Makes `intent` the one transfer of its key. An equal one stays with its progress; a running one is left to end. */
    putTransfer(libraryId: string, key: ContentKeyText, intent: TransferIntent): void {
      const existing = transferOf(libraryId, key);
      if (existing && (existing.state === 'running' || sameIntent(existing.intent, intent))) return;
      if (existing) database.run('DELETE FROM queue_entry WHERE entry_id = ?', existing.entryId);
      insert(libraryId, key, intent);
    },

    /** Drops the transfer of a key that is no longer wanted, unless it is running. */
    dropTransfer(libraryId: string, key: ContentKeyText): void {
      const existing = transferOf(libraryId, key);
      if (existing && existing.state !== 'running') {
        database.run('DELETE FROM queue_entry WHERE entry_id = ?', existing.entryId);
      }
    },

    putRelease(libraryId: string, key: ContentKeyText, intent: ReleaseIntent): number {
      database.run(
        'UPDATE queue_entry SET priority = ? WHERE library_id = ? AND content_key = ?',
        released,
        libraryId,
        key,
      );
      return insert(libraryId, key, intent);
    },

    /** Bytes of a key that are to be released; `any` for whatever is newest. */
    publishing: (libraryId: string, key: ContentKeyText): Set<Sha256 | 'any'> =>
      new Set(
        database
          .all(
            "SELECT json_extract(intent, '$.sha256') AS sha256 FROM queue_entry WHERE library_id = ? AND content_key = ? AND operation = 'release'",
            libraryId,
            key,
          )
          .map((row) => (rowOf(row).optionalText('sha256') as Sha256 | undefined) ?? 'any'),
      ),

    /** Releases of a library that a person asked for and that are not done yet. */
    releases: (libraryId: string): QueueEntry[] =>
      database
        .all("SELECT * FROM queue_entry WHERE library_id = ? AND operation = 'release' ORDER BY entry_id", libraryId)
        .map(read),

    /** The release of a key that waits for a person and was not sent. */
    parkedRelease(libraryId: string, key: ContentKeyText): QueueEntry | undefined {
      const row = database.get(
        `SELECT * FROM queue_entry WHERE library_id = ? AND content_key = ? AND operation = 'release'
           AND state = 'needsAttention' AND json_extract(intent, '$.sentFromMajor') IS NULL`,
        libraryId,
        key,
      );
      return row === undefined ? undefined : read(row);
    },

    /** Whether a release of the key that was not sent yet is queued. */
    hasRelease,

    /** The first release of a key that is queued. */
    releaseOf(libraryId: string, key: ContentKeyText): QueueEntry | undefined {
      const row = database.get(
        "SELECT * FROM queue_entry WHERE library_id = ? AND content_key = ? AND operation = 'release' ORDER BY entry_id LIMIT 1",
        libraryId,
        key,
      );
      return row === undefined ? undefined : read(row);
    },

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

    isRunning: (entryId: number): boolean => running.has(entryId),

    /**
     * Takes the next entries of these libraries that may run; they count as running until they are finished, put back,
     * retried or parked. What a person asked for goes first: releases, then uploads that a release waits for, then the
     * rest in order.
     */
    claim(libraryIds: readonly string[], limit: number): QueueEntry[] {
      if (limit <= 0) return [];
      if ((this.nextTryMs() ?? Infinity) <= now()) {
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

    /** Lets what was parked for one reason be tried again, after that reason was mended. */
    tryParkedAgain(code: ErrorRecord['code']): void {
      database.run(
        "UPDATE queue_entry SET state = 'waiting', next_try_ms = 0, error = NULL WHERE state = 'needsAttention' AND json_extract(error, '$.code') = ?",
        code,
      );
    },

    /** Lets transfers of keys be tried again for which the service did not have what was wanted: it says otherwise now. */
    tryMissingAgain(libraryId: string, keys: Iterable<ContentKeyText>): void {
      for (const key of keys) {
        database.run(
          `UPDATE queue_entry SET state = 'waiting', next_try_ms = 0, error = NULL WHERE library_id = ? AND content_key = ?
           AND state = 'needsAttention' AND json_extract(error, '$.code') = 'not-found'`,
          libraryId,
          key,
        );
      }
    },

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
         WHERE state IN ('waiting', 'retrying') AND library_id IN (SELECT value FROM json_each(?))`,
        JSON.stringify(libraryIds),
      );
      return rowOf(row).number('n') - running.size;
    },

    counts(): { readonly waiting: number; readonly running: number; readonly needsAttention: number } {
      const rows = database.all('SELECT state, COUNT(*) AS n FROM queue_entry GROUP BY state').map(rowOf);
      const count = (...states: EntryState[]): number =>
        rows
          .filter((row) => states.includes(row.text('state') as EntryState))
          .reduce((sum, row) => sum + row.number('n'), 0);
      return {
        waiting: count('waiting', 'retrying') - running.size,
        running: running.size,
        needsAttention: count('needsAttention'),
      };
    },

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
      .map(readEntry);
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
      .map(readEntry);
  }

  function runningLines(): string {
    return JSON.stringify([...running.values()]);
  }
}

export type Queue = ReturnType<typeof createQueue>;

/** Entries of one line never run at the same time. */
function lineOf(entry: Pick<QueueEntry, 'libraryId' | 'key'>): string {
  return `${entry.libraryId} ${entry.key}`;
}

function readEntry(value: unknown): QueueEntry {
  const row = rowOf(value);
  const error = row.optionalText('error');
  return {
    entryId: row.number('entry_id'),
    libraryId: row.text('library_id'),
    key: row.text('content_key') as ContentKeyText,
    intent: intentSchema.parse(JSON.parse(row.text('intent'))),
    state: row.text('state') as EntryState,
    attempts: row.number('attempts'),
    nextTryMs: row.number('next_try_ms'),
    createdMs: row.number('created_ms'),
    error: error === undefined ? undefined : errorRecord.parse(JSON.parse(error)),
  };
}

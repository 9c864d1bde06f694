import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { errorRecord } from '../../../shared/rpc/error-record.ts';
import type { QueuedFact } from '../judge/judge-file.ts';
import type { Database } from '../ports.ts';
import { rowOf } from '../state/row.ts';
import { sameIntent, type Intent, type ReleaseIntent, type TransferIntent } from './intent.ts';
import { readEntry, type QueueEntry, type RunningEntries } from './queue-entry.ts';

/** In which order transfers go. What a person saved does not wait behind what comes from elsewhere. */
const order = { released: 3, savedAnew: 2, firstUpload: 1, fromElsewhere: 0 } as const;

function priorityOf(intent: Intent): number {
  if (intent.operation !== 'upload') return order.fromElsewhere;
  return intent.base ? order.savedAnew : order.firstUpload;
}

/** What is queued for single content keys: at most one transfer, and any number of releases behind it. */
export function createQueuedKeys(database: Database, running: RunningEntries, wallClockMs: () => number) {
  const read = (row: unknown): QueueEntry => readEntry(row, running);

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
      hasRelease(libraryId, key) ? order.released : priorityOf(intent),
      wallClockMs(),
    ).lastId;

  return {
    transferOf,

    /** What is queued for a key, or parked: what needs a person before what goes on by itself. */
    inTheWayOf(libraryId: string, key: ContentKeyText): (QueuedFact & { readonly entryId: number }) | undefined {
      const value = database.get(
        `SELECT entry_id, operation, state, error FROM queue_entry WHERE library_id = +? AND content_key = +?
           AND (operation <> 'release' OR state = 'needsAttention') ORDER BY state = 'needsAttention' DESC, entry_id LIMIT 1`,
        libraryId,
        key,
      );
      if (value === undefined) return undefined;
      const row = rowOf(value);
      const operation = row.text('operation') as Intent['operation'];
      const error = row.optionalText('error');
      return {
        entryId: row.number('entry_id'),
        operation: operation === 'fetchTheirs' ? 'compare' : operation,
        isParked: row.text('state') === 'needsAttention',
        error: error === undefined ? undefined : errorRecord.parse(JSON.parse(error)),
      };
    },

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
        order.released,
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

    /**
     * The release of a key that waits for a person, or is of other bytes than these (where they are known), and was not
     * sent to this service.
     */
    outdatedRelease(
      libraryId: string,
      key: ContentKeyText,
      serviceId: string | undefined,
      sha256: Sha256 | undefined,
    ): QueueEntry | undefined {
      return database
        .all(
          `SELECT * FROM queue_entry WHERE library_id = ? AND content_key = ? AND operation = 'release'
             AND (state = 'needsAttention' OR json_extract(intent, '$.sha256') IS NOT coalesce(?, json_extract(intent, '$.sha256')))
             AND (json_extract(intent, '$.sentFromMajor') IS NULL OR json_extract(intent, '$.sentTo') <> ?)`,
          libraryId,
          key,
          sha256 ?? null,
          serviceId ?? null,
        )
        .map(read)
        .find(({ state }) => state !== 'running');
    },

    /** Whether a release of the key that was not sent yet is queued. */
    hasRelease,

    /** The first release of a key that is queued. */
    releaseOf(libraryId: string, key: ContentKeyText): QueueEntry | undefined {
      const row = database.get(
        "SELECT * FROM queue_entry WHERE library_id = +? AND content_key = +? AND operation = 'release' ORDER BY entry_id LIMIT 1",
        libraryId,
        key,
      );
      return row === undefined ? undefined : read(row);
    },
  };
}

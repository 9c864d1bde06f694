import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { compareVersions, type Version } from '../../../shared/model/version.ts';
import type { Database } from '../ports.ts';
import type { ConflictEntry, RemoteEntry, SyncedEntry } from '../tree/entries.ts';
import { createHeldKeys } from './held-keys.ts';
import { rowOf, type Row } from './row.ts';

/** The newest version of a key on the service, with what a download needs to know. */
export interface RemoteItem extends RemoteEntry {
  readonly sizeBytes?: number | undefined;
  /** By the service's clock; `unknownDate` where it did not say. */
  readonly changedMs: number;
  readonly baseFilename: string;
  readonly fileExtension: string;
}

/** Stands for the date of a version until the service tells it. */
export const unknownDate = 0;

export interface Conflict extends ConflictEntry {
  /** Where the service's version is kept, below the library's root. */
  readonly keptAt: string;
  readonly theirChangedMs?: number | undefined;
}

/** A conflict with the moment at which it was found. */
export interface FoundConflict extends Conflict {
  readonly foundMs: number;
}

/** What both sides agreed on, and when. */
export interface AgreedEntry extends SyncedEntry {
  readonly agreedMs: number;
}

/** Remote tree, synced tree and recorded conflicts of one library with one service. */
export function createServiceTrees(database: Database, libraryId: string, serviceId: string) {
  const watches = new Set<Set<ContentKeyText>>();
  const noteChange = (key: ContentKeyText): void => {
    for (const watch of watches) watch.add(key);
  };

  const remote = (key: ContentKeyText): RemoteItem | undefined => {
    const row = database.get(
      'SELECT * FROM remote_item WHERE library_id = ? AND service_id = ? AND content_key = ?',
      libraryId,
      serviceId,
      key,
    );
    return row === undefined ? undefined : readRemote(rowOf(row));
  };

  const stamps = (): Map<string, string> =>
    new Map(
      database
        .all('SELECT * FROM remote_item WHERE library_id = ? AND service_id = ?', libraryId, serviceId)
        .map((value) => [rowOf(value).text('content_key'), stampOf(readRemote(rowOf(value)))]),
    );

  return {
    remote,

    serviceId,
    held: createHeldKeys(database, libraryId, serviceId),

    remoteKeys: (): ContentKeyText[] => keysOf('remote_item'),

    /**
     * Every key of which it takes a look to say that nothing is to be done: all but those with one file that was read,
     * the bytes and the version of which are what both sides agreed on, and with nothing queued or undecided.
     */
    keysOutOfStep: (): ContentKeyText[] =>
      database
        .all(
          `WITH here (library_id, service_id) AS (VALUES (?, ?)), everything AS (
             SELECT content_key FROM local_file WHERE library_id = (SELECT library_id FROM here) AND content_key IS NOT NULL
             UNION SELECT content_key FROM remote_item WHERE library_id = (SELECT library_id FROM here) AND service_id = (SELECT service_id FROM here)
             UNION SELECT content_key FROM synced_item WHERE library_id = (SELECT library_id FROM here) AND service_id = (SELECT service_id FROM here)
           ), in_step AS (
             SELECT f.content_key FROM local_file AS f
             JOIN synced_item AS s ON s.library_id = (SELECT library_id FROM here) AND s.service_id = (SELECT service_id FROM here) AND s.content_key = f.content_key
               AND s.path = f.path AND s.sha256 = f.sha256
             JOIN remote_item AS r ON r.library_id = (SELECT library_id FROM here) AND r.service_id = (SELECT service_id FROM here) AND r.content_key = f.content_key
               AND r.major = s.major AND r.minor = s.minor AND (r.sha256 IS NULL OR r.sha256 = s.sha256)
             WHERE f.library_id = (SELECT library_id FROM here) AND f.settled = 1 AND f.gone_since_ms IS NULL
           ), busy AS (
             SELECT content_key FROM local_file WHERE library_id = (SELECT library_id FROM here) AND gone_since_ms IS NOT NULL
             UNION ALL SELECT content_key FROM queue_entry WHERE library_id = (SELECT library_id FROM here)
             UNION ALL SELECT content_key FROM conflict WHERE library_id = (SELECT library_id FROM here) AND service_id = (SELECT service_id FROM here)
             UNION ALL SELECT content_key FROM sent_draft WHERE library_id = (SELECT library_id FROM here) AND service_id = (SELECT service_id FROM here)
             UNION ALL SELECT content_key FROM held_back WHERE library_id = (SELECT library_id FROM here) AND service_id = (SELECT service_id FROM here)
             UNION ALL SELECT content_key FROM bounded_change WHERE library_id = (SELECT library_id FROM here) AND service_id = (SELECT service_id FROM here)
             UNION ALL SELECT content_key FROM local_file WHERE library_id = (SELECT library_id FROM here) AND content_key IS NOT NULL
               GROUP BY content_key HAVING COUNT(*) > 1
           )
           SELECT content_key FROM everything EXCEPT SELECT content_key FROM in_step
           UNION SELECT content_key FROM busy WHERE content_key IS NOT NULL`,
          libraryId,
          serviceId,
        )
        .map((row) => rowOf(row).text('content_key') as ContentKeyText),

    /** Takes over what the service says; an answer older than what is known already (it was overtaken) changes nothing. */
    noteRemote(key: ContentKeyText, item: RemoteItem): boolean {
      const known = remote(key);
      if (known && compareVersions(item.version, known.version) < 0) return false;
      if (known && saysNothingNew(known, item)) return false;
      putRemote(key, item);
      return true;
    },

    /**
     * Takes over what a list of the service says. Where it is older than what is known, the service was brought back,
     * unless that came to be known while the list was made.
     * @param meanwhile the keys that changed since the list was asked for
     * @returns the keys that are different now
     */
    noteListed(
      items: readonly (readonly [ContentKeyText, RemoteItem])[],
      meanwhile: ReadonlySet<ContentKeyText>,
    ): ContentKeyText[] {
      // Asking for each of a hundred thousand takes longer than reading them all.
      const known = items.length > manyItems ? stamps() : undefined;
      const changed = items.filter(([key, item]) => {
        if (known?.get(key) === stampOf(item)) return false;
        return meanwhile.has(key) ? this.noteRemote(key, item) : this.replaceRemote(key, item);
      });
      return changed.map(([key]) => key);
    },

    /** The keys whose newest version comes to be known, or is forgotten, until `end` is called. */
    watchRemote(): { readonly changed: ReadonlySet<ContentKeyText>; readonly end: () => void } {
      const changed = new Set<ContentKeyText>();
      watches.add(changed);
      return { changed, end: () => watches.delete(changed) };
    },

    /** Takes over what the service just said of a key of which nothing is under way, also where it went back. */
    replaceRemote(key: ContentKeyText, item: RemoteItem | undefined): boolean {
      const known = remote(key);
      if (item === undefined) {
        if (known) this.forgetRemote(key);
        return known !== undefined;
      }
      if (known && saysNothingNew(known, item)) return false;
      putRemote(key, item);
      return true;
    },

    /** Forgets what a complete list of the service no longer holds. */
    forgetRemote(key: ContentKeyText): void {
      noteChange(key);
      database.run(
        'DELETE FROM remote_item WHERE library_id = ? AND service_id = ? AND content_key = ?',
        libraryId,
        serviceId,
        key,
      );
    },

    synced(key: ContentKeyText): AgreedEntry | undefined {
      const value = database.get(
        'SELECT * FROM synced_item WHERE library_id = ? AND service_id = ? AND content_key = ?',
        libraryId,
        serviceId,
        key,
      );
      if (value === undefined) return undefined;
      const row = rowOf(value);
      return {
        path: row.text('path'),
        version: versionIn(row),
        sha256: row.text('sha256') as Sha256,
        changedMs: row.optionalNumber('changed_ms'),
        agreedMs: row.number('agreed_ms'),
      };
    },

    /** Writes an agreement: what was sent before it no longer matters. */
    noteSynced(key: ContentKeyText, entry: SyncedEntry, nowMs: number): void {
      const newest = remote(key);
      const dated = newest && compareVersions(newest.version, entry.version) === 0 ? newest : undefined;
      database.run(
        'DELETE FROM sent_draft WHERE library_id = ? AND service_id = ? AND content_key = ?',
        libraryId,
        serviceId,
        key,
      );
      database.run(
        'INSERT OR REPLACE INTO synced_item VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
        libraryId,
        serviceId,
        key,
        entry.path,
        entry.version.major,
        entry.version.minor,
        entry.sha256,
        nowMs,
        dated && dated.changedMs !== unknownDate ? dated.changedMs : null,
      );
    },

    /** The agreed file stands at another path now. */
    noteMoved(key: ContentKeyText, path: string): void {
      database.run(
        'UPDATE synced_item SET path = ? WHERE library_id = ? AND service_id = ? AND content_key = ?',
        path,
        libraryId,
        serviceId,
        key,
      );
    },

    /** Bytes sent since the last agreement; whether they arrived is not known. */
    sent: (key: ContentKeyText): Set<Sha256> =>
      new Set(
        database
          .all(
            'SELECT sha256 FROM sent_draft WHERE library_id = ? AND service_id = ? AND content_key = ?',
            libraryId,
            serviceId,
            key,
          )
          .map((row) => rowOf(row).text('sha256') as Sha256),
      ),

    /** Written before bytes are made a version, so that they are known for ours also when the answer is lost. */
    noteSent(key: ContentKeyText, sha256: Sha256): void {
      database.run('INSERT OR IGNORE INTO sent_draft VALUES (?, ?, ?, ?)', libraryId, serviceId, key, sha256);
    },

    conflict(key: ContentKeyText): FoundConflict | undefined {
      const value = database.get(
        'SELECT * FROM conflict WHERE library_id = ? AND service_id = ? AND content_key = ?',
        libraryId,
        serviceId,
        key,
      );
      if (value === undefined) return undefined;
      const row = rowOf(value);
      return {
        theirVersion: versionIn(row),
        keptAt: row.text('kept_at'),
        theirChangedMs: row.optionalNumber('their_changed_ms'),
        foundMs: row.number('found_ms'),
      };
    },

    noteConflict(key: ContentKeyText, conflict: Conflict, nowMs: number): void {
      database.run(
        'INSERT OR REPLACE INTO conflict VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
        libraryId,
        serviceId,
        key,
        conflict.theirVersion.major,
        conflict.theirVersion.minor,
        conflict.keptAt,
        conflict.theirChangedMs ?? null,
        nowMs,
      );
    },

    forgetConflict(key: ContentKeyText): void {
      database.run(
        'DELETE FROM conflict WHERE library_id = ? AND service_id = ? AND content_key = ?',
        libraryId,
        serviceId,
        key,
      );
    },

    /** When the service last told everything it was asked about this library; `undefined` when it never did. */
    answeredMs(): number | undefined {
      const row = database.get(
        'SELECT answered_ms FROM service_answer WHERE library_id = ? AND service_id = ?',
        libraryId,
        serviceId,
      );
      return row === undefined ? undefined : rowOf(row).number('answered_ms');
    },

    noteAnswered(nowMs: number): void {
      database.run('INSERT OR REPLACE INTO service_answer VALUES (?, ?, ?)', libraryId, serviceId, nowMs);
    },

    cursor(applicationName: string, applicationVersion: string): number | undefined {
      const row = database.get(
        `SELECT newest_change_ms FROM poll_cursor
         WHERE library_id = ? AND service_id = ? AND application_name = ? AND application_version = ?`,
        libraryId,
        serviceId,
        applicationName,
        applicationVersion,
      );
      return row === undefined ? undefined : rowOf(row).number('newest_change_ms');
    },

    setCursor(applicationName: string, applicationVersion: string, newestChangeMs: number): void {
      database.run(
        'INSERT OR REPLACE INTO poll_cursor VALUES (?, ?, ?, ?, ?)',
        libraryId,
        serviceId,
        applicationName,
        applicationVersion,
        newestChangeMs,
      );
    },
  };

  function keysOf(table: 'remote_item'): ContentKeyText[] {
    return database
      .all(`SELECT content_key FROM ${table} WHERE library_id = ? AND service_id = ?`, libraryId, serviceId)
      .map((row) => rowOf(row).text('content_key') as ContentKeyText);
  }

  function putRemote(key: ContentKeyText, item: RemoteItem): void {
    noteChange(key);
    database.run(
      'INSERT OR REPLACE INTO remote_item VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      libraryId,
      serviceId,
      key,
      item.version.major,
      item.version.minor,
      item.sha256 ?? null,
      item.sizeBytes ?? null,
      item.changedMs,
      item.baseFilename,
      item.fileExtension,
    );
  }
}

export type ServiceTrees = ReturnType<typeof createServiceTrees>;

/** What was learned about the bytes of a version holds for ever, whether or not the service tells it. */
/** From here on the whole table is read instead of single rows. */
const manyItems = 200;

function stampOf({ version, sha256, changedMs }: RemoteItem): string {
  return `${version.major}.${version.minor} ${sha256 ?? changedMs}`;
}

function saysNothingNew(known: RemoteItem, item: RemoteItem): boolean {
  if (compareVersions(item.version, known.version) !== 0) return false;
  if (item.sha256 !== undefined) return item.sha256 === known.sha256;
  // Where bytes are not told, another date under the same number shows that they are others.
  return item.changedMs === unknownDate || item.changedMs === known.changedMs;
}

function readRemote(row: Row): RemoteItem {
  return {
    version: versionIn(row),
    sha256: row.optionalText('sha256') as Sha256 | undefined,
    sizeBytes: row.optionalNumber('size_bytes'),
    changedMs: row.number('changed_ms'),
    baseFilename: row.text('base_filename'),
    fileExtension: row.text('file_extension'),
  };
}

function versionIn(row: Row): Version {
  return { major: row.number('major'), minor: row.number('minor') };
}

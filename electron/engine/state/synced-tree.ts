import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { compareVersions } from '../../../shared/model/version.ts';
import type { Database } from '../ports.ts';
import type { SyncedEntry } from '../tree/entries.ts';
import type { EarlierVersions } from './earlier-versions.ts';
import { unknownDate, type RemoteItem } from './remote-tree.ts';
import { rowOf } from './row.ts';
import { versionIn } from './version-in.ts';

/** What both sides agreed on, and when. */
export interface AgreedEntry extends SyncedEntry {
  readonly agreedMs: number;
}

/**
 * What one library and one service last agreed on, and what was sent since.
 * @param remote the newest version of a key that is known of
 * @param earlier where what was agreed on before goes
 */
export function createSyncedTree(
  database: Database,
  libraryId: string,
  serviceId: string,
  remote: (key: ContentKeyText) => RemoteItem | undefined,
  earlier: EarlierVersions,
) {
  return {
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
        modifiedMs: row.optionalNumber('modified_ms'),
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
      earlier.noteEarlier(key, entry.sha256);
      database.run(
        `INSERT OR REPLACE INTO synced_item VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?,
           (SELECT modified_ms FROM local_file WHERE library_id = ? AND path = ? AND sha256 = ? AND settled = 1))`,
        libraryId,
        serviceId,
        key,
        entry.path,
        entry.version.major,
        entry.version.minor,
        entry.sha256,
        nowMs,
        dated && dated.changedMs !== unknownDate ? dated.changedMs : null,
        libraryId,
        entry.path,
        entry.sha256,
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
  };
}

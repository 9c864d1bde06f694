import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import type { Version } from '../../../shared/model/version.ts';
import type { SyncedEntry } from '../tree/entries.ts';
import { unknownDate } from './remote-tree.ts';
import { columns, contentKey, newRow, number, optionalNumber, shape, text, version } from './row.ts';
import { createFewKeys } from './few-keys.ts';
import type { ServiceRows } from './service-rows.ts';
import { insert, raw, sql } from './sql.ts';

/** What both sides agreed on, and when. */
export interface AgreedEntry extends SyncedEntry {
  readonly agreedMs: number;
  /** When the service told of this version, as far as that was with the agreement. */
  readonly confirmedMs?: number | undefined;
}

const agreedEntry = columns<AgreedEntry>({
  path: text('path'),
  version,
  sha256: text('sha256'),
  changedMs: optionalNumber('changed_ms'),
  modifiedMs: optionalNumber('modified_ms'),
  agreedMs: number('agreed_ms'),
  confirmedMs: optionalNumber('confirmed_ms'),
  lostMajor: optionalNumber('lost_major'),
});

type EarlierVersion = Pick<AgreedEntry, 'version' | 'changedMs'>;

const readEarlier = shape<EarlierVersion>({ version, changedMs: optionalNumber('changed_ms') });

/** So many earlier versions are remembered of each key, the latest ones. */
const keptPerKey = 64;

/**
 * What one library and one service last agreed on, what they agreed on before, and what was sent since. It is dated by
 * what is known of the newest version.
 */
export function createSyncedTree(rows: ServiceRows) {
  const { database, libraryId, serviceId, mine, isOf } = rows;
  const earlier = earlierVersions(rows);
  const { forgetAll, ...sent } = sentDrafts(rows);
  /**
   * Where both sides agree on what is older than a release that there was, the service lost that one. It is missed until
   * there is a release again, whatever its number.
   */
  const lostMajor = (key: ContentKeyText, { major }: SyncedEntry['version']) =>
    sql`(SELECT CASE
        WHEN synced_item.major > ${major} THEN max(synced_item.major, COALESCE(lost_major, 0))
        WHEN synced_item.major = ${major} AND lost_major > ${major} THEN lost_major
      END FROM synced_item WHERE ${isOf(key)})`;

  return {
    ...takenBack(rows),
    ...sent,

    earlierVersion: earlier.withBytes,
    noteEarlier: earlier.noteElsewhere,

    synced: (key: ContentKeyText): AgreedEntry | undefined =>
      database.get(sql`SELECT * FROM synced_item WHERE ${isOf(key)}`, agreedEntry),

    /**
     * Writes an agreement: what was sent before it no longer matters.
     * @param confirmedMs when the service told of that version; `undefined` where only lists did
     */
    noteSynced(
      key: ContentKeyText,
      { path, version: agreed, sha256 }: SyncedEntry,
      nowMs: number,
      confirmedMs: number | undefined,
    ): void {
      forgetAll(key);
      earlier.note(key, sha256, agreed);
      database.run(
        sql`INSERT OR REPLACE INTO synced_item
          (library_id, service_id, content_key, path, major, minor, sha256, agreed_ms, confirmed_ms, changed_ms,
            modified_ms, lost_major)
          VALUES (${libraryId}, ${serviceId}, ${key}, ${path}, ${agreed.major}, ${agreed.minor}, ${sha256}, ${nowMs},
            ${confirmedMs},
            (SELECT changed_ms FROM remote_item
              WHERE ${isOf(key)} AND major = ${agreed.major} AND minor = ${agreed.minor} AND changed_ms <> ${unknownDate}),
            (SELECT modified_ms FROM local_file
              WHERE library_id = ${libraryId} AND path = ${path} AND sha256 = ${sha256} AND settled = 1),
            ${lostMajor(key, agreed)})`,
      );
    },

    /** The service told that it has these bytes, whether or not they are those agreed on. */
    noteConfirmed(key: ContentKeyText, sha256: Sha256 | undefined, nowMs: number): void {
      database.run(sql`UPDATE synced_item SET confirmed_ms = ${nowMs} WHERE ${isOf(key)} AND sha256 = ${sha256}`);
    },

    agreedKeys: (): ContentKeyText[] =>
      database.all(sql`SELECT content_key FROM synced_item WHERE ${mine}`, contentKey),

    /** The agreed file stands at another path now. */
    noteMoved(key: ContentKeyText, path: string): void {
      database.run(sql`UPDATE synced_item SET path = ${path} WHERE ${isOf(key)}`);
    },
  };
}

/** Agreements that do not count any more. */
function takenBack({ database, isOf, names }: ServiceRows) {
  return {
    /** Agrees again on what was agreed on before, as if nothing had followed it; `undefined` where that was nothing. */
    restoreSynced(key: ContentKeyText, before: AgreedEntry | undefined): void {
      if (!before) return void database.run(sql`DELETE FROM synced_item WHERE ${isOf(key)}`);
      database.run(insert('synced_item', { ...names(key), ...newRow(agreedEntry, before) }, 'OR REPLACE'));
      database.run(sql`DELETE FROM earlier_version WHERE ${isOf(key)} AND sha256 = ${before.sha256}`);
    },

    /** Nothing was ever agreed on for this key: its file was taken away as if it had not come. */
    forgetSynced(key: ContentKeyText): void {
      for (const table of ['synced_item', 'earlier_version'])
        database.run(sql`DELETE FROM ${raw(table)} WHERE ${isOf(key)}`);
    },
  };
}

/** What was agreed on before. */
function earlierVersions({ database, isOf, names }: ServiceRows) {
  return {
    /** Which of the versions that were agreed on before has these bytes; `undefined` when none is known to. */
    withBytes: (key: ContentKeyText, sha256: Sha256): EarlierVersion | undefined =>
      database.get(
        sql`SELECT major, minor, changed_ms FROM earlier_version WHERE ${isOf(key)} AND sha256 = ${sha256}`,
        readEarlier,
      ),

    /** A version before the one that is about to be agreed on, where these bytes were agreed on with another service. */
    noteElsewhere: (key: ContentKeyText, sha256: Sha256, before: Version): void => {
      database.run(insert('earlier_version', { ...names(key), sha256, ...newRow(version, before) }, 'OR REPLACE'));
    },

    note,
  };

  /**
   * What is agreed on becomes an earlier version, as other bytes are about to be agreed on. A service that was brought
   * back gives its numbers out again: what had that of the newest, or one after it, is none of its versions any more.
   */
  function note(key: ContentKeyText, newest: Sha256, { major, minor }: Version): void {
    const ofKey = isOf(key);
    const { changes } = database.run(
      sql`INSERT OR REPLACE INTO earlier_version (library_id, service_id, content_key, sha256, major, minor, changed_ms)
        SELECT library_id, service_id, content_key, sha256, major, minor, changed_ms
        FROM synced_item WHERE ${ofKey} AND sha256 <> ${newest}`,
    );
    if (changes === 0) return;
    database.run(sql`DELETE FROM earlier_version WHERE ${ofKey} AND (major, minor) >= (${major}, ${minor})`);
    database.run(
      sql`DELETE FROM earlier_version WHERE ${ofKey} AND (major, minor) < (SELECT major, minor FROM earlier_version
        WHERE ${ofKey} ORDER BY major DESC, minor DESC LIMIT 1 OFFSET ${keptPerKey - 1})`,
    );
  }
}

/** What was sent since the last agreement, and what was not. */
function sentDrafts({ database, libraryId, serviceId, mine, isOf, names }: ServiceRows) {
  const few = createFewKeys(database, sql`sent_draft WHERE ${mine}`);
  return {
    /**
     * Keys of files that stood still, are others than agreed on, or fresh and not agreed on at all, and are not in the
     * local history: the newest files that are together no longer than a sum.
     */
    unsentKeys: (freshSinceMs: number, longestBytes: number, sumBytes: number): ContentKeyText[] =>
      database.all(
        sql`SELECT DISTINCT content_key FROM (
          SELECT f.content_key, SUM(f.size_bytes) OVER (ORDER BY f.modified_ms DESC, f.path) AS sum_bytes
          FROM local_file AS f LEFT JOIN synced_item AS agreed ON agreed.library_id = f.library_id
            AND agreed.service_id = ${serviceId} AND agreed.content_key = f.content_key
          WHERE f.library_id = ${libraryId} AND f.content_key IS NOT NULL AND f.settled = 1 AND f.gone_since_ms IS NULL
            AND f.size_bytes <= ${longestBytes} AND f.sha256 <> COALESCE(agreed.sha256, '')
            AND (agreed.sha256 IS NOT NULL OR f.modified_ms > ${freshSinceMs})
            AND NOT EXISTS (SELECT 1 FROM backup_copy AS copy WHERE copy.library_id = f.library_id
              AND copy.content_key = f.content_key AND copy.sha256 = f.sha256 AND copy.reason = 'superseded'))
          WHERE sum_bytes <= ${sumBytes}`,
        contentKey,
      ),

    /** Bytes sent since the last agreement; whether they arrived is not known. */
    sent: (key: ContentKeyText): Set<Sha256> =>
      new Set(
        few.mayHave(key)
          ? database.all(sql`SELECT sha256 FROM sent_draft WHERE ${isOf(key)}`, text<Sha256>('sha256'))
          : [],
      ),

    /**
     * Written before bytes are made a version, so that they are known for ours also when the answer is lost.
     * @returns whether they were not sent before
     */
    noteSent(key: ContentKeyText, sha256: Sha256): boolean {
      few.note(key);
      return database.run(insert('sent_draft', { ...names(key), sha256 }, 'OR IGNORE')).changes > 0;
    },

    /** The service refused them. */
    forgetSent(key: ContentKeyText, sha256: Sha256): void {
      database.run(sql`DELETE FROM sent_draft WHERE ${isOf(key)} AND sha256 = ${sha256}`);
    },

    /** Something was agreed on. */
    forgetAll: (key: ContentKeyText): void => {
      if (few.mayHave(key)) database.run(sql`DELETE FROM sent_draft WHERE ${isOf(key)}`);
    },
  };
}

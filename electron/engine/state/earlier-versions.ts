import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import type { Version } from '../../../shared/model/version.ts';
import type { Database } from '../ports.ts';
import { rowOf } from './row.ts';
import { versionIn } from './version-in.ts';

/** So many earlier versions are remembered of each key, the latest ones. */
const keptPerKey = 64;

/** What one library and one service agreed on before they last agreed. */
export function createEarlierVersions(database: Database, libraryId: string, serviceId: string) {
  const mine = 'library_id = +? AND service_id = +? AND content_key = +?';
  return {
    /** Which of the versions that were agreed on before has these bytes; `undefined` when none is known to. */
    earlierVersion(key: ContentKeyText, sha256: Sha256): Version | undefined {
      const row = database.get(
        'SELECT major, minor FROM earlier_version WHERE library_id = ? AND service_id = ? AND content_key = ? AND sha256 = ?',
        libraryId,
        serviceId,
        key,
        sha256,
      );
      return row === undefined ? undefined : versionIn(rowOf(row));
    },

    /** What is agreed on becomes an earlier version, as other bytes are about to be agreed on. */
    noteEarlier(key: ContentKeyText, newest: Sha256): void {
      const { changes } = database.run(
        `INSERT OR REPLACE INTO earlier_version SELECT library_id, service_id, content_key, sha256, major, minor
         FROM synced_item WHERE library_id = ? AND service_id = ? AND content_key = ? AND sha256 <> ?`,
        libraryId,
        serviceId,
        key,
        newest,
      );
      if (changes === 0) return;
      database.run(
        `DELETE FROM earlier_version WHERE ${mine} AND (major, minor) < (SELECT major, minor FROM earlier_version
           WHERE ${mine} ORDER BY major DESC, minor DESC LIMIT 1 OFFSET ${keptPerKey - 1})`,
        libraryId,
        serviceId,
        key,
        libraryId,
        serviceId,
        key,
      );
    },
  };
}

export type EarlierVersions = ReturnType<typeof createEarlierVersions>;

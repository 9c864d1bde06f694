import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import type { Version } from '../../../shared/model/version.ts';
import type { Database } from '../ports.ts';
import { createConflicts } from './conflicts.ts';
import { createEarlierVersions } from './earlier-versions.ts';
import type { KeyRange } from './library-claims.ts';
import { createRemovals } from './removals.ts';
import { createRemoteTree } from './remote-tree.ts';
import { rowOf } from './row.ts';
import { createSyncedTree } from './synced-tree.ts';

/** Remote tree, synced tree and recorded conflicts of one library with one service. */
export function createServiceTrees(database: Database, libraryId: string, serviceId: string) {
  const remoteTree = createRemoteTree(database, libraryId, serviceId);
  const earlier = createEarlierVersions(database, libraryId, serviceId);
  const syncedTree = createSyncedTree(database, libraryId, serviceId, remoteTree.remote, earlier);
  return {
    ...remoteTree,
    ...syncedTree,
    earlierVersion: (key: ContentKeyText, sha256: Sha256): Version | undefined => earlier.earlierVersion(key, sha256),
    ...createConflicts(database, libraryId, serviceId),
    ...createRemovals(database, libraryId, serviceId),

    serviceId,
    /** Keys of a range that the service has and of which no file is or was here. */
    keysWithoutFile: ({ from, before }: KeyRange): ContentKeyText[] =>
      database
        .all(
          `SELECT content_key FROM remote_item AS r WHERE library_id = ? AND service_id = ? AND content_key >= ? AND content_key < ?
             AND NOT EXISTS (SELECT 1 FROM local_file AS f WHERE f.library_id = r.library_id AND f.content_key = r.content_key)`,
          libraryId,
          serviceId,
          from,
          before,
        )
        .map((row) => rowOf(row).text('content_key') as ContentKeyText),

    /** When the service last told everything it was asked about this library; `undefined` when it never did. */
    answeredMs(): number | undefined {
      const row = database.get(
        'SELECT answered_ms FROM service_answer WHERE library_id = ? AND service_id = ?',
        libraryId,
        serviceId,
      );
      return row === undefined ? undefined : rowOf(row).number('answered_ms');
    },

    /** When the service last listed everything that it has for this library, and not only changes. */
    listedMs(): number | undefined {
      const row = database.get(
        'SELECT listed_ms FROM service_answer WHERE library_id = ? AND service_id = ?',
        libraryId,
        serviceId,
      );
      return row === undefined ? undefined : rowOf(row).optionalNumber('listed_ms');
    },

    /**
     * When the service last said that it has the agreed version of a key: by a list of everything, or when it was agreed
     * on. A list of changes says nothing of what did not change; `undefined` where nothing is agreed on.
     */
    confirmedMs(key: ContentKeyText): number | undefined {
      const synced = syncedTree.synced(key);
      return synced && Math.max(synced.agreedMs, this.listedMs() ?? 0);
    },

    /** @param everything whether it listed everything that it has */
    noteAnswered(nowMs: number, everything: boolean): void {
      database.run(
        `INSERT INTO service_answer VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET answered_ms = excluded.answered_ms,
           listed_ms = coalesce(excluded.listed_ms, listed_ms)`,
        libraryId,
        serviceId,
        nowMs,
        everything ? nowMs : null,
      );
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
}

export type ServiceTrees = ReturnType<typeof createServiceTrees>;

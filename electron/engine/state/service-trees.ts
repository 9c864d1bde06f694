import type { SeenAnswer } from '../../../shared/api/caller.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Database } from '../ports.ts';
import type { RemovalEntry } from '../tree/entries.ts';
import { createConflicts } from './conflicts.ts';
import type { KeyRange } from './libraries.ts';
import { createRemoteTree } from './remote-tree.ts';
import { contentKey, number, optionalNumber, shape, text, version } from './row.ts';
import { insert, orUpdate, sql } from './sql.ts';
import { createSyncedTree } from './synced-tree.ts';

const readRemoval = shape<RemovalEntry>({ answer: text('answer'), version });

const readAnswer = shape<{ readonly answeredMs: number; readonly listedMs: number | undefined }>({
  answeredMs: number('answered_ms'),
  listedMs: optionalNumber('listed_ms'),
});

/** A list of changes as it was last taken over. */
interface SeenList {
  readonly afterDate: string;
  readonly answer: SeenAnswer;
  /** How many files it held. */
  readonly files: number;
}

/** Remote tree, synced tree, conflicts and removals of one library with one service. */
export function createServiceTrees(database: Database, libraryId: string, serviceId: string) {
  const names = { library_id: libraryId, service_id: serviceId };
  const mine = sql`library_id = ${libraryId} AND service_id = ${serviceId}`;
  const remoteTree = createRemoteTree(database, libraryId, serviceId);
  const syncedTree = createSyncedTree(database, libraryId, serviceId, remoteTree.remote);
  const lastAnswer = () => database.get(sql`SELECT * FROM service_answer WHERE ${mine}`, readAnswer);

  return {
    ...remoteTree,
    ...syncedTree,
    ...createConflicts(database, libraryId, serviceId),

    serviceId,

    /** By program, the lists of changes that were taken over whole: the same again say nothing new. Not kept on the disk. */
    seenLists: new Map<string, SeenList>(),

    /** Of a file that is gone: what a person said to that. */
    removal: (key: ContentKeyText): RemovalEntry | undefined =>
      database.get(sql`SELECT * FROM removal WHERE ${mine} AND content_key = ${key}`, readRemoval),

    /** Notes that a file is gone, or what a person said to that. */
    noteRemoval(key: ContentKeyText, { answer, version: newest }: RemovalEntry): void {
      database.run(insert('removal', { ...names, content_key: key, answer, ...newest }, 'OR REPLACE'));
    },

    /** The file is there again. */
    forgetRemoval(key: ContentKeyText): void {
      database.run(sql`DELETE FROM removal WHERE ${mine} AND content_key = ${key}`);
    },

    /** Keys of a range that the service has and of which no file is or was here. */
    keysWithoutFile: ({ from, before }: KeyRange): ContentKeyText[] =>
      database.all(
        sql`SELECT content_key FROM remote_item AS r WHERE ${mine} AND content_key >= ${from} AND content_key < ${before}
          AND NOT EXISTS (SELECT 1 FROM local_file AS f WHERE f.library_id = r.library_id AND f.content_key = r.content_key)`,
        contentKey,
      ),

    /** When the service last told everything it was asked about this library; `undefined` when it never did. */
    answeredMs: (): number | undefined => lastAnswer()?.answeredMs,

    /** When the service last listed everything that it has for this library, and not only changes. */
    listedMs: (): number | undefined => lastAnswer()?.listedMs,

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
      const times = { answered_ms: nowMs, ...(everything ? { listed_ms: nowMs } : {}) };
      database.run(sql`${insert('service_answer', { ...names, ...times })} ${orUpdate(...Object.keys(times))}`);
    },

    cursor: (applicationName: string, applicationVersion: string): number | undefined =>
      database.get(
        sql`SELECT newest_change_ms FROM poll_cursor
          WHERE ${mine} AND application_name = ${applicationName} AND application_version = ${applicationVersion}`,
        number('newest_change_ms'),
      ),

    setCursor(applicationName: string, applicationVersion: string, newestChangeMs: number): void {
      const application = { application_name: applicationName, application_version: applicationVersion };
      database.run(insert('poll_cursor', { ...names, ...application, newest_change_ms: newestChangeMs }, 'OR REPLACE'));
    },
  };
}

export type ServiceTrees = ReturnType<typeof createServiceTrees>;

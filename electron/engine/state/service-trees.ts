import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Program } from '../../../shared/model/program.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { compareVersions } from '../../../shared/model/version.ts';
import type { Database } from '../ports.ts';
import type { RemovalEntry } from '../tree/entries.ts';
import type { ServiceVersion } from './backup-copies.ts';
import { createConflicts } from './conflicts.ts';
import { createEndedConflicts } from './ended-conflicts.ts';
import type { KeyRange } from './libraries.ts';
import { createRemoteTree } from './remote-tree.ts';
import { columns, contentKey, number, optionalNumber, shape, text, version } from './row.ts';
import { createSeenLists, isOfProgram, namesOf } from './seen-lists.ts';
import { createRowsByKey, serviceRows, type ServiceRows } from './service-rows.ts';
import { insert, insertOrUpdate, sql } from './sql.ts';
import { createSyncedTree } from './synced-tree.ts';

/** Of a file that is gone: what a person said to that. */
const removalEntry = columns<RemovalEntry>({ answer: text('answer'), version });

const readAnswer = shape<{ readonly answeredMs: number; readonly listedMs: number | undefined }>({
  answeredMs: number('answered_ms'),
  listedMs: optionalNumber('listed_ms'),
});

/** Whether any library ever agreed on a file with a service. */
export function hasAgreedWith(database: Database, serviceId: string): boolean {
  return database.has(sql`SELECT 1 FROM synced_item WHERE service_id = ${serviceId}`);
}

/** Remote tree, synced tree, conflicts, removals and what a person wants, of one library with one service. */
export function createServiceTrees(database: Database, libraryId: string, serviceId: string) {
  const rows = serviceRows(database, libraryId, serviceId);
  const seenLists = createSeenLists(rows);
  const remoteTree = createRemoteTree(rows, seenLists);
  const syncedTree = createSyncedTree(rows);
  const removals = createRowsByKey(rows, 'removal', removalEntry);

  return {
    ...remoteTree,
    ...syncedTree,
    ...seenLists,
    ...createConflicts(rows),
    ...createEndedConflicts(rows),
    ...wantedKeys(rows),
    ...serviceAnswers(rows),
    ...askedTogether(rows),

    serviceId,

    removal: removals.get,

    /** Notes that a file is gone, or what a person said to that. */
    noteRemoval: removals.put,

    /** The file is there again. */
    forgetRemoval: removals.forget,

    /** As which version both sides agreed on bytes of a key, now or before. */
    agreedAs(key: ContentKeyText, sha256: Sha256): ServiceVersion {
      const synced = syncedTree.synced(key);
      const agreed = synced?.sha256 === sha256 ? synced : syncedTree.earlierVersion(key, sha256);
      return agreed ? { version: agreed.version, changedMs: agreed.changedMs, serviceId } : {};
    },

    /**
     * Whether the service is known to have bytes of a key: as its newest version, or as one that was agreed on and that it
     * did not go back behind.
     */
    hasBytes(key: ContentKeyText, sha256: Sha256): boolean {
      const newest = remoteTree.remote(key);
      if (!newest || newest.sha256 === sha256) return newest !== undefined;
      const { version } = this.agreedAs(key, sha256);
      const ahead = version ? compareVersions(newest.version, version) : -1;
      return ahead > 0 || (ahead === 0 && newest.sha256 === undefined);
    },

    /** Keys of a range that the service has and of which no file is or was here. */
    keysWithoutFile: ({ from, before }: KeyRange): ContentKeyText[] =>
      database.all(
        sql`SELECT content_key FROM remote_item AS r WHERE ${rows.mine} AND content_key >= ${from} AND content_key < ${before}
          AND NOT EXISTS (SELECT 1 FROM local_file AS f WHERE f.library_id = r.library_id AND f.content_key = r.content_key)`,
        contentKey,
      ),

    /**
     * When the service last said that it has the agreed version of a key: by a list of everything, or with the agreement.
     * A list of changes says nothing of what did not change, and what a person decides nothing of the service;
     * `undefined` where nothing is agreed on, or it never said so but while the clock was ahead.
     */
    confirmedMs(key: ContentKeyText, nowMs: number): number | undefined {
      const synced = syncedTree.synced(key);
      const toldMs = synced ? [synced.confirmedMs ?? 0, this.listedMs() ?? 0] : [];
      return Math.max(0, ...toldMs.filter((atMs) => atMs <= nowMs)) || undefined;
    },
  };
}

export type ServiceTrees = ReturnType<typeof createServiceTrees>;

/** Which of many keys something is true of, in one question. */
function askedTogether({ database, libraryId, mine }: ServiceRows) {
  return {
    /** Those of some keys of which the service has something, or on which anything was agreed, as far as is known. */
    knownAmong: (keys: readonly ContentKeyText[]): Set<ContentKeyText> =>
      new Set(
        database.all(
          sql`SELECT asked.value AS content_key FROM json_each(${JSON.stringify(keys)}) AS asked
            WHERE EXISTS (SELECT 1 FROM remote_item WHERE ${mine} AND content_key = asked.value)
              OR EXISTS (SELECT 1 FROM synced_item WHERE ${mine} AND content_key = asked.value)`,
          contentKey,
        ),
      ),

    /** Those of some keys of which a file is here with other bytes than the service's newest version has. */
    differentAmong: (keys: readonly ContentKeyText[]): ContentKeyText[] =>
      database.all(
        sql`SELECT asked.value AS content_key FROM json_each(${JSON.stringify(keys)}) AS asked
          WHERE EXISTS (SELECT 1 FROM local_file AS f WHERE f.library_id = ${libraryId} AND f.content_key = asked.value
            AND NOT EXISTS (SELECT 1 FROM remote_item WHERE ${mine} AND content_key = asked.value AND sha256 = f.sha256))`,
        contentKey,
      ),
  };
}

/** The keys that a person wants in the library. */
function wantedKeys(rows: ServiceRows) {
  const { database, libraryId, serviceId } = rows;
  const wanted = createRowsByKey(rows, 'wanted_key', columns({}));

  return {
    /** Whether a person wants a key in the library although nothing in it asks for it. */
    isWanted: (key: ContentKeyText): boolean => wanted.get(key) !== undefined,

    want(key: ContentKeyText): void {
      if (!this.isWanted(key)) wanted.put(key, {});
    },

    /** What a person wants of another service is wanted of this one too. */
    wantAsOf(otherServiceId: string): void {
      const theirs = serviceRows(database, libraryId, otherServiceId).mine;
      for (const key of database.all(sql`SELECT content_key FROM wanted_key WHERE ${theirs}`, contentKey)) {
        wanted.note(key);
      }
      database.run(
        sql`INSERT OR IGNORE INTO wanted_key
          SELECT library_id, ${serviceId}, content_key FROM wanted_key WHERE ${theirs}`,
      );
    },

    /** The library no longer wants it; files stay as they are. */
    unwant: wanted.forget,
  };
}

/** When the service answered, and how far. */
function serviceAnswers({ database, mine, names }: ServiceRows) {
  const lastAnswer = () => database.get(sql`SELECT * FROM service_answer WHERE ${mine}`, readAnswer);

  return {
    /** When the service last told everything it was asked about this library; `undefined` when it never did. */
    answeredMs: (): number | undefined => lastAnswer()?.answeredMs,

    /** When the service last listed everything that it has for this library, and not only changes. */
    listedMs: (): number | undefined => lastAnswer()?.listedMs,

    /** @param everything whether it listed everything that it has */
    noteAnswered(nowMs: number, everything: boolean): void {
      const times = { answered_ms: nowMs, ...(everything ? { listed_ms: nowMs } : {}) };
      database.run(insertOrUpdate('service_answer', { ...names(), ...times }, Object.keys(times)));
    },

    cursor: (program: Program): number | undefined =>
      database.get(
        sql`SELECT newest_change_ms FROM poll_cursor WHERE ${mine} AND ${isOfProgram(program)}`,
        number('newest_change_ms'),
      ),

    setCursor(program: Program, newestChangeMs: number): void {
      const row = { ...names(), ...namesOf(program), newest_change_ms: newestChangeMs };
      database.run(insert('poll_cursor', row, 'OR REPLACE'));
    },
  };
}

import type { ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import type { Database, FileStat, Statement } from '../ports.ts';
import {
  isSeen,
  isWithheld,
  notSeen,
  problem,
  readLocalFile,
  readPresentFile,
  type LocalFile,
  type PresentFile,
  type Reading,
} from './local-file.ts';
import { foldedPath } from '../tree/paths.ts';
import { goneFiles } from './gone-files.ts';
import { createLocalKeys } from './local-keys.ts';
import { byPath, isAmong, isThere, localRows, path, type LocalRows } from './local-rows.ts';
import { rereadDueMs, rereadPeriodMs } from './rereads.ts';
import { number, shape, text, toJson } from './row.ts';
import { assign, insert, sql } from './sql.ts';

const readProblem = shape<Pick<LocalFile, 'path' | 'problem'>>({ path, problem });
const readNumbered = shape<Pick<LocalFile, 'path' | 'inode'>>({ path, inode: text('inode') });

const sizeBytes = number('size_bytes');

const isUnread = sql`settled = 0 AND ${isThere}`;

/** Is told each path that may have to be read from now on, or has not any more. */
type OnTurn = (path: string) => void;

/** The local tree in the state database. */
export function createLocalFiles(database: Database, libraryId: string, periodMs = rereadPeriodMs) {
  let follower: OnTurn = () => undefined;
  const onTurn: OnTurn = (at) => follower(at);
  const rows = localRows(database, libraryId);
  const { isAt } = rows;

  return {
    ...createLocalKeys(rows),
    ...knownFiles(rows),
    ...presentFiles(rows),
    ...goneFiles(rows),
    ...sightings(rows, onTurn),
    ...readings(rows, periodMs, onTurn),

    /** Has each path told that may have to be read from now on, or has not any more. */
    followTurns: (follow: OnTurn): void => void (follower = follow),

    /** Notes that a file is to be read again although it looks as it did: what it belongs to may have changed. What cannot take part is never read. */
    noteUnread(at: string): void {
      const known = this.get(at);
      if (!known || isWithheld(known)) return;
      onTurn(at);
      database.run(sql`UPDATE local_file SET settled = 0 WHERE ${isAt(at)}`);
    },

    forget(at: string): void {
      onTurn(at);
      database.run(sql`DELETE FROM local_file WHERE ${isAt(at)}`);
    },
  };
}

export type LocalFiles = ReturnType<typeof createLocalFiles>;

/** What is known of files, by their paths. */
function knownFiles({ database, isAt, select, paths, has }: LocalRows) {
  return {
    get: (at: string): LocalFile | undefined =>
      database.get(sql`SELECT * FROM local_file WHERE ${isAt(at)}`, readLocalFile),

    /** How long the files at these paths are, in bytes, as they were when they were last looked for; of known ones. */
    sizesOf: (paths: readonly string[]): Map<string, number> =>
      new Map(select(sql`path, size_bytes`, isAmong(paths), (row) => [path(row), sizeBytes(row)] as const)),

    /**
     * Tells how paths are written in the tree; where the system ignores the case of letters, another one counts where no
     * exact one is there. For one question: that takes a look at all paths, which is had once.
     */
    knownPaths({ ignoresCase }: { readonly ignoresCase: boolean }): (at: string) => string | undefined {
      let folded: ReadonlyMap<string, string> | undefined;
      return (at) => {
        if (has(sql`path = ${at}`)) return at;
        if (!ignoresCase) return undefined;
        folded ??= new Map(this.paths().map((known) => [foldedPath(known), known]));
        return folded.get(foldedPath(at));
      };
    },

    /** Every path that is known, also of files that are gone. */
    paths: (): string[] => paths(sql`TRUE`),

    /** Paths of files and folders that cannot take part. */
    withheldPaths: (): string[] =>
      select(sql`path, problem`, sql`problem IS NOT NULL`, readProblem)
        .filter(isWithheld)
        .map((file) => file.path),
  };
}

/** The files that are there, and those of them that have to be read. */
function presentFiles({ select, paths, has }: LocalRows) {
  return {
    /** How every file looked that was there when it was last looked for, by path. */
    present: (): Map<string, PresentFile> =>
      new Map(
        select(
          sql`path, size_bytes, modified_ms, changed_ms, settled AND ${isSeen} AS settled`,
          isThere,
          (row) => [path(row), readPresentFile(row)] as const,
          // About as they were first seen, and so lie in the file: in another order it takes four times as long.
          byPath,
        ),
      ),

    isThere: (at: string): boolean => has(sql`path = ${at} AND ${isThere}`),

    /** Whether any file was there, in the library or below one of its folders, when it was last looked for. */
    hasPresent(folder?: string): boolean {
      // What follows a slash is what begins with the next character.
      const isBelow = folder === undefined ? sql`1` : sql`path > ${`${folder}/`} AND path < ${`${folder}0`}`;
      return has(sql`${isThere} AND ${isBelow}`);
    },

    /** Files that are there and have one of these numbers of the disk, as they were when they were last looked for. */
    withInode: (inodes: readonly string[]): Pick<LocalFile, 'path' | 'inode'>[] =>
      select(
        sql`path, inode`,
        sql`${isThere} AND inode IN (SELECT value FROM json_each(${JSON.stringify(inodes)}))`,
        readNumbered,
      ),

    /** Paths of files that are there, have this length and date, and were not seen so at their path before `sinceMs`. */
    appearedPaths: (
      { sizeBytes, modifiedMs }: Pick<LocalFile, 'sizeBytes' | 'modifiedMs'>,
      sinceMs: number,
    ): string[] =>
      paths(sql`${isThere} AND size_bytes = ${sizeBytes} AND modified_ms = ${modifiedMs} AND since_ms >= ${sinceMs}`),

    /** Paths of files that are there and have to be read: their key may be another one afterwards. */
    unreadPaths: (): string[] => paths(isUnread),

    /** Those of these paths at which files have to be read. */
    unreadAmong: (some: readonly string[]): string[] => paths(sql`${isAmong(some)} AND ${isUnread}`),
  };
}

/** What a look at the disk shows of a file. */
function sightings({ database, libraryId, isAt }: LocalRows, onTurn: OnTurn) {
  return {
    /** Notes that a file was seen changed or for the first time; what was read of it before stays until it is read again. */
    noteChanged(at: string, stat: FileStat, nowMs: number): void {
      onTurn(at);
      const seen = { ...outside(stat), settled: 0, since_ms: nowMs };
      const { changes } = database.run(insert('local_file', { library_id: libraryId, path: at, ...seen }, 'OR IGNORE'));
      if (changes === 0) database.run(sql`UPDATE local_file SET ${assign({ ...seen, ...asSeen })} WHERE ${isAt(at)}`);
    },

    /** Nobody knows whether the file is where it was, also where it was gone before. */
    noteNotSeen(at: string): void {
      onTurn(at);
      database.run(sql`UPDATE local_file SET gone_since_ms = NULL, problem = ${toJson(notSeen)} WHERE ${isAt(at)}`);
    },

    /** @param missedUnder the key that a file without one had left: there are versions of it */
    noteGone(at: string, nowMs: number, missedUnder?: ContentKeyText): void {
      onTurn(at);
      const left = missedUnder
        ? sql`, content_key = ${missedUnder}, class_code = ${classOf(missedUnder)}, missing = NULL`
        : sql``;
      database.run(
        sql`UPDATE local_file SET gone_since_ms = ${nowMs} ${left}
          WHERE ${isAt(at)} AND ${isThere}`,
      );
    },
  };
}

/** What reading a file told, and where its bytes come from. */
function readings({ database, libraryId, isAt }: LocalRows, periodMs: number, onTurn: OnTurn) {
  return {
    /** Notes what was read of a file whose outside is `stat`. */
    noteRead(at: string, stat: FileStat, reading: Reading, nowMs: number): void {
      onTurn(at);
      const { sha256, key } = reading;
      const read = {
        ...outside(stat),
        settled: 1,
        since_ms: nowMs,
        sha256,
        content_key: key,
        class_code: key && classOf(key),
        missing: reading.missing,
        program: reading.program,
        program_version: reading.programVersion,
        reread_due_ms: reading.rereadDueMs ?? (sha256 && rereadDueMs(sha256, nowMs, periodMs)),
        ...asSeen,
        problem: toJson(reading.problem),
      };
      const { leftKey, fetchedFrom } = reading;
      const add = (): Statement => {
        const origin = { left_key: leftKey, fetched_from: fetchedFrom };
        return insert('local_file', { library_id: libraryId, path: at, ...read, ...origin }, 'OR IGNORE');
      };
      const renew = (): Statement =>
        sql`UPDATE local_file SET ${assign(read)},
            left_key = CASE WHEN left_key = ${key} THEN NULL ELSE coalesce(${leftKey}, left_key) END,
            fetched_from = coalesce(${fetchedFrom}, CASE WHEN sha256 IS ${sha256} THEN fetched_from END)
          WHERE ${isAt(at)}`;
      // What was fetched is mostly new here, anything else was mostly seen before.
      const [first, second] = fetchedFrom === undefined ? [renew, add] : [add, renew];
      if (database.run(first()).changes === 0) database.run(second());
    },

    /** A person wants just these bytes, wherever they came from. */
    noteWanted: (at: string): unknown => database.run(sql`UPDATE local_file SET fetched_from = NULL WHERE ${isAt(at)}`),

    /** These bytes are another service's after all; any others stay as they are. */
    noteFetchedFrom: (at: string, sha256: Sha256, serviceId: string): unknown =>
      database.run(sql`UPDATE local_file SET fetched_from = ${serviceId} WHERE ${isAt(at)} AND sha256 = ${sha256}`),

    /** A service turned out to have nothing under a key that files had before, and no other one is known to have any. */
    forgetLeft: (key: ContentKeyText): unknown =>
      database.run(sql`UPDATE local_file SET left_key = NULL WHERE library_id = ${libraryId} AND left_key = ${key}
        AND NOT EXISTS (SELECT 1 FROM synced_item AS o WHERE o.library_id = ${libraryId} AND o.content_key = ${key})
        AND NOT EXISTS (SELECT 1 FROM sent_draft AS o WHERE o.library_id = ${libraryId} AND o.content_key = ${key})`),

    noteProblem: (at: string, found: ErrorRecord | undefined): unknown =>
      database.run(sql`UPDATE local_file SET problem = ${toJson(found)} WHERE ${isAt(at)}`),
  };
}

/** What is there is neither gone nor out of sight. */
const asSeen = { gone_since_ms: undefined, problem: undefined };

/** The columns that tell how a file looks. */
function outside({ sizeBytes, modifiedMs, inode, changedMs }: FileStat) {
  return { size_bytes: sizeBytes, modified_ms: modifiedMs, inode, changed_ms: changedMs };
}

function classOf(key: ContentKeyText): string | undefined {
  return key.split('/', 3)[2];
}

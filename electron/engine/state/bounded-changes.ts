import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import type { ChangeQuestionRecord } from '../../../shared/rpc/library-records.ts';
import type { Database, Statement } from '../ports.ts';
import type { ChangeKind } from '../judge/bounded-change.ts';
import { createFewKeys } from './few-keys.ts';
import { contentKey, flag, number, optionalText, shape, text, type RowOf } from './row.ts';
import { insert, sql } from './sql.ts';

/** How a removal or an overwrite stands. */
type ChangeStanding =
  /** Done without a question; it counts until its pass is over. */
  | 'done'
  /** Waits until a person was asked. */
  | 'asked'
  /** A person said to go on. */
  | 'allowed'
  /** A person said to leave the file as it is (overwrites). */
  | 'kept'
  /** A person wants the service's version (removals, rollbacks). */
  | 'restored';

export type BoundedChange = RowOf<typeof readChange>;

/** What a person is asked about changes of one kind. */
export type ChangeQuestion = Omit<ChangeQuestionRecord, 'fileCount'>;

/** So many files are named in a question. */
const namedAtMost = 8;

/** Within so long before now; what lies as far ahead was done while the clock was ahead. */
const isOfPass = (nowMs: number, passMs: number) => sql`at_ms BETWEEN ${nowMs - passMs} AND ${nowMs + passMs}`;

/** Those that were done count for their pass; what was removed is counted by being gone. */
const isCounted = sql`kind IN ('overwrite', 'rollback') AND standing = 'done'`;

const isUndecided = sql`standing IN ('asked', 'kept')`;
/** Names both, so that they are found by the index. */
const isAsked = sql`${isUndecided} AND standing = 'asked'`;

const readChange = shape({
  key: contentKey,
  kind: text<ChangeKind>('kind'),
  /** The file that is gone, would be replaced or would be sent. */
  path: text('path'),
  /** The bytes that a rollback would send. */
  sha256: optionalText<Sha256>('sha256'),
  standing: text<ChangeStanding>('standing'),
  atMs: number('at_ms'),
});

/** The removals, overwrites and rollbacks of one library with one service. */
export function createBoundedChanges(database: Database, libraryId: string, serviceId: string) {
  const mine = sql`library_id = ${libraryId} AND service_id = ${serviceId}`;
  const few = createFewKeys(database, sql`bounded_change WHERE ${mine}`);
  return {
    ...foundChanges(database, mine),
    ...changeQuestions(database, mine),

    get: (key: ContentKeyText, kind: ChangeKind): BoundedChange | undefined =>
      few.mayHave(key)
        ? database.get(
            sql`SELECT * FROM bounded_change WHERE ${mine} AND content_key = ${key} AND kind = ${kind}`,
            readChange,
          )
        : undefined,

    /** What is to be known of a file: of one that is gone its removal, of one that is there what is undecided of it. */
    ofFile(key: ContentKeyText, isGone: boolean): BoundedChange | undefined {
      if (!few.mayHave(key)) return undefined;
      const ofKey = database.all(sql`SELECT * FROM bounded_change WHERE ${mine} AND content_key = ${key}`, readChange);
      const of = (kind: ChangeKind): BoundedChange | undefined => ofKey.find((change) => change.kind === kind);
      if (isGone) return of('removal');
      const rollback = of('rollback');
      return rollback && rollback.standing !== 'done' ? rollback : of('overwrite');
    },

    put({ key, kind, path, standing, atMs, sha256 }: BoundedChange): void {
      // Other bytes are another question: an answer that is on its way is not about them.
      database.run(
        sql`DELETE FROM bounded_change WHERE ${mine} AND content_key = ${key} AND kind = ${kind} AND sha256 IS NOT ${sha256}`,
      );
      const names = { library_id: libraryId, service_id: serviceId, content_key: key };
      few.note(key);
      const row = { ...names, kind, path, standing, at_ms: atMs, sha256 };
      if (database.run(insert('bounded_change', row, 'OR IGNORE')).changes > 0) return;
      database.run(
        sql`UPDATE bounded_change SET path = ${path}, standing = ${standing}, at_ms = ${atMs}
          WHERE ${mine} AND content_key = ${key} AND kind = ${kind}`,
      );
    },

    /** Only changes of this kind, or none, are wanted of the key any more. What was done goes on counting for its pass. */
    forget(key: ContentKeyText, exceptKind?: ChangeKind): void {
      if (!few.mayHave(key)) return;
      database.run(
        sql`DELETE FROM bounded_change
          WHERE ${mine} AND content_key = ${key} AND kind IS NOT ${exceptKind} AND NOT (${isCounted})`,
      );
    },

    /** What was done in another pass counts no longer. */
    forgetDone(nowMs: number, passMs: number): void {
      database.run(sql`DELETE FROM bounded_change WHERE ${mine} AND ${isCounted} AND NOT (${isOfPass(nowMs, passMs)})`);
    },
  };
}

export type BoundedChanges = ReturnType<typeof createBoundedChanges>;

/** What a person is asked or answered with one service stands with another one too. */
export function carryChanges(from: BoundedChanges, to: BoundedChanges): void {
  for (const change of from.standing()) to.put(change);
}

/** Which changes there are. */
function foundChanges(database: Database, mine: Statement) {
  return {
    /** What was answered, or waits for an answer. */
    standing: (): BoundedChange[] =>
      database.all(
        sql`SELECT * FROM bounded_change WHERE ${mine} AND standing <> 'done' ORDER BY change_id`,
        readChange,
      ),

    /** Those that wait for an answer. */
    asked: (kind: ChangeKind): BoundedChange[] =>
      database.all(
        sql`SELECT * FROM bounded_change WHERE ${mine} AND ${isAsked} AND kind = ${kind} ORDER BY change_id`,
        readChange,
      ),

    /** Those that were done in this pass. */
    done: (kind: ChangeKind, nowMs: number, passMs: number): BoundedChange[] =>
      database.all(
        sql`SELECT * FROM bounded_change WHERE ${mine} AND standing = 'done' AND kind = ${kind}
          AND ${isOfPass(nowMs, passMs)} ORDER BY change_id`,
        readChange,
      ),

    /** Whether anything stands here at all, so that most plans need not look. */
    isEmpty: (): boolean => !database.has(sql`SELECT 1 FROM bounded_change WHERE ${mine} LIMIT 1`),
  };
}

/** What a person is asked about changes, and answers. */
function changeQuestions(database: Database, mine: Statement) {
  return {
    /** Whether anything waits for an answer. */
    isAsking: (): boolean => database.has(sql`SELECT 1 FROM bounded_change WHERE ${mine} AND ${isAsked} LIMIT 1`),

    /** Nobody is to be asked about changes of the key of another kind than this; what was answered stays. */
    takeBackQuestions(key: ContentKeyText, exceptKind?: ChangeKind): void {
      database.run(
        sql`DELETE FROM bounded_change WHERE ${mine} AND content_key = ${key} AND kind IS NOT ${exceptKind}
          AND (standing = 'asked' OR (kind = 'removal' AND standing = 'done'))`,
      );
    },

    questions(): ChangeQuestion[] {
      const readQuestion = shape<ChangeQuestion>({
        kind: text('kind'),
        isKept: flag('is_kept'),
        count: number('n'),
        paths: (row) => pathsOf(text<ChangeKind>('kind')(row)),
        lastChangeId: number('last_id'),
      });
      return database.all(
        sql`SELECT kind, SUM(standing = 'asked') = 0 AS is_kept, COUNT(*) AS n, MAX(change_id) AS last_id
          FROM bounded_change WHERE ${mine} AND ${isUndecided} GROUP BY kind ORDER BY kind DESC`,
        readQuestion,
      );
    },

    /** Gives those that are asked about or kept back another standing. @returns their keys */
    answer: (kind: ChangeKind, lastChangeId: number, standing: ChangeStanding): ContentKeyText[] =>
      database.all(
        sql`UPDATE bounded_change SET standing = ${standing}
          WHERE ${mine} AND kind = ${kind} AND change_id <= ${lastChangeId} AND ${isUndecided} RETURNING content_key`,
        contentKey,
      ),
  };

  /** Where the files are now: one may have been moved since it was asked about. */
  function pathsOf(kind: ChangeKind): string[] {
    return database.all(
      sql`SELECT coalesce((SELECT MIN(path) FROM local_file WHERE library_id = change.library_id
          AND content_key = change.content_key AND gone_since_ms IS NULL), path) AS path_now
        FROM bounded_change AS change WHERE ${mine} AND kind = ${kind} AND ${isUndecided}
        ORDER BY path_now LIMIT ${namedAtMost}`,
      text('path_now'),
    );
  }
}

import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import type { ChangeQuestionRecord } from '../../../shared/rpc/library-records.ts';
import type { Database, Statement } from '../ports.ts';
import type { ChangeKind } from '../judge/bounded-change.ts';
import { createFewKeys } from './few-keys.ts';
import { columns, contentKey, flag, newRow, number, optionalText, shape, text, type RowOf } from './row.ts';
import { serviceRows, type ServiceRows } from './service-rows.ts';
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

export type BoundedChange = RowOf<typeof boundedChange>;

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

const boundedChange = columns({
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
  const rows = serviceRows(database, libraryId, serviceId);
  const { mine, isOf } = rows;
  const few = createFewKeys(database, sql`bounded_change WHERE ${mine}`);
  return {
    ...foundChanges(rows),
    ...changeQuestions(rows),

    get: (key: ContentKeyText, kind: ChangeKind): BoundedChange | undefined =>
      few.mayHave(key)
        ? database.get(sql`SELECT * FROM bounded_change WHERE ${isOf(key)} AND kind = ${kind}`, boundedChange)
        : undefined,

    /** What is to be known of a file: of one that is gone its removal, of one that is there what is undecided of it. */
    ofFile(key: ContentKeyText, isGone: boolean): BoundedChange | undefined {
      if (!few.mayHave(key)) return undefined;
      const changes = database.all(sql`SELECT * FROM bounded_change WHERE ${isOf(key)}`, boundedChange);
      const of = (kind: ChangeKind): BoundedChange | undefined => changes.find((change) => change.kind === kind);
      if (isGone) return of('removal');
      const rollback = of('rollback');
      return rollback && rollback.standing !== 'done' ? rollback : of('overwrite');
    },

    put(change: BoundedChange): void {
      const { key, kind, path, standing, atMs, sha256 } = change;
      const ofKind = sql`${isOf(key)} AND kind = ${kind}`;
      // Other bytes are another question: an answer that is on its way is not about them.
      database.run(sql`DELETE FROM bounded_change WHERE ${ofKind} AND sha256 IS NOT ${sha256}`);
      few.note(key);
      const row = { ...rows.names(), ...newRow(boundedChange, change) };
      if (database.run(insert('bounded_change', row, 'OR IGNORE')).changes > 0) return;
      database.run(
        sql`UPDATE bounded_change SET path = ${path}, standing = ${standing}, at_ms = ${atMs} WHERE ${ofKind}`,
      );
    },

    /** Only changes of this kind, or none, are wanted of the key any more. What was done goes on counting for its pass. */
    forget(key: ContentKeyText, exceptKind?: ChangeKind): void {
      if (!few.mayHave(key)) return;
      database.run(
        sql`DELETE FROM bounded_change WHERE ${isOf(key)} AND kind IS NOT ${exceptKind} AND NOT (${isCounted})`,
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
function foundChanges({ database, mine }: ServiceRows) {
  const changes = (condition: Statement): BoundedChange[] =>
    database.all(sql`SELECT * FROM bounded_change WHERE ${mine} AND (${condition}) ORDER BY change_id`, boundedChange);

  return {
    /** What was answered, or waits for an answer. */
    standing: (): BoundedChange[] => changes(sql`standing <> 'done'`),

    /** Those that wait for an answer. */
    asked: (kind: ChangeKind): BoundedChange[] => changes(sql`${isAsked} AND kind = ${kind}`),

    /** Those that were done in this pass. */
    done: (kind: ChangeKind, nowMs: number, passMs: number): BoundedChange[] =>
      changes(sql`standing = 'done' AND kind = ${kind} AND ${isOfPass(nowMs, passMs)}`),

    /** Whether anything stands here at all, so that most plans need not look. */
    isEmpty: (): boolean => !database.has(sql`SELECT 1 FROM bounded_change WHERE ${mine} LIMIT 1`),
  };
}

/** What a person is asked about changes, and answers. */
function changeQuestions({ database, mine, isOf }: ServiceRows) {
  return {
    /** Whether anything waits for an answer. */
    isAsking: (): boolean => database.has(sql`SELECT 1 FROM bounded_change WHERE ${mine} AND ${isAsked} LIMIT 1`),

    /** Nobody is to be asked about changes of the key of another kind than this; what was answered stays. */
    takeBackQuestions(key: ContentKeyText, exceptKind?: ChangeKind): void {
      database.run(
        sql`DELETE FROM bounded_change WHERE ${isOf(key)} AND kind IS NOT ${exceptKind}
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

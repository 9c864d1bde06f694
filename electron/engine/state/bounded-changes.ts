import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Database } from '../ports.ts';
import type { ChangeKind } from '../plan/bounded-change.ts';
import { rowOf } from './row.ts';

/** How a removal or an overwrite stands. */
export type ChangeStanding =
  /** Done without a question; it counts until its pass is over. */
  | 'done'
  /** Waits until a person was asked. */
  | 'asked'
  /** A person said to go on. */
  | 'allowed'
  /** A person said to leave the file as it is (overwrites). */
  | 'kept'
  /** A person wants the file back (removals). */
  | 'restored';

export interface BoundedChange {
  readonly key: ContentKeyText;
  readonly kind: ChangeKind;
  /** The file that is gone or would be replaced. */
  readonly path: string;
  readonly standing: ChangeStanding;
  readonly atMs: number;
}

/** What a person is asked about changes of one kind. */
export interface ChangeQuestion {
  readonly kind: ChangeKind;
  /** Whether all of it was answered with leaving the files as they are. */
  readonly isKept: boolean;
  readonly count: number;
  /** Some of the files, by path. */
  readonly paths: readonly string[];
  /** The newest change that is part of the question; an answer goes no further. */
  readonly lastChangeId: number;
}

/** So many files are named in a question. */
const namedAtMost = 8;

/** The removals and overwrites of one library with one service. */
export function createBoundedChanges(database: Database, libraryId: string, serviceId: string) {
  const mine = 'library_id = ? AND service_id = ?';
  return {
    get(key: ContentKeyText, kind: ChangeKind): BoundedChange | undefined {
      const row = database.get(
        `SELECT * FROM bounded_change WHERE ${mine} AND content_key = ? AND kind = ?`,
        libraryId,
        serviceId,
        key,
        kind,
      );
      return row === undefined ? undefined : readChange(row);
    },

    of: (kind: ChangeKind): BoundedChange[] =>
      database
        .all(`SELECT * FROM bounded_change WHERE ${mine} AND kind = ? ORDER BY change_id`, libraryId, serviceId, kind)
        .map(readChange),

    /** Whether anything stands here at all, so that most plans need not look. */
    isEmpty: (): boolean =>
      database.get(`SELECT 1 FROM bounded_change WHERE ${mine} LIMIT 1`, libraryId, serviceId) === undefined,

    /** Whether anything waits for an answer. */
    isAsking: (): boolean =>
      database.get(
        `SELECT 1 FROM bounded_change WHERE ${mine} AND standing = 'asked' LIMIT 1`,
        libraryId,
        serviceId,
      ) !== undefined,

    put(change: BoundedChange): void {
      const { key, kind, path, standing, atMs } = change;
      database.run(
        `INSERT INTO bounded_change (library_id, service_id, content_key, kind, path, standing, at_ms)
         VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET path = excluded.path, standing = excluded.standing, at_ms = excluded.at_ms`,
        libraryId,
        serviceId,
        key,
        kind,
        path,
        standing,
        atMs,
      );
    },

    /** Neither of the two is wanted any more. Overwrites that were done go on counting for their pass. */
    forget(key: ContentKeyText): void {
      database.run(
        `DELETE FROM bounded_change WHERE ${mine} AND content_key = ? AND NOT (kind = 'overwrite' AND standing = 'done')`,
        libraryId,
        serviceId,
        key,
      );
    },

    /** Overwrites done before `beforeMs` count no longer. */
    forgetDone(beforeMs: number): void {
      database.run(
        `DELETE FROM bounded_change WHERE ${mine} AND kind = 'overwrite' AND standing = 'done' AND at_ms < ?`,
        libraryId,
        serviceId,
        beforeMs,
      );
    },

    questions: (): ChangeQuestion[] =>
      database
        .all(
          `SELECT kind, SUM(standing = 'asked') AS asked, COUNT(*) AS n, MAX(change_id) AS last_id FROM bounded_change
           WHERE ${mine} AND standing IN ('asked', 'kept') GROUP BY kind ORDER BY kind DESC`,
          libraryId,
          serviceId,
        )
        .map((value) => {
          const row = rowOf(value);
          const kind = row.text('kind') as ChangeKind;
          return {
            kind,
            isKept: row.number('asked') === 0,
            count: row.number('n'),
            paths: pathsOf(kind),
            lastChangeId: row.number('last_id'),
          };
        }),

    /** Gives those that are asked about or kept back another standing. @returns their keys */
    answer(kind: ChangeKind, lastChangeId: number, standing: ChangeStanding): ContentKeyText[] {
      return database
        .all(
          `UPDATE bounded_change SET standing = ? WHERE ${mine} AND kind = ? AND change_id <= ?
             AND standing IN ('asked', 'kept') RETURNING content_key`,
          standing,
          libraryId,
          serviceId,
          kind,
          lastChangeId,
        )
        .map((row) => rowOf(row).text('content_key') as ContentKeyText);
    },
  };

  function pathsOf(kind: ChangeKind): string[] {
    return database
      .all(
        `SELECT path FROM bounded_change WHERE ${mine} AND kind = ? AND standing IN ('asked', 'kept')
         ORDER BY path LIMIT ${namedAtMost}`,
        libraryId,
        serviceId,
        kind,
      )
      .map((row) => rowOf(row).text('path'));
  }
}

export type BoundedChanges = ReturnType<typeof createBoundedChanges>;

function readChange(value: unknown): BoundedChange {
  const row = rowOf(value);
  return {
    key: row.text('content_key') as ContentKeyText,
    kind: row.text('kind') as ChangeKind,
    path: row.text('path'),
    standing: row.text('standing') as ChangeStanding,
    atMs: row.number('at_ms'),
  };
}

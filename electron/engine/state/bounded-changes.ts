import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import type { Database } from '../ports.ts';
import type { ChangeKind } from '../judge/bounded-change.ts';
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
  /** A person wants the service's version (removals, rollbacks). */
  | 'restored';

export interface BoundedChange {
  readonly key: ContentKeyText;
  readonly kind: ChangeKind;
  /** The file that is gone, would be replaced or would be sent. */
  readonly path: string;
  /** The bytes that a rollback would send. */
  readonly sha256?: Sha256 | undefined;
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
  readonly paths: string[];
  /** The newest change that is part of the question; an answer goes no further. */
  readonly lastChangeId: number;
}

/** So many files are named in a question. */
const namedAtMost = 8;

/** Those that were done count for their pass; what was removed is counted by being gone. */
const isCounted = "kind <> 'removal' AND standing = 'done'";

/** The removals, overwrites and rollbacks of one library with one service. */
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

    /** What is to be known of a file: of one that is gone its removal, of one that is there what is undecided of it. */
    ofFile(key: ContentKeyText, isGone: boolean): BoundedChange | undefined {
      if (isGone) return this.get(key, 'removal');
      const rollback = this.get(key, 'rollback');
      return rollback && rollback.standing !== 'done' ? rollback : this.get(key, 'overwrite');
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
      const { key, kind, path, standing, atMs, sha256 } = change;
      // Other bytes are another question: an answer that is on its way is not about them.
      database.run(
        `DELETE FROM bounded_change WHERE ${mine} AND content_key = ? AND kind = ? AND sha256 IS NOT ?`,
        libraryId,
        serviceId,
        key,
        kind,
        sha256 ?? null,
      );
      database.run(
        `INSERT INTO bounded_change (library_id, service_id, content_key, kind, path, standing, at_ms, sha256)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET path = excluded.path, standing = excluded.standing, at_ms = excluded.at_ms`,
        libraryId,
        serviceId,
        key,
        kind,
        path,
        standing,
        atMs,
        sha256 ?? null,
      );
    },

    /** Only changes of this kind, or none, are wanted of the key any more. What was done goes on counting for its pass. */
    forget(key: ContentKeyText, exceptKind?: ChangeKind): void {
      database.run(
        `DELETE FROM bounded_change WHERE ${mine} AND content_key = ? AND kind IS NOT ? AND NOT (${isCounted})`,
        libraryId,
        serviceId,
        key,
        exceptKind ?? null,
      );
    },

    /** Nobody is to be asked about changes of the key of another kind than this; what was answered stays. */
    takeBackQuestions(key: ContentKeyText, exceptKind?: ChangeKind): void {
      database.run(
        `DELETE FROM bounded_change WHERE ${mine} AND content_key = ? AND kind IS NOT ?
           AND (standing = 'asked' OR (kind = 'removal' AND standing = 'done'))`,
        libraryId,
        serviceId,
        key,
        exceptKind ?? null,
      );
    },

    /** What was done before `beforeMs` counts no longer. */
    forgetDone(beforeMs: number): void {
      database.run(
        `DELETE FROM bounded_change WHERE ${mine} AND ${isCounted} AND at_ms < ?`,
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

  /** Where the files are now: one may have been moved since it was asked about. */
  function pathsOf(kind: ChangeKind): string[] {
    return database
      .all(
        `SELECT coalesce((SELECT MIN(path) FROM local_file WHERE library_id = change.library_id
             AND content_key = change.content_key AND gone_since_ms IS NULL), path) AS path_now
         FROM bounded_change AS change WHERE ${mine} AND kind = ? AND standing IN ('asked', 'kept')
         ORDER BY path_now LIMIT ${namedAtMost}`,
        libraryId,
        serviceId,
        kind,
      )
      .map((row) => rowOf(row).text('path_now'));
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
    sha256: row.optionalText('sha256') as Sha256 | undefined,
  };
}

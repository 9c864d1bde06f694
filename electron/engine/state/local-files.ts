import type { ErrorRecord } from '../../../shared/errors/app-error.ts';
import { rereadDueMs, rereadPeriodMs } from './reread-moment.ts';
import type { Database, FileStat } from '../ports.ts';
import {
  isWithheld,
  readLocalFile,
  readProblem,
  type LocalFile,
  type PresentFile,
  type Reading,
} from './local-file.ts';
import { createLocalKeys } from './local-keys.ts';
import { rowOf } from './row.ts';

/** The local tree in the state database. */
export function createLocalFiles(database: Database, libraryId: string, periodMs = rereadPeriodMs) {
  let onTurn: (path: string) => void = () => undefined;

  return {
    ...createLocalKeys(database, libraryId),

    /** Has each path told that may have to be read from now on, or has not any more. */
    followTurns: (follow: typeof onTurn): void => void (onTurn = follow),

    get(path: string): LocalFile | undefined {
      const row = database.get('SELECT * FROM local_file WHERE library_id = ? AND path = ?', libraryId, path);
      return row === undefined ? undefined : readLocalFile(row);
    },

    /** How a path is written in the tree; another case of its letters counts where no exact one is there. */
    knownPath(path: string): string | undefined {
      const row = database.get(
        'SELECT path FROM local_file WHERE library_id = +? AND path = +? COLLATE NOCASE ORDER BY path = +? DESC LIMIT 1',
        libraryId,
        path,
        path,
      );
      return row === undefined ? undefined : rowOf(row).text('path');
    },

    /** Paths of files that are there and have to be read: their key may be another one afterwards. */
    unreadPaths: (): string[] =>
      database
        .all('SELECT path FROM local_file WHERE library_id = ? AND settled = 0 AND gone_since_ms IS NULL', libraryId)
        .map((row) => rowOf(row).text('path')),

    isUnread: (path: string): boolean =>
      database.get(
        'SELECT 1 FROM local_file WHERE library_id = ? AND path = ? AND settled = 0 AND gone_since_ms IS NULL',
        libraryId,
        path,
      ) !== undefined,

    /** Every path that is known, also of files that are gone. */
    paths: (): string[] =>
      database.all('SELECT path FROM local_file WHERE library_id = ?', libraryId).map((row) => rowOf(row).text('path')),

    /** How every file looked that was there when it was last looked for, by path. */
    present: (): Map<string, PresentFile> =>
      new Map(
        database
          .all(
            'SELECT path, size_bytes, modified_ms, changed_ms, settled FROM local_file WHERE library_id = ? AND gone_since_ms IS NULL',
            libraryId,
          )
          .map((value) => {
            const row = rowOf(value);
            const sizeBytes = row.number('size_bytes');
            return [
              row.text('path'),
              {
                sizeBytes,
                modifiedMs: row.number('modified_ms'),
                changedMs: row.optionalNumber('changed_ms'),
                settled: row.number('settled') === 1,
              },
            ];
          }),
      ),

    /** Paths of files and folders that cannot take part. */
    withheldPaths: (): string[] =>
      database
        .all('SELECT path, problem FROM local_file WHERE library_id = ? AND problem IS NOT NULL', libraryId)
        .map(rowOf)
        .filter((row) => isWithheld({ problem: readProblem(row) }))
        .map((row) => row.text('path')),

    /** Notes that a file was seen changed or for the first time; what was read of it before stays until it is read again. */
    noteChanged(path: string, stat: FileStat, nowMs: number): void {
      onTurn(path);
      database.run(
        `INSERT INTO local_file VALUES (?, ?, ?, ?, ?, 0, NULL, NULL, NULL, NULL, ?, NULL, NULL, NULL, ?, NULL, NULL, NULL)
         ON CONFLICT DO UPDATE SET size_bytes = excluded.size_bytes, modified_ms = excluded.modified_ms, inode = excluded.inode,
           changed_ms = excluded.changed_ms, settled = 0, since_ms = excluded.since_ms, gone_since_ms = NULL, problem = NULL`,
        libraryId,
        path,
        stat.sizeBytes,
        stat.modifiedMs,
        stat.inode,
        nowMs,
        stat.changedMs,
      );
    },

    /** Notes that a file is to be read again although it looks as it did: what it belongs to may have changed. What cannot take part is never read. */
    noteUnread(path: string): void {
      const known = this.get(path);
      if (!known || isWithheld(known)) return;
      onTurn(path);
      database.run('UPDATE local_file SET settled = 0 WHERE library_id = ? AND path = ?', libraryId, path);
    },

    /** Notes what was read of a file whose outside is `stat`. */
    noteRead(path: string, stat: FileStat, reading: Reading, nowMs: number): void {
      onTurn(path);
      database.run(
        `INSERT INTO local_file VALUES (?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, NULL, ?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET size_bytes = excluded.size_bytes, modified_ms = excluded.modified_ms, inode = excluded.inode,
           settled = 1, sha256 = excluded.sha256, content_key = excluded.content_key, missing = excluded.missing,
           program = excluded.program, since_ms = excluded.since_ms, gone_since_ms = NULL, problem = excluded.problem,
           reread_due_ms = excluded.reread_due_ms, changed_ms = excluded.changed_ms,
           program_version = excluded.program_version,
           left_key = CASE WHEN left_key = excluded.content_key THEN NULL ELSE coalesce(excluded.left_key, left_key) END,
           fetched_from = coalesce(excluded.fetched_from, CASE WHEN sha256 IS excluded.sha256 THEN fetched_from END)`,
        libraryId,
        path,
        stat.sizeBytes,
        stat.modifiedMs,
        stat.inode,
        reading.sha256 ?? null,
        reading.key ?? null,
        reading.missing ?? null,
        reading.program ?? null,
        nowMs,
        reading.problem ? JSON.stringify(reading.problem) : null,
        reading.rereadDueMs ?? (reading.sha256 === undefined ? null : rereadDueMs(reading.sha256, nowMs, periodMs)),
        stat.changedMs,
        reading.fetchedFrom ?? null,
        reading.programVersion ?? null,
        reading.leftKey ?? null,
      );
    },

    /** A person wants just these bytes, wherever they came from. */
    noteWanted(path: string): void {
      database.run('UPDATE local_file SET fetched_from = NULL WHERE library_id = ? AND path = ?', libraryId, path);
    },

    noteProblem(path: string, problem: ErrorRecord | undefined): void {
      database.run(
        'UPDATE local_file SET problem = ? WHERE library_id = ? AND path = ?',
        problem ? JSON.stringify(problem) : null,
        libraryId,
        path,
      );
    },

    noteGone(path: string, nowMs: number): void {
      onTurn(path);
      database.run(
        'UPDATE local_file SET gone_since_ms = ? WHERE library_id = ? AND path = ? AND gone_since_ms IS NULL',
        nowMs,
        libraryId,
        path,
      );
    },

    /** Of files that seem to be gone since a time to come, the clock was set back: they are gone since now. */
    noteClock(nowMs: number): void {
      database.run(
        'UPDATE local_file SET gone_since_ms = ? WHERE library_id = ? AND gone_since_ms > ?',
        nowMs,
        libraryId,
        nowMs,
      );
    },

    forget(path: string): void {
      onTurn(path);
      database.run('DELETE FROM local_file WHERE library_id = ? AND path = ?', libraryId, path);
    },
  };
}

export type LocalFiles = ReturnType<typeof createLocalFiles>;

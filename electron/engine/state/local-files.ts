import type { ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { rereadDueMs, rereadPeriodMs } from '../observe/reread-moment.ts';
import type { Database, FileStat } from '../ports.ts';
import type { LocalEntry } from '../tree/entries.ts';
import { errorRecord } from '../../../shared/rpc/error-record.ts';
import type { Assignment } from '../tree/assign-key.ts';
import { rowOf, type Row } from './row.ts';

/** What stands in the local tree for one file. */
export interface LocalFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  readonly inode: string;
  /** When anything about it changed last, as the disk says it; `undefined` in a state of before that was noted. */
  readonly changedMs?: number | undefined;
  readonly settled: boolean;
  /** Since when the file is as it is. */
  readonly sinceMs: number;
  readonly sha256?: Sha256 | undefined;
  readonly key?: ContentKeyText | undefined;
  readonly goneSinceMs?: number | undefined;
  readonly program?: string | undefined;
  /** Which class is missing, when it was read and has no key. */
  readonly missing?: Unassigned['missing'] | undefined;
  /** Why it cannot be read or sent, where that is about the file itself. */
  readonly problem?: ErrorRecord | undefined;
  /** When its bytes are to be read again, whatever its outside says. */
  readonly rereadDueMs?: number | undefined;
  /** The service whose bytes were put here, where nobody has saved the file since. */
  readonly fetchedFrom?: string | undefined;
}

/** As much of a file as a scan compares. */
export type PresentFile = Pick<LocalFile, 'sizeBytes' | 'modifiedMs' | 'changedMs' | 'settled'>;

/** Problems of what cannot take part at all; see `ScanResult`. */
const withholding: readonly ErrorRecord['code'][] = ['backslash-in-name', 'garbled-name', 'folder-unreadable'];

/** Whether it stands in the tree only for people to know why it cannot take part. */
export function isWithheld({ problem }: Pick<LocalFile, 'problem'>): boolean {
  return problem !== undefined && withholding.includes(problem.code);
}

type Unassigned = Extract<Assignment, { kind: 'unassigned' }>;

/** What reading a file that stood still told. */
export interface Reading {
  readonly sha256?: Sha256 | undefined;
  readonly key?: ContentKeyText | undefined;
  /** Which class is missing, when it has no key. */
  readonly missing?: string | undefined;
  readonly program?: string | undefined;
  readonly problem?: ErrorRecord | undefined;
  /** The service whose bytes were just put here. */
  readonly fetchedFrom?: string | undefined;
  /** When the bytes are to be read again, where they were not read just now. */
  readonly rereadDueMs?: number | undefined;
}

/** The local tree in the state database. */
export function createLocalFiles(database: Database, libraryId: string, periodMs = rereadPeriodMs) {
  const inFolder = (folder: string, condition: string): Row[] =>
    database
      .all(
        `SELECT path, content_key FROM local_file WHERE library_id = ? AND path >= ? AND path < ?
           AND instr(substr(path, ?), '/') = 0 AND gone_since_ms IS NULL AND ${condition}
         ORDER BY path LIMIT 1000`,
        libraryId,
        folder === '' ? '' : `${folder}/`,
        // All that begins so comes before what has the next character there.
        folder === '' ? '\u{10ffff}' : `${folder}0`,
        folder === '' ? 1 : folder.length + 2,
      )
      .map(rowOf);

  return {
    get(path: string): LocalFile | undefined {
      const row = database.get('SELECT * FROM local_file WHERE library_id = ? AND path = ?', libraryId, path);
      return row === undefined ? undefined : readLocalFile(row);
    },

    /** How a path is written in the tree; another case of its letters counts where no exact one is there. */
    knownPath(path: string): string | undefined {
      const row = database.get(
        'SELECT path FROM local_file WHERE library_id = ? AND path = ? COLLATE NOCASE ORDER BY path = ? DESC LIMIT 1',
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

    /**
     * The files that claim a key and stood still, and whether it is too early to judge: one is `unsettled` (or empty,
     * which no program means to leave, or cannot be read any more, so that nobody knows what it holds), or none is there
     * but one was until after `goneAfterMs` and may come back (some programs save that way).
     */
    claimants(
      key: ContentKeyText,
      goneAfterMs: number,
    ): { readonly settled: LocalEntry[]; readonly unsettled: boolean; readonly mayReturn: boolean } {
      const files = database
        .all('SELECT * FROM local_file WHERE library_id = ? AND content_key = ?', libraryId, key)
        .map(readLocalFile)
        // Not by SQLite: in its order the statement would be prepared anew for every key (see `Database`).
        .sort((a, b) => (a.path < b.path ? -1 : 1));
      const present = files.filter((file) => file.goneSinceMs === undefined);
      const settled = present.flatMap((file) =>
        file.settled && file.sha256
          ? [{ path: file.path, sha256: file.sha256, ...(file.fetchedFrom ? { fetchedFrom: file.fetchedFrom } : {}) }]
          : [],
      );
      return {
        settled,
        unsettled: present.some(
          (file) => !file.settled || file.sha256 === undefined || file.problem?.code === 'file-unreadable',
        ),
        // Bytes that stand at another path by now were moved there. Of different ones, neither the removal nor the place
        // of the only file of its key is certain yet.
        mayReturn: files.some(
          (file) =>
            file.goneSinceMs !== undefined &&
            file.goneSinceMs > goneAfterMs &&
            !settled.some(({ sha256 }) => sha256 === file.sha256),
        ),
      };
    },

    /** How many files that have a key are there. */
    presentCount: (): number =>
      rowOf(
        database.get(
          'SELECT COUNT(*) AS n FROM local_file WHERE library_id = ? AND content_key IS NOT NULL AND gone_since_ms IS NULL',
          libraryId,
        ),
      ).number('n'),

    /** Keys of files that are gone and whose bytes stand at another path: those were moved. */
    movedKeys: (): Set<ContentKeyText> =>
      new Set(
        database
          .all(
            `SELECT DISTINCT gone.content_key FROM local_file AS gone
             JOIN local_file AS there ON there.library_id = gone.library_id AND there.sha256 = gone.sha256
             WHERE gone.library_id = ? AND gone.gone_since_ms IS NOT NULL AND gone.content_key IS NOT NULL
               AND there.gone_since_ms IS NULL AND there.settled = 1`,
            libraryId,
          )
          .map((row) => rowOf(row).text('content_key') as ContentKeyText),
      ),

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

    /** Paths of the files with this key that are there, read or not. */
    presentPathsOf: (key: ContentKeyText): string[] =>
      database
        .all(
          'SELECT path FROM local_file WHERE library_id = ? AND content_key = ? AND gone_since_ms IS NULL ORDER BY path',
          libraryId,
          key,
        )
        .map((row) => rowOf(row).text('path')),

    /** The files of a folder that have a key and are there, those of its own only, the first thousand by path. */
    keyedIn: (folder: string): { readonly path: string; readonly key: ContentKeyText }[] =>
      inFolder(folder, 'content_key IS NOT NULL').map((row) => ({
        path: row.text('path'),
        key: row.text('content_key') as ContentKeyText,
      })),

    /** Paths of the files of a folder that were read, are there and have no key; as many. */
    unassignedIn: (folder: string): string[] =>
      inFolder(folder, 'content_key IS NULL AND settled = 1 AND problem IS NULL').map((row) => row.text('path')),

    /** Paths of files and folders that cannot take part. */
    withheldPaths: (): string[] =>
      database
        .all('SELECT path, problem FROM local_file WHERE library_id = ? AND problem IS NOT NULL', libraryId)
        .map(rowOf)
        .filter((row) => isWithheld({ problem: readProblem(row) }))
        .map((row) => row.text('path')),

    /** The keys of files with this ETIM class that are there, the first thousand. */
    keysOfClass: (etimClassCode: string): ContentKeyText[] =>
      database
        .all(
          `SELECT content_key FROM local_file WHERE library_id = ? AND instr(content_key, ?) > 0
             AND gone_since_ms IS NULL ORDER BY path LIMIT 1000`,
          libraryId,
          `/${etimClassCode}/`,
        )
        .map((row) => rowOf(row).text('content_key') as ContentKeyText),

    /** Paths of files with this key that are gone. */
    gonePaths: (key: ContentKeyText): string[] =>
      database
        .all(
          'SELECT path FROM local_file WHERE library_id = ? AND content_key = ? AND gone_since_ms IS NOT NULL',
          libraryId,
          key,
        )
        .map((row) => rowOf(row).text('path')),

    hasKey: (key: ContentKeyText): boolean =>
      database.get('SELECT 1 FROM local_file WHERE library_id = ? AND content_key = ?', libraryId, key) !== undefined,

    /** One key of each application version there is, found by going from one to the next. */
    keyPerApplication(): ContentKeyText[] {
      const found: ContentKeyText[] = [];
      for (let after = ''; ;) {
        const row = database.get(
          'SELECT MIN(content_key) AS key FROM local_file WHERE library_id = ? AND content_key > ?',
          libraryId,
          after,
        );
        const key = rowOf(row).optionalText('key') as ContentKeyText | undefined;
        if (key === undefined) return found;
        found.push(key);
        // Application and version end with a slash; behind all that begins so comes what has the next character there.
        const [application = '', version = ''] = key.split('/');
        after = `${application}/${version}0`;
      }
    },

    /** Notes that a file was seen changed or for the first time; what was read of it before stays until it is read again. */
    noteChanged(path: string, stat: FileStat, nowMs: number): void {
      database.run(
        `INSERT INTO local_file VALUES (?, ?, ?, ?, ?, 0, NULL, NULL, NULL, NULL, ?, NULL, NULL, NULL, ?, NULL)
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

    /** Notes that a file is to be read again although it looks as it did: what it belongs to may have changed. */
    noteUnread(path: string): void {
      database.run('UPDATE local_file SET settled = 0 WHERE library_id = ? AND path = ?', libraryId, path);
    },

    /** Notes what was read of a file whose outside is `stat`. */
    noteRead(path: string, stat: FileStat, reading: Reading, nowMs: number): void {
      database.run(
        `INSERT INTO local_file VALUES (?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, NULL, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET size_bytes = excluded.size_bytes, modified_ms = excluded.modified_ms, inode = excluded.inode,
           settled = 1, sha256 = excluded.sha256, content_key = excluded.content_key, missing = excluded.missing,
           program = excluded.program, since_ms = excluded.since_ms, gone_since_ms = NULL, problem = excluded.problem,
           reread_due_ms = excluded.reread_due_ms, changed_ms = excluded.changed_ms,
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
      database.run('DELETE FROM local_file WHERE library_id = ? AND path = ?', libraryId, path);
    },
  };
}

export type LocalFiles = ReturnType<typeof createLocalFiles>;

function readProblem(row: Row): ErrorRecord | undefined {
  const problem = row.optionalText('problem');
  return problem === undefined ? undefined : errorRecord.safeParse(JSON.parse(problem)).data;
}

function readLocalFile(value: unknown): LocalFile {
  const row = rowOf(value);
  return {
    path: row.text('path'),
    sizeBytes: row.number('size_bytes'),
    modifiedMs: row.number('modified_ms'),
    inode: row.text('inode'),
    changedMs: row.optionalNumber('changed_ms'),
    fetchedFrom: row.optionalText('fetched_from'),
    settled: row.number('settled') === 1,
    sinceMs: row.number('since_ms'),
    sha256: row.optionalText('sha256') as Sha256 | undefined,
    key: row.optionalText('content_key') as ContentKeyText | undefined,
    goneSinceMs: row.optionalNumber('gone_since_ms'),
    missing: row.optionalText('missing') as Unassigned['missing'] | undefined,
    problem: readProblem(row),
    program: row.optionalText('program'),
    rereadDueMs: row.optionalNumber('reread_due_ms'),
  };
}

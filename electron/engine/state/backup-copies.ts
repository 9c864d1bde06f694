import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { formatVersion, parseVersion, type Version } from '../../../shared/model/version.ts';
import type { BackupReason } from '../../../shared/rpc/backup-records.ts';
import type { Database } from '../ports.ts';
import { rowOf, type Row } from './row.ts';

/** A file that was replaced, as it is kept in the backup folder. */
export interface BackupCopy {
  /** Where it is kept, below the library's root. */
  readonly keptAt: string;
  /** Where it stood. */
  readonly path: string;
  readonly keptMs: number;
  readonly reason: BackupReason;
  readonly key?: ContentKeyText | undefined;
  /** Absent for a copy that was found in the folder and of which nothing is known. */
  readonly sha256?: Sha256 | undefined;
  /** The version that took its place, where one did. */
  readonly replacedBy?: Version | undefined;
  /** The version of the service that has these bytes, where one is known. */
  readonly version?: Version | undefined;
}

/**
 * What is known of the copies in the backup folder. The folder says which are there; a row only says more of one, and
 * is written before the copy is, so that no copy is without.
 */
export function createBackupCopies(database: Database, libraryId: string) {
  const select = (condition: string, ...values: readonly (string | number | null)[]): BackupCopy[] =>
    database
      .all(
        `SELECT * FROM backup_copy WHERE library_id = ? AND ${condition} ORDER BY kept_ms DESC, path`,
        libraryId,
        ...values,
      )
      .map(rowOf)
      .map(readCopy);

  return {
    /** Newest first. */
    all: (): BackupCopy[] => select('1'),

    /** Copies of what stood at this path, or was the file of this key wherever it stood. Newest first. */
    ofFile: (path: string, key: ContentKeyText | undefined): BackupCopy[] =>
      select('(path = ? OR content_key = ?)', path, key ?? null),

    /** Those kept in a span of time, at most so many. Newest first. */
    keptWithin: (fromMs: number, untilMs: number, limit: number): BackupCopy[] =>
      select("kept_ms BETWEEN ? AND ? AND reason <> 'superseded'", fromMs, untilMs).slice(0, limit),

    /** Those into which somebody saved after they were replaced, and of which nobody has said what becomes of them. */
    savedLate: (): BackupCopy[] => select("reason = 'savedLate'"),

    /** The local history: what was settled and did not go to the service. Newest first. */
    history: (): BackupCopy[] => select("reason = 'superseded'"),

    /** A replaced file with these bytes that is kept. */
    replacedWith: (sha256: Sha256): BackupCopy | undefined =>
      select("reason <> 'superseded' AND sha256 = ?", sha256)[0],

    hasHistory: (sha256: Sha256): boolean => select("reason = 'superseded' AND sha256 = ?", sha256).length > 0,

    get: (keptAt: string): BackupCopy | undefined => select('kept_at = ?', keptAt)[0],

    note(copy: BackupCopy): void {
      database.run(
        'INSERT OR REPLACE INTO backup_copy VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
        libraryId,
        copy.keptAt,
        copy.path,
        copy.keptMs,
        copy.reason,
        copy.key ?? null,
        copy.sha256 ?? null,
        copy.replacedBy ? formatVersion(copy.replacedBy) : null,
        copy.version ? formatVersion(copy.version) : null,
      );
    },

    forget(keptAt: string): void {
      database.run('DELETE FROM backup_copy WHERE library_id = ? AND kept_at = ?', libraryId, keptAt);
    },

    /** Whether a service is known to have the bytes of a copy, so that the copy is not the only place they are in. */
    isOnService({ version, sha256 }: BackupCopy): boolean {
      if (version !== undefined) return true;
      if (sha256 === undefined) return false;
      return ['synced_item', 'remote_item'].some(
        (table) =>
          database.get(`SELECT 1 FROM ${table} WHERE library_id = ? AND sha256 = ? LIMIT 1`, libraryId, sha256) !==
          undefined,
      );
    },
  };
}

export type BackupCopies = ReturnType<typeof createBackupCopies>;

function readCopy(row: Row): BackupCopy {
  return {
    keptAt: row.text('kept_at'),
    path: row.text('path'),
    keptMs: row.number('kept_ms'),
    reason: row.text('reason') as BackupReason,
    key: row.optionalText('content_key') as ContentKeyText | undefined,
    sha256: row.optionalText('sha256') as Sha256 | undefined,
    replacedBy: versionIn(row.optionalText('replaced_by')),
    version: versionIn(row.optionalText('version')),
  };
}

function versionIn(text: string | undefined): Version | undefined {
  return text === undefined ? undefined : parseVersion(text);
}

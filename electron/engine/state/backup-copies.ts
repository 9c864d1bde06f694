import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { formatVersion, parseVersion, type Version } from '../../../shared/model/version.ts';
import type { BackupReason } from '../../../shared/rpc/backup-records.ts';
import type { Database, Statement } from '../ports.ts';
import { number, optionalText, shape, text, type Read } from './row.ts';
import { insert, sql } from './sql.ts';

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

const readCopy = shape<BackupCopy>({
  keptAt: text('kept_at'),
  path: text('path'),
  keptMs: number('kept_ms'),
  reason: text('reason'),
  key: optionalText('content_key'),
  sha256: optionalText('sha256'),
  replacedBy: versionIn('replaced_by'),
  version: versionIn('version'),
});

/**
 * What is known of the copies in the backup folder. The folder says which are there; a row only says more of one, and
 * is written before the copy is, so that no copy is without.
 */
export function createBackupCopies(database: Database, libraryId: string) {
  const select = (condition: Statement, limit = -1): BackupCopy[] =>
    database.all(
      sql`SELECT * FROM backup_copy WHERE library_id = ${libraryId} AND ${condition}
        ORDER BY kept_ms DESC, path LIMIT ${limit}`,
      readCopy,
    );

  return {
    /** Newest first. */
    all: (): BackupCopy[] => select(sql`1`),

    /** Copies of what stood at this path, or was the file of this key wherever it stood. Newest first. */
    ofFile: (path: string, key: ContentKeyText | undefined): BackupCopy[] =>
      select(sql`(path = ${path} OR content_key = ${key})`),

    /** Those kept in a span of time, at most so many. Newest first. */
    keptWithin: (fromMs: number, untilMs: number, limit: number): BackupCopy[] =>
      select(sql`kept_ms BETWEEN ${fromMs} AND ${untilMs} AND reason <> 'superseded'`, limit),

    /** Those into which somebody saved after they were replaced, and of which nobody has said what becomes of them. */
    savedLate: (): BackupCopy[] => select(sql`reason = 'savedLate'`),

    /** The local history: what was settled and did not go to the service. Newest first. */
    history: (): BackupCopy[] => select(sql`reason = 'superseded'`),

    /** A replaced file with these bytes that is kept. */
    replacedWith: (sha256: Sha256): BackupCopy | undefined =>
      select(sql`reason <> 'superseded' AND sha256 = ${sha256}`)[0],

    /** Every copy that had these bytes when it was kept. Newest first. */
    withBytes: (sha256: string): BackupCopy[] => select(sql`sha256 = ${sha256}`),

    hasHistory: (sha256: Sha256): boolean => select(sql`reason = 'superseded' AND sha256 = ${sha256}`).length > 0,

    get: (keptAt: string): BackupCopy | undefined => select(sql`kept_at = ${keptAt}`)[0],

    note({ keptAt, path, keptMs, reason, key, sha256, replacedBy, version }: BackupCopy): void {
      const row = {
        library_id: libraryId,
        kept_at: keptAt,
        path,
        kept_ms: keptMs,
        reason,
        content_key: key,
        sha256,
        replaced_by: replacedBy && formatVersion(replacedBy),
        version: version && formatVersion(version),
      };
      database.run(insert('backup_copy', row, 'OR REPLACE'));
    },

    forget(keptAt: string): void {
      database.run(sql`DELETE FROM backup_copy WHERE library_id = ${libraryId} AND kept_at = ${keptAt}`);
    },

    /** Whether a service is known to have the bytes of a copy, so that the copy is not the only place they are in. */
    isOnService({ version, sha256 }: Pick<BackupCopy, 'version' | 'sha256'>): boolean {
      if (version !== undefined) return true;
      if (sha256 === undefined) return false;
      const isThese = sql`library_id = ${libraryId} AND sha256 = ${sha256}`;
      return (
        database.has(sql`SELECT 1 FROM synced_item WHERE ${isThese} LIMIT 1`) ||
        database.has(sql`SELECT 1 FROM remote_item WHERE ${isThese} LIMIT 1`)
      );
    },
  };
}

export type BackupCopies = ReturnType<typeof createBackupCopies>;

function versionIn(column: string): Read<Version | undefined> {
  const read = optionalText(column);
  return (row) => {
    const found = read(row);
    return found === undefined ? undefined : parseVersion(found);
  };
}

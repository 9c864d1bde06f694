import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { compareVersions, formatVersion, parseVersion, type Version } from '../../../shared/model/version.ts';
import type { BackupReason } from '../../../shared/rpc/backup-records.ts';
import type { Database, Statement } from '../ports.ts';
import { countedDay, dayMs, latestMs } from './counted-days.ts';
import {
  columns,
  countOf,
  newRow,
  number,
  optionalNumber,
  optionalText,
  text,
  writtenTo,
  type Column,
  type RowOf,
} from './row.ts';
import { insertOrUpdate, sql } from './sql.ts';

/** A file that was replaced, as it is kept in the backup folder. */
export type BackupCopy = RowOf<typeof backupCopy>;

/** What is known of a copy; on which day it is noted is seen to. */
export type CopyToNote = Omit<BackupCopy, 'keptDay'>;

/** As which version of which service bytes are known; all is absent where they are not. */
export type ServiceVersion = Pick<BackupCopy, 'version' | 'changedMs' | 'serviceId'>;

/** The service that is connected, and whether it is known to have bytes of a key. */
interface KnownService {
  readonly serviceId: string;
  hasBytes(key: ContentKeyText, sha256: Sha256): boolean;
}

/** The version that a copy is on the service that is connected; while none is, on the one it is known of. */
export function versionOn(service: KnownService | undefined, copy: ServiceVersion): Version | undefined {
  return service === undefined || copy.serviceId === service.serviceId ? copy.version : undefined;
}

/** Whether the service is known to have the bytes of a copy, so that the copy is not the only place they are in. */
export function isOnService(service: KnownService | undefined, copy: BackupCopy): boolean {
  if (service === undefined || copy.serviceId === service.serviceId) return copy.version !== undefined;
  const { key, sha256 } = copy;
  return key !== undefined && sha256 !== undefined && service.hasBytes(key, sha256);
}

const backupCopy = columns({
  /** Where it is kept, below the library's root. */
  keptAt: text('kept_at'),
  /** Where it stood. */
  path: text('path'),
  keptMs: number('kept_ms'),
  /** The day that was the last one counted when it was noted. */
  keptDay: number('kept_day'),
  reason: text<BackupReason>('reason'),
  key: optionalText<ContentKeyText>('content_key'),
  /** Absent for a copy that was found in the folder and of which nothing is known. */
  sha256: optionalText<Sha256>('sha256'),
  /** The version that took its place, where one did. */
  replacedBy: versionIn('replaced_by'),
  /** The version of a service that has these bytes, where one is known. */
  version: versionIn('version'),
  /** When that service says the version was made: under its number there may be another one by now. */
  changedMs: optionalNumber('changed_ms'),
  /** Which service that is; without a version one that is known to have none with these bytes. */
  serviceId: optionalText('service_id'),
});

/**
 * What is known of the copies in the backup folder. The folder says which are there; a row only says more of one, and
 * is written before the copy is, so that no copy is without.
 */
export function createBackupCopies(database: Database, libraryId: string) {
  const mine = sql`library_id = ${libraryId}`;
  return {
    ...foundCopies(database, mine),

    note(copy: CopyToNote): void {
      const row = { library_id: libraryId, ...newRow(backupCopy, { ...copy, keptDay: countedDay(database) }) };
      // The day on which it was noted first stays.
      const renewed = Object.keys(row).filter((column) => column !== 'kept_day');
      database.run(insertOrUpdate('backup_copy', row, renewed));
    },

    /** What of the local history still stands in its file counts as kept today: its days begin when it is saved over. */
    renewStanding(nowMs: number): void {
      const day = countedDay(database);
      database.run(sql`UPDATE backup_copy AS copy SET kept_ms = ${nowMs}, kept_day = ${day}
        WHERE ${mine} AND ${ofKind.history} AND kept_day < ${day} AND ${stands}`);
    },

    forget(keptAt: string): void {
      database.run(sql`DELETE FROM backup_copy WHERE ${mine} AND kept_at = ${keptAt}`);
    },

    /**
     * A service was brought back: of a key it has nothing any more that is newer than a version, or that has other bytes
     * than this; nothing at all where there is none.
     */
    forgetVersions(
      serviceId: string,
      key: ContentKeyText,
      newest: { readonly version: Version; readonly sha256?: Sha256 | undefined } | undefined,
    ): void {
      const isLost = ({ version, sha256 }: BackupCopy): boolean => {
        const behind = version && newest ? compareVersions(version, newest.version) : 1;
        return behind > 0 || (behind === 0 && sha256 !== newest?.sha256);
      };
      const known = this.ofKey(key).filter((copy) => copy.serviceId === serviceId && copy.version !== undefined);
      for (const copy of known.filter(isLost)) this.note({ ...copy, version: undefined });
    },
  };
}

export type BackupCopies = ReturnType<typeof createBackupCopies>;

/** Whether a copy is of the local history, or of a file that was replaced. */
const ofKind = { history: sql`reason = 'superseded'`, replaced: sql`reason <> 'superseded'` };

/** Whether a save still stands in its file, of which nothing newer was seen. */
const stands = sql`EXISTS (SELECT 1 FROM local_file AS file WHERE file.library_id = copy.library_id
  AND file.content_key = copy.content_key AND file.settled = 1 AND file.gone_since_ms IS NULL
  AND file.sha256 = copy.sha256)`;

/** Whether the bytes of a save still stand in its file, or were kept a second time, for a moment, when that was replaced. */
const isElsewhere = sql`(
  EXISTS (SELECT 1 FROM local_file AS file WHERE file.library_id = copy.library_id AND file.path = copy.path
    AND file.gone_since_ms IS NULL AND file.sha256 = copy.sha256)
  OR EXISTS (SELECT 1 FROM local_file AS file WHERE file.library_id = copy.library_id
    AND file.content_key = copy.content_key AND file.gone_since_ms IS NULL AND file.sha256 = copy.sha256)
  OR EXISTS (SELECT 1 FROM backup_copy AS other WHERE other.library_id = copy.library_id
    AND other.content_key = copy.content_key AND other.sha256 = copy.sha256 AND other.reason <> 'superseded'))`;

/** What a person is shown: of the local history only what is proved to be whole, and stands nowhere else. */
const isShown = sql`(copy.reason <> 'superseded' OR (copy.sha256 IS NOT NULL AND NOT ${isElsewhere}))`;

/** Which copies there are: of what, from when and why. */
function foundCopies(database: Database, mine: Statement) {
  const select = (condition: Statement, limit = -1): BackupCopy[] =>
    database.all(
      sql`SELECT * FROM backup_copy WHERE ${mine} AND (${condition}) ORDER BY kept_ms DESC, path LIMIT ${limit}`,
      backupCopy,
    );

  return {
    /** Newest first. */
    all: (): BackupCopy[] => select(sql`1`),

    /** What a person is shown. Newest first. */
    shown: (): BackupCopy[] =>
      database.all(
        sql`SELECT * FROM backup_copy AS copy WHERE ${mine} AND ${isShown} ORDER BY kept_ms DESC, path`,
        backupCopy,
      ),

    /** The same of what stood at this path, or was the file of this key wherever it stood. */
    shownOf: (path: string, key: ContentKeyText | undefined): BackupCopy[] =>
      database.all(
        sql`SELECT * FROM backup_copy AS copy WHERE ${mine} AND path = ${path} AND ${isShown}
          UNION SELECT * FROM backup_copy AS copy WHERE ${mine} AND content_key = ${key} AND ${isShown}
          ORDER BY kept_ms DESC, path`,
        backupCopy,
      ),

    /** Copies of what was the file of a key. Newest first. */
    ofKey: (key: ContentKeyText): BackupCopy[] => select(sql`content_key = ${key}`),

    /** Replaced files that were kept in a span of time, at most so many. Newest first. */
    keptWithin: (fromMs: number, untilMs: number, limit?: number): BackupCopy[] =>
      select(sql`kept_ms BETWEEN ${fromMs} AND ${untilMs} AND reason <> 'superseded'`, limit),

    /** Those into which somebody saved after they were replaced, and of which nobody has said what becomes of them. */
    savedLate: (): BackupCopy[] => select(sql`reason = 'savedLate'`),
    savedLateCount: (): number =>
      countOf(database, sql`SELECT COUNT(*) AS n FROM backup_copy WHERE ${mine} AND reason = 'savedLate'`),

    /**
     * The local history: what was settled and did not go to the service. Newest first: what was kept last, whatever its
     * date, and however often it was renewed while it stood in its file.
     */
    history: (): BackupCopy[] =>
      database.all(
        sql`SELECT * FROM backup_copy WHERE ${mine} AND ${ofKind.history} ORDER BY copy_id DESC`,
        backupCopy,
      ),

    /**
     * Those that were kept for so many days, by the days counted since and, where it can be true, by their date. Newest
     * first.
     */
    keptFor: (days: number, kind: keyof typeof ofKind, nowMs: number): BackupCopy[] =>
      select(sql`${ofKind[kind]} AND kept_day < ${countedDay(database) - days}
        AND kept_ms NOT BETWEEN ${nowMs - days * dayMs} AND ${latestMs(nowMs)}`),

    /** Every copy that had these bytes when it was kept. Newest first. */
    withBytes: (sha256: string): BackupCopy[] => select(sql`sha256 = ${sha256}`),

    /** The newest copy of what was the file of a key that had these bytes when it was kept. */
    withBytesOf: (key: ContentKeyText, sha256: Sha256, kind: keyof typeof ofKind): BackupCopy | undefined =>
      select(sql`content_key = ${key} AND sha256 = ${sha256} AND ${ofKind[kind]}`, 1)[0],

    get: (keptAt: string): BackupCopy | undefined => select(sql`kept_at = ${keptAt}`)[0],
  };
}

function versionIn(column: string): Column<Version | undefined> {
  const read = optionalText(column);
  return writtenTo(
    column,
    (row) => {
      const found = read(row);
      return found === undefined ? undefined : parseVersion(found);
    },
    (version) => version && formatVersion(version),
  );
}

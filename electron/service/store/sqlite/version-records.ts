import Database from 'better-sqlite3';
import type { Program } from '../../../../shared/model/program.ts';
import { compareVersions, isRelease, type Version } from '../../../../shared/model/version.ts';
import type {
  History,
  HistoryFilter,
  ListedVersion,
  NewestFilter,
  StoredVersion,
  VersionRecords,
  VersionToAppend,
} from '../store.ts';
import type { SharedCommits } from '../../../commits/shared-commits.ts';
import { rowsPerPage } from '../list-pages.ts';
import { readIfThere } from '../read-if-there.ts';
import { pagesByChange, pagesOfAll, pagesOfHistory } from '../version-pages.ts';
import {
  columnOf,
  keyColumns,
  keyValues,
  namesGiven,
  placeColumns,
  readHistory,
  readVersion,
} from '../version-rows.ts';

/**
 * A parameter that SQLite does not look into: it would prepare a join or an order again at every call, to choose
 * by the value, and that costs more than running it.
 */
const value = '+?';

const historySelect = `
  SELECT h.*, n.major AS newest_major, n.minor AS newest_minor, r.major AS release_major
  FROM histories h JOIN versions n ON n.version_id = h.newest_id LEFT JOIN versions r ON r.version_id = h.release_id`;

const versionSelect = `
  SELECT h.*, v.*, b.sha256, b.size_bytes
  FROM versions v JOIN histories h ON h.history_id = v.history_id JOIN blobs b ON b.blob_id = v.blob_id`;

/** Histories and their versions in SQLite; nothing here changes or removes a version. */
export function createVersionRecords(database: Database.Database, commits: SharedCommits): VersionRecords {
  const append = prepareAppend(database);
  const listedAt = prepareListedAt(database);
  const states = createStates(database);
  const listHistories = prepareListHistories(database);
  const list = prepareList(database);
  const listPrograms = database.prepare<[], Program>(
    "SELECT DISTINCT application_name AS name, application_version AS version FROM histories WHERE attachment_name = ''",
  );
  const find = database.prepare(
    `${versionSelect} WHERE v.history_id = ${value} AND v.major = ${value} AND v.minor = ${value}`,
  );

  return {
    async append(versions) {
      try {
        const outcome = await commits.add(() => {
          // Those that come together are listed together: their times are read before any of them is there.
          const listed = versions.map((version) => ({ ...version, listedAt: listedAt(version) }));
          for (const version of listed) append(version);
          return 'appended' as const;
        });
        for (const { key } of versions) states.move(key);
        return outcome;
      } catch (thrown) {
        if (thrown instanceof OutdatedHistory) return 'outdated';
        if (thrown instanceof Database.SqliteError && thrown.code === 'SQLITE_CONSTRAINT_FOREIGNKEY') {
          return 'unknown-blob';
        }
        throw thrown;
      }
    },
    listHistories: async (filter) => listHistories(filter),
    listPrograms: async () => listPrograms.all(),
    list,
    async findNewest(historyId, major) {
      for await (const [newest] of list(historyId, major, 1)) return newest;
      return undefined;
    },
    find: async (historyId, { major, minor }) => readIfThere(find.get(historyId, major, minor), readVersion),
    listNewest: (filter) => listNewest(database, filter),
    listAll: () => listAll(database),
    stateOf: async (applicationName, applicationVersion) => states.of({ applicationName, applicationVersion }),
  };
}

type Application = Pick<StoredVersion['key'], 'applicationName' | 'applicationVersion'>;

/**
 * The state of each application version: the newest version there was when one of its own was last stored, or when the
 * store was opened. Nothing is ever changed or removed, so that names all versions up to it; and its blob's id, which is
 * random, tells it from another in its place after a backup was put back.
 */
function createStates(database: Database.Database) {
  const newest = database.prepare<[], string>(
    "SELECT version_id || '-' || changed_at || '-' || blob_id FROM versions ORDER BY version_id DESC LIMIT 1",
  );
  const read = (): string => newest.pluck().get() ?? 'none';
  const whenOpened = read();
  const moved = new Map<string, string>();
  const nameOf = (key: Application): string => `${key.applicationName}\n${key.applicationVersion}`;
  return {
    of: (application: Application): string => moved.get(nameOf(application)) ?? whenOpened,
    move: (application: Application): unknown => moved.set(nameOf(application), read()),
  };
}

function prepareList(database: Database.Database) {
  const page = (condition: string) =>
    database.prepare(
      `${versionSelect} WHERE v.history_id = ${value} AND (v.major, v.minor) < (${value}, ${value})${condition}
       ORDER BY v.major DESC, v.minor DESC LIMIT ${value}`,
    );
  const ofAll = page('');
  const ofMajor = page(` AND v.major = ${value}`);
  return (historyId: number, major?: number, size?: number): AsyncIterable<readonly StoredVersion[]> =>
    pagesOfHistory(
      (before, most) => {
        const place = [historyId, before.major, before.minor];
        return major === undefined ? ofAll.all(...place, most) : ofMajor.all(...place, major, most);
      },
      major,
      size,
    );
}

function prepareListHistories(database: Database.Database): (filter: HistoryFilter) => readonly History[] {
  // One statement for each combination of values that is asked for; there are few.
  const statements = new Map<string, Database.Statement>();
  return (filter) => {
    const names = namesGiven(filter);
    const where = names.map((name) => `h.${columnOf[name]} = ${value}`).join(' AND ');
    const statement =
      statements.get(where) ??
      database.prepare(`${historySelect} WHERE ${where} ORDER BY h.type, h.language_code, h.attachment_name`);
    statements.set(where, statement);
    return statement.all(...names.map((name) => filter[name])).map(readHistory);
  };
}

/** Thrown inside the transaction so that it is undone; never leaves this file. */
class OutdatedHistory extends Error {}

/**
 * The time a change is listed under: its own, or, where the clock was set back, the first one behind everything of its
 * program that can be read already. A copy brings the times of the place that it copies.
 */
function prepareListedAt(database: Database.Database): (version: VersionToAppend) => number {
  const last = database.prepare<[string, string], number>(
    `SELECT newest_at FROM histories
     WHERE application_name = ${value} AND application_version = ${value} AND newest_at IS NOT NULL
     ORDER BY newest_at DESC LIMIT 1`,
  );
  return ({ key: { applicationName, applicationVersion }, changedAt, listedAt }) =>
    listedAt ?? Math.max(changedAt, (last.pluck().get(applicationName, applicationVersion) ?? -1) + 1);
}

function prepareAppend(
  database: Database.Database,
): (version: VersionToAppend & { readonly listedAt: number }) => void {
  const names = keyColumns.join(', ');
  const marks = keyColumns.map(() => '?').join(', ');
  const findHistory = database.prepare(
    `SELECT history_id FROM histories WHERE ${keyColumns.map((name) => `${name} = ?`).join(' AND ')}`,
  );
  const insertHistory = database.prepare(`INSERT INTO histories (${names}) VALUES (${marks})`);
  const findNewest = database.prepare<[number | bigint], Version>(
    `SELECT major, minor FROM histories h JOIN versions v ON v.version_id = h.newest_id WHERE h.history_id = ${value}`,
  );
  const insertVersion = database.prepare(
    'INSERT INTO versions (history_id, major, minor, changed_at, comments, blob_id, record) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const moveNewest = database.prepare('UPDATE histories SET newest_id = ?, newest_at = ? WHERE history_id = ?');
  const moveRelease = database.prepare('UPDATE histories SET release_id = ?, release_at = ? WHERE history_id = ?');

  return ({ after, version, changedAt, listedAt, comments, blobId, record, ...owner }) => {
    const values = keyValues(owner.key, owner.attachmentName);
    const found = findHistory.get(...values) as { history_id: number } | undefined;
    const historyId = found?.history_id ?? insertHistory.run(...values).lastInsertRowid;
    const newest = findNewest.get(historyId);
    const expected = after === undefined ? newest === undefined : newest && compareVersions(after, newest) === 0;
    if (!expected) throw new OutdatedHistory();
    const { major, minor } = version;
    const text = JSON.stringify(record);
    const { lastInsertRowid } = insertVersion.run(historyId, major, minor, changedAt, comments ?? null, blobId, text);
    moveNewest.run(lastInsertRowid, listedAt, historyId);
    if (isRelease(version)) moveRelease.run(lastInsertRowid, listedAt, historyId);
  };
}

function listNewest(database: Database.Database, filter: NewestFilter): AsyncIterable<readonly StoredVersion[]> {
  const [id, at] = filter.releasesOnly ? ['release_id', 'release_at'] : ['newest_id', 'newest_at'];
  const page = database.prepare(
    `SELECT h.*, v.*, b.sha256, b.size_bytes, h.${at} AS listed_at
     FROM histories h JOIN versions v ON v.version_id = h.${id} JOIN blobs b ON b.blob_id = v.blob_id
     WHERE h.application_name = ? AND h.application_version = ? AND (h.${at}, h.history_id) > (?, ?)
       AND h.${at} IS NOT NULL AND h.attachment_name = '' AND (? IS NULL OR h.language_code = ?)
     ORDER BY h.${at}, h.history_id LIMIT ${rowsPerPage}`,
  );
  const language = filter.languageCode ?? null;
  const { applicationName, applicationVersion } = filter;
  return pagesByChange(filter, ({ listedAt, historyId }) =>
    page.all(applicationName, applicationVersion, listedAt, historyId, language, language),
  );
}

function listAll(database: Database.Database): AsyncIterable<readonly ListedVersion[]> {
  const histories = database.prepare(
    `SELECT * FROM histories WHERE (${placeColumns.join(', ')}) > (${placeColumns.map(() => '?').join(', ')})
     ORDER BY ${placeColumns.join(', ')} LIMIT ?`,
  );
  const versions = database.prepare(
    `SELECT h.*, v.*, b.sha256, b.size_bytes,
       CASE v.version_id WHEN h.newest_id THEN h.newest_at WHEN h.release_id THEN h.release_at ELSE v.changed_at END AS listed_at
     FROM versions v JOIN histories h ON h.history_id = v.history_id JOIN blobs b ON b.blob_id = v.blob_id
     WHERE v.history_id = ${value} ORDER BY v.major, v.minor`,
  );
  return pagesOfAll(
    async (place, size) => histories.all(...place, size),
    async (historyIds) => historyIds.flatMap((historyId) => versions.all(historyId)),
  );
}

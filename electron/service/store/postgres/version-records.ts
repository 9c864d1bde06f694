import { z } from 'zod';
import type { ListedVersion, NewestFilter, StoredVersion, VersionRecords } from '../store.ts';
import { rowsPerPage } from '../list-pages.ts';
import { readIfThere } from '../read-if-there.ts';
import { pagesByChange, pagesOfAll, pagesOfHistory } from '../version-pages.ts';
import { columnOf, keyColumns, namesGiven, placeColumns, readHistory, readVersion } from '../version-rows.ts';
import { createAppends } from './append-versions.ts';
import type { TenantDatabase } from './tenant.ts';

// Columns are named everywhere: a newer version of the service may add some while this one runs, and a statement that was
// prepared for all of them would fail.
const keyPart = keyColumns.map((column) => `h.${column}`).join(', ');
const historyColumns = `h.history_id, ${keyPart}, h.newest_major, h.newest_minor, h.release_major`;
const versionColumns = `h.history_id, ${keyPart}, v.major, v.minor, v.changed_at, v.comments, v.blob_id, v.record,
  b.sha256, b.size_bytes`;

const versionSelect = `
  SELECT ${versionColumns}
  FROM versions v JOIN histories h USING (tenant_id, history_id) JOIN blobs b USING (tenant_id, blob_id)`;

const programRow = z.object({ name: z.string(), version: z.string() });
const stateRow = z.object({ state: z.string().nullable() });

/** Histories and their versions in PostgreSQL; nothing here changes or removes a version. */
export function createVersionRecords(database: TenantDatabase): VersionRecords {
  const { ask, tenantId } = database;
  // As bigint: whoever asks may name a version so high that there is none, and that no column could hold.
  const list = (historyId: number, major?: number, most?: number): AsyncIterable<readonly StoredVersion[]> =>
    pagesOfHistory(
      (before, size) =>
        ask(
          `${versionSelect} WHERE v.tenant_id = $1 AND v.history_id = $2 AND (v.major, v.minor) < ($3::bigint, $4::bigint)
             AND ($5::bigint IS NULL OR v.major = $5) ORDER BY v.major DESC, v.minor DESC LIMIT $6`,
          [tenantId, historyId, before.major, before.minor, major ?? null, size],
        ),
      major,
      most,
    );
  return {
    append: createAppends(database),
    async listHistories(filter) {
      const names = namesGiven(filter);
      const where = names.map((name, index) => ` AND h.${columnOf[name]} = $${index + 2}`).join('');
      const histories = `SELECT ${historyColumns} FROM histories h WHERE h.tenant_id = $1${where}
        ORDER BY h.type, h.language_code, h.attachment_name`;
      return (await ask(histories, [tenantId, ...names.map((name) => filter[name])])).map(readHistory);
    },
    async listPrograms() {
      const programs = `SELECT application_name AS name, application_version AS version FROM programs
        WHERE tenant_id = $1 AND has_files ORDER BY 1, 2`;
      return (await ask(programs, [tenantId])).map((row) => programRow.parse(row));
    },
    list,
    async findNewest(historyId, major) {
      for await (const [newest] of list(historyId, major, 1)) return newest;
      return undefined;
    },
    async find(historyId, { major, minor }) {
      const one = `${versionSelect} WHERE v.tenant_id = $1 AND v.history_id = $2
        AND v.major = $3::bigint AND v.minor = $4::bigint`;
      const [row] = await ask(one, [tenantId, historyId, major, minor]);
      return readIfThere(row, readVersion);
    },
    async stateOf(applicationName, applicationVersion) {
      const state = `SELECT state FROM programs WHERE tenant_id = $1 AND application_name = $2 AND application_version = $3`;
      const [row] = await ask(state, [tenantId, applicationName, applicationVersion]);
      return (row === undefined ? undefined : stateRow.parse(row).state) ?? 'none';
    },
    listNewest: (filter) => listNewest(database, filter),
    listAll: () => listAll(database),
  };
}

function listNewest({ ask, tenantId }: TenantDatabase, filter: NewestFilter): AsyncIterable<readonly StoredVersion[]> {
  const [at, version] = filter.releasesOnly
    ? ['h.release_listed_at', '(h.release_major, 0)']
    : ['h.newest_listed_at', '(h.newest_major, h.newest_minor)'];
  const page = `
    SELECT ${versionColumns}, ${at} AS listed_at
    FROM histories h
      JOIN versions v ON v.tenant_id = h.tenant_id AND v.history_id = h.history_id AND (v.major, v.minor) = ${version}
      JOIN blobs b ON b.tenant_id = v.tenant_id AND b.blob_id = v.blob_id
    WHERE h.tenant_id = $1 AND h.application_name = $2 AND h.application_version = $3 AND h.attachment_name = ''
      AND ${at} IS NOT NULL AND (${at}, h.history_id) > ($4, $5) AND ($6::text IS NULL OR h.language_code = $6)
    ORDER BY ${at}, h.history_id LIMIT ${rowsPerPage}`;
  const { applicationName, applicationVersion, languageCode } = filter;
  return pagesByChange(filter, ({ listedAt, historyId }) =>
    ask(page, [tenantId, applicationName, applicationVersion, listedAt, historyId, languageCode ?? null]),
  );
}

function listAll({ ask, tenantId }: TenantDatabase): AsyncIterable<readonly ListedVersion[]> {
  const place = placeColumns.map((column) => `h.${column}`).join(', ');
  const histories = `SELECT h.history_id, ${keyPart} FROM histories h
    WHERE h.tenant_id = $1 AND (${place}) > (${placeColumns.map((_, index) => `$${index + 3}`).join(', ')})
    ORDER BY ${place} LIMIT $2`;
  const versions = `SELECT ${versionColumns}, CASE
      WHEN (v.major, v.minor) = (h.newest_major, h.newest_minor) THEN h.newest_listed_at
      WHEN (v.major, v.minor) = (h.release_major, 0) THEN h.release_listed_at ELSE v.changed_at END AS listed_at
    FROM unnest($2::bigint[]) WITH ORDINALITY AS asked (history_id, place)
      JOIN histories h USING (history_id) JOIN versions v USING (tenant_id, history_id) JOIN blobs b USING (tenant_id, blob_id)
    WHERE h.tenant_id = $1 ORDER BY asked.place, v.major, v.minor`;
  return pagesOfAll(
    (after, size) => ask(histories, [tenantId, size, ...after]),
    (historyIds) => ask(versions, [tenantId, historyIds]),
  );
}

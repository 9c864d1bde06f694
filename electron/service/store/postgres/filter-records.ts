import { z } from 'zod';
import { readFilter, readFilterJson } from '../filter-rows.ts';
import { longRowsPerPage, pagesByKey } from '../list-pages.ts';
import { readIfThere } from '../read-if-there.ts';
import type { FilterRecords, StoredFilter } from '../stored-lists.ts';
import type { TenantDatabase } from './tenant.ts';

const idRow = z.object({ filter_id: z.number() });

/** Filters in PostgreSQL; the ids of each tenant count up and are never given twice. */
export function createFilterRecords({ ask, known, tenantId }: TenantDatabase): FilterRecords {
  return {
    async put({ filterId, json }) {
      await known();
      await ask(
        `WITH given AS (UPDATE tenants SET filters_given = greatest(filters_given, $2) WHERE tenant_id = $1)
         INSERT INTO filters (tenant_id, filter_id, filter) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
        [tenantId, filterId, json],
      );
    },
    list: () =>
      pagesByKey<StoredFilter>(async (last, size) => {
        const page = `SELECT filter_id, filter FROM filters WHERE tenant_id = $1 AND filter_id > $2
          ORDER BY filter_id LIMIT $3`;
        return (await ask(page, [tenantId, last?.filterId ?? -1, size])).map(readFilter);
      }, longRowsPerPage),
    async add(json) {
      await known();
      const [row] = await ask(
        `WITH given AS (UPDATE tenants SET filters_given = filters_given + 1 WHERE tenant_id = $1 RETURNING filters_given)
         INSERT INTO filters (tenant_id, filter_id, filter) SELECT $1, filters_given, $2 FROM given RETURNING filter_id`,
        [tenantId, json],
      );
      return idRow.parse(row).filter_id;
    },
    async find(filterId) {
      if (!Number.isSafeInteger(filterId)) return undefined;
      const [row] = await ask('SELECT filter FROM filters WHERE tenant_id = $1 AND filter_id = $2', [
        tenantId,
        filterId,
      ]);
      return readIfThere(row, readFilterJson);
    },
  };
}

import { z } from 'zod';
import type { AuditEntry, AuditTrail } from '../../../audit/audit-trail.ts';
import { pagesByKey } from '../../list-pages.ts';
import { rowsValue, type Ask } from '../connections.ts';
import { createGathered } from '../gathered.ts';

/** Which entries are wanted; what is left out chooses all. */
export interface AuditQuestion {
  readonly tenantId?: string | undefined;
  readonly clientId?: string | undefined;
  /** From this moment on, milliseconds since 1970. */
  readonly since?: number | undefined;
  /** Up to but without this moment, milliseconds since 1970. */
  readonly until?: number | undefined;
}

/** An entry as it is read: a version of the service other than this one may have noted it, in words of its own. */
export interface NotedEntry extends Omit<AuditEntry, 'act' | 'operation'> {
  readonly act: string;
  readonly operation: string;
}

/** A trail that can be read. */
export interface OfficeAuditTrail extends AuditTrail {
  /** The oldest first, in pages. */
  read(question: AuditQuestion): AsyncIterable<readonly NotedEntry[]>;
}

const entriesPerPage = 1_000;
/** So many are written together at most. */
const entriesPerCommit = 500;

const entryRow = z
  .object({
    entry_id: z.number(),
    noted_at: z.number(),
    tenant_id: z.string(),
    client_id: z.string(),
    act: z.string(),
    operation: z.string(),
    subjects: z.array(z.string()),
  })
  .transform(({ entry_id: entryId, noted_at: at, tenant_id: tenantId, client_id: clientId, ...rest }) => ({
    entryId,
    entry: { at, tenantId, clientId, ...rest } satisfies NotedEntry,
  }));

/** The trail of all tenants and processes in PostgreSQL. Entries of the same moment share a commit. */
export function createOfficeAuditTrail(ask: Ask): OfficeAuditTrail {
  const note = createGathered<AuditEntry, void>(
    async (entries) => {
      const rows = entries.map(({ at, tenantId, clientId, ...rest }) => ({
        noted_at: at,
        tenant_id: tenantId,
        client_id: clientId,
        ...rest,
      }));
      await ask(
        `INSERT INTO audit_entries (tenant_id, noted_at, client_id, act, operation, subjects)
         SELECT tenant_id, noted_at, client_id, act, operation, subjects FROM json_to_recordset($1::json)
           AS g (tenant_id text, noted_at bigint, client_id text, act text, operation text, subjects json)`,
        [rowsValue(rows)],
      );
      return entries.map(() => undefined);
    },
    () => 1,
    entriesPerCommit,
  );
  return {
    note,
    async *read({ tenantId, clientId, since, until }) {
      const wanted = [tenantId ?? null, clientId ?? null, since ?? 0, until ?? Number.MAX_SAFE_INTEGER];
      const pages = pagesByKey<z.output<typeof entryRow>>(async (last) => {
        const rows = await ask(
          `SELECT entry_id, noted_at, tenant_id, client_id, act, operation, subjects FROM audit_entries
           WHERE ($1::text IS NULL OR tenant_id = $1) AND ($2::text IS NULL OR client_id = $2)
             AND noted_at >= $3 AND noted_at < $4 AND (noted_at, entry_id) > ($5, $6)
           ORDER BY noted_at, entry_id LIMIT ${entriesPerPage}`,
          [...wanted, last?.entry.at ?? -1, last?.entryId ?? 0],
        );
        return rows.map((row) => entryRow.parse(row));
      }, entriesPerPage);
      for await (const page of pages) yield page.map(({ entry }) => entry);
    },
  };
}

import { z } from 'zod';
import { blobColumns } from '../blob-rows.ts';
import { readRequest, readValidationFile } from '../validation-rows.ts';
import { longRowsPerPage, pagesByKey } from '../list-pages.ts';
import { readIfThere } from '../read-if-there.ts';
import type { ValidationFile, ValidationFilter, ValidationRecords } from '../stored-lists.ts';
import { hashOf } from '../hash-of.ts';
import type { Ask } from './connections.ts';
import { guidOf, type TenantDatabase } from './tenant.ts';

const ticketRow = z.object({ ticket_number: z.string(), request: z.string().nullable() });
const namedRequest = z.object({ ticketNumber: z.string().optional() });
const hashedRow = z.object({ project_hash: z.string(), ticket_hash: z.string(), request: z.string() });

const chosen = `tenant_id = $1 AND project_hash = $2 AND ($3::text IS NULL OR project_name = $3)
  AND ($4::uuid IS NULL OR ticket_hash = $4)`;

/** Validation files and requests in PostgreSQL. Requests are found by the hash of what was given, whatever it is kept as. */
export function createValidationRecords(database: TenantDatabase): ValidationRecords {
  const { ask, tenantId } = database;
  const valuesOf = ({ projectId, projectName, ticketNumber }: ValidationFilter) => [
    tenantId,
    hashOf(projectId),
    projectName ?? null,
    ticketNumber === undefined ? null : hashOf(ticketNumber),
  ];
  const find = async (projectId: string, ticketNumber: string): Promise<string | undefined> => {
    const one =
      'SELECT request FROM validation_requests WHERE tenant_id = $1 AND project_hash = $2 AND ticket_hash = $3';
    return readIfThere((await ask(one, [tenantId, hashOf(projectId), hashOf(ticketNumber)]))[0], readRequest);
  };
  return {
    putFile: (blobId, fileName, contentType) => putFile(database, blobId, [fileName ?? null, contentType ?? null]),
    async findFile(blobId) {
      const one = `SELECT file_name, content_type, ${blobColumns} FROM validation_files JOIN blobs USING (tenant_id, blob_id) WHERE tenant_id = $1 AND blob_id = $2`;
      return readIfThere((await ask(one, [tenantId, guidOf(blobId)]))[0], readValidationFile);
    },
    async add(request, json) {
      await database.known();
      const { projectId, projectName = '', ticketNumber } = request;
      // Again where the one that was in the way is removed before it is read.
      for (;;) {
        const added = await ask(
          `INSERT INTO validation_requests (tenant_id, project_hash, project_name, ticket_hash, ticket_number, request)
           VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING 1`,
          [tenantId, hashOf(projectId), projectName, hashOf(ticketNumber), ticketNumber, json],
        );
        if (added.length === 1) return undefined;
        const standing = await find(projectId, ticketNumber);
        if (standing !== undefined) return standing;
      }
    },
    listTickets: (filter) => listTickets(ask, valuesOf(filter)),
    find,
    listFiles: () =>
      pagesByKey<ValidationFile>(async (last, size) => {
        const page = `SELECT file_name, content_type, ${blobColumns} FROM validation_files JOIN blobs USING (tenant_id, blob_id)
          WHERE tenant_id = $1 AND ($2::uuid IS NULL OR blob_id > $2) ORDER BY blob_id LIMIT $3`;
        return (await ask(page, [tenantId, last?.blob.blobId ?? null, size])).map(readValidationFile);
      }),
    listRequests: () => listRequests(database),
    remove: async (filter) =>
      (await ask(`DELETE FROM validation_requests WHERE ${chosen} RETURNING 1`, valuesOf(filter))).length,
  };
}

/** Ticket numbers as they were given: where one had a character that the column cannot hold, the JSON has it. */
async function listTickets(ask: Ask, values: readonly unknown[]): Promise<string[]> {
  const list = `SELECT ticket_number, CASE WHEN ticket_number LIKE '%␀%' THEN request END AS request
    FROM validation_requests WHERE ${chosen} ORDER BY ticket_number`;
  const rows = (await ask(list, values)).map((row) => ticketRow.parse(row));
  return rows.map(({ ticket_number: kept, request }) => {
    const given = request === null ? undefined : namedRequest.parse(JSON.parse(request)).ticketNumber;
    return given ?? kept;
  });
}

async function* listRequests({ ask, tenantId }: TenantDatabase): AsyncGenerator<readonly string[]> {
  const pages = pagesByKey<z.output<typeof hashedRow>>(async (last, size) => {
    const page = `SELECT project_hash, ticket_hash, request FROM validation_requests
      WHERE tenant_id = $1 AND ($2::uuid IS NULL OR (project_hash, ticket_hash) > ($2, $3))
      ORDER BY project_hash, ticket_hash LIMIT $4`;
    const place = [last?.project_hash ?? null, last?.ticket_hash ?? null];
    return (await ask(page, [tenantId, ...place, size])).map((row) => hashedRow.parse(row));
  }, longRowsPerPage);
  for await (const rows of pages) yield rows.map(({ request }) => request);
}

async function putFile(
  { inTransaction, tenantId }: TenantDatabase,
  blobId: string,
  [fileName, contentType]: readonly (string | null)[],
): Promise<void> {
  await inTransaction(async (ask) => {
    // Marked before it is referred to: whoever would drop the blob waits for this row.
    await ask('UPDATE blobs SET used = true WHERE tenant_id = $1 AND blob_id = $2', [tenantId, guidOf(blobId)]);
    await ask(
      `INSERT INTO validation_files (tenant_id, blob_id, file_name, content_type) VALUES ($1, $2, $3, $4)
       ON CONFLICT (tenant_id, blob_id) DO UPDATE SET
         file_name = coalesce(validation_files.file_name, excluded.file_name),
         content_type = coalesce(validation_files.content_type, excluded.content_type)`,
      [tenantId, guidOf(blobId), fileName, contentType],
    );
  });
}

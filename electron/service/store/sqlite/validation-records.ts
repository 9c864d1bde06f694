import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { ValidationFilter, ValidationRecords } from '../store.ts';
import { readBlob } from './blob-records.ts';
import type { SharedCommits } from '../../../commits/shared-commits.ts';

const fileRow = z.object({ file_name: z.string().nullable(), content_type: z.string().nullable() });
const requestRow = z.object({ request: z.string() });

const chosen = `project_id = ? AND (? IS NULL OR project_name = ?) AND (? IS NULL OR ticket_number = ?)`;

/** Validation files and requests in SQLite. */
export function createValidationRecords(database: Database.Database, commits: SharedCommits): ValidationRecords {
  const putFile = database.prepare('INSERT OR REPLACE INTO validation_files VALUES (?, ?, ?)');
  const findFile = database.prepare('SELECT * FROM validation_files JOIN blobs USING (blob_id) WHERE blob_id = ?');
  const insert = database.prepare('INSERT OR IGNORE INTO validation_requests VALUES (?, ?, ?, ?)');
  const standing = database.prepare(
    'SELECT request FROM validation_requests WHERE project_id = ? AND ticket_number = ?',
  );
  const listTickets = database
    .prepare<unknown[], string>(`SELECT ticket_number FROM validation_requests WHERE ${chosen} ORDER BY ticket_number`)
    .pluck();
  const remove = database.prepare(`DELETE FROM validation_requests WHERE ${chosen}`);

  return {
    putFile: (blobId, fileName, contentType) =>
      commits.add(() => void putFile.run(blobId, fileName ?? null, contentType ?? null)),
    async findFile(blobId) {
      const row = findFile.get(blobId.toLowerCase());
      if (row === undefined) return undefined;
      const { file_name: fileName, content_type: contentType } = fileRow.parse(row);
      return { blob: readBlob(row), fileName: fileName ?? undefined, contentType: contentType ?? undefined };
    },
    add: ({ projectId, projectName = '', ticketNumber }, json) =>
      commits.add(() => {
        const { changes } = insert.run(projectId, ticketNumber, projectName, json);
        return changes === 1 ? undefined : readRequest(standing.get(projectId, ticketNumber));
      }),
    listTickets: async (filter) => listTickets.all(...valuesOf(filter)),
    find: async (projectId, ticketNumber) => readRequest(standing.get(projectId, ticketNumber)),
    remove: (filter) => commits.add(() => remove.run(...valuesOf(filter)).changes),
  };
}

function valuesOf({ projectId, projectName = null, ticketNumber = null }: Nullable<ValidationFilter>) {
  return [projectId, projectName, projectName, ticketNumber, ticketNumber];
}

type Nullable<Filter> = { [Name in keyof Filter]: Filter[Name] | null };

function readRequest(row: unknown): string | undefined {
  return row === undefined ? undefined : requestRow.parse(row).request;
}

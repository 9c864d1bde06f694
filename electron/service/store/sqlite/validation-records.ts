import type Database from 'better-sqlite3';
import { hashOf } from '../hash-of.ts';
import { pagesByKey } from '../list-pages.ts';
import { readIfThere } from '../read-if-there.ts';
import type { ValidationFile, ValidationFilter, ValidationRecords } from '../stored-lists.ts';
import { readRequest, readValidationFile } from '../validation-rows.ts';
import type { SharedCommits } from '../../../commits/shared-commits.ts';

const chosen = `project_id = ? AND (? IS NULL OR project_name = ?) AND (? IS NULL OR ticket_number = ?)`;

/** Validation files and requests in SQLite. */
export function createValidationRecords(database: Database.Database, commits: SharedCommits): ValidationRecords {
  const putFile = database.prepare(
    `INSERT INTO validation_files VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET
     file_name = coalesce(file_name, excluded.file_name), content_type = coalesce(content_type, excluded.content_type)`,
  );
  const findFile = database.prepare('SELECT * FROM validation_files JOIN blobs USING (blob_id) WHERE blob_id = ?');
  const insert = database.prepare('INSERT OR IGNORE INTO validation_requests VALUES (?, ?, ?, ?)');
  const standing = database.prepare(
    'SELECT request FROM validation_requests WHERE project_id = ? AND ticket_number = ?',
  );
  const listTickets = database
    .prepare<unknown[], string>(`SELECT ticket_number FROM validation_requests WHERE ${chosen} ORDER BY ticket_number`)
    .pluck();
  const remove = database.prepare(`DELETE FROM validation_requests WHERE ${chosen}`);

  const listFiles = database.prepare(
    'SELECT * FROM validation_files JOIN blobs USING (blob_id) WHERE blob_id > ? ORDER BY blob_id LIMIT ?',
  );
  const names = database.prepare<[], RequestName>(
    'SELECT project_id AS projectId, ticket_number AS ticketNumber FROM validation_requests',
  );

  const findRequest = (projectId: string, ticketNumber: string): string | undefined =>
    readIfThere(standing.get(projectId, ticketNumber), readRequest);

  return {
    listFiles: () =>
      pagesByKey<ValidationFile>(async (last, size) =>
        listFiles.all(last?.blob.blobId ?? '', size).map(readValidationFile),
      ),
    async *listRequests() {
      for (const { projectId, ticketNumber } of inHashOrder(names.all())) {
        const request = findRequest(projectId, ticketNumber);
        if (request !== undefined) yield [request];
      }
    },
    putFile: (blobId, fileName, contentType) =>
      commits.add(() => void putFile.run(blobId, fileName ?? null, contentType ?? null)),
    findFile: async (blobId) => readIfThere(findFile.get(blobId.toLowerCase()), readValidationFile),
    add: ({ projectId, projectName = '', ticketNumber }, json) =>
      commits.add(() => {
        const { changes } = insert.run(projectId, ticketNumber, projectName, json);
        return changes === 1 ? undefined : findRequest(projectId, ticketNumber);
      }),
    listTickets: async (filter) => listTickets.all(...valuesOf(filter)),
    find: async (projectId, ticketNumber) => findRequest(projectId, ticketNumber),
    remove: (filter) => commits.add(() => remove.run(...valuesOf(filter)).changes),
  };
}

interface RequestName {
  readonly projectId: string;
  readonly ticketNumber: string;
}

function inHashOrder(names: readonly RequestName[]): RequestName[] {
  const hashed = names.map((name) => ({ name, place: hashOf(name.projectId) + hashOf(name.ticketNumber) }));
  return hashed.toSorted((one, other) => (one.place < other.place ? -1 : 1)).map(({ name }) => name);
}

function valuesOf({ projectId, projectName = null, ticketNumber = null }: Nullable<ValidationFilter>) {
  return [projectId, projectName, projectName, ticketNumber, ticketNumber];
}

type Nullable<Filter> = { [Name in keyof Filter]: Filter[Name] | null };

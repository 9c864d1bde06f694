import type { Database } from '../ports.ts';
import { link as linkForm, type FileLink, type LibraryLinks, type LinkChanges } from '../tree/library-links.ts';
import { optionalJson, text, toJson } from './row.ts';
import { insert, sql } from './sql.ts';

const path = text('path');
const link = optionalJson('link', linkForm);

/**
 * The links of a library as this computer knows them: as its files were last read with them, so that a start reads only
 * those files again whose link changed meanwhile, and with those that are not in the links file yet.
 */
export function createLinksMemory(database: Database, libraryId: string) {
  function note(changes: LinkChanges, isUnwritten: boolean): void {
    for (const [changed, to] of changes) {
      // A link that was taken back stays as a row until the file no longer has it either.
      database.run(
        to === undefined && !isUnwritten
          ? sql`DELETE FROM file_link WHERE library_id = ${libraryId} AND path = ${changed}`
          : insert(
              'file_link',
              { library_id: libraryId, path: changed, link: toJson(to), unwritten: Number(isUnwritten) },
              'OR REPLACE',
            ),
      );
    }
  }

  return {
    read: (): LibraryLinks =>
      new Map<string, FileLink>([...readWhere(sql`1`)].flatMap(([of, found]) => (found ? [[of, found] as const] : []))),

    /** Changes that the links file does not have yet. */
    unwritten: (): LinkChanges => readWhere(sql`unwritten = 1`),

    /** Links that the links file gets later. */
    noteUnwritten: (changes: LinkChanges): void => note(changes, true),

    /** Links as the links file has them. */
    noteWritten: (changes: LinkChanges): void => note(changes, false),
  };

  function readWhere(condition: ReturnType<typeof sql>): Map<string, FileLink | undefined> {
    return new Map(
      database.all(sql`SELECT * FROM file_link WHERE library_id = ${libraryId} AND ${condition}`, (row) => [
        path(row),
        link(row),
      ]),
    );
  }
}

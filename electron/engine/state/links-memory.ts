import type { Database } from '../ports.ts';
import { link as linkForm, type FileLink, type LibraryLinks, type LinkChanges } from '../tree/library-links.ts';
import { optionalJson, text, toJson } from './row.ts';
import { insert, sql } from './sql.ts';

const path = text('path');
const link = optionalJson('link', linkForm);

/**
 * Keeps the links of a library that is about to be forgotten, where the links file does not have them all: a person's
 * classes may be in no other place.
 * @param isFileAway whether the links file is not there
 */
export function leaveLinks(
  database: Database,
  { libraryId, markerId }: { readonly libraryId: string; readonly markerId?: string | undefined },
  isFileAway: boolean,
): void {
  const isAnyUnwritten = database.has(sql`SELECT 1 FROM file_link WHERE library_id = ${libraryId} AND unwritten = 1`);
  if (markerId === undefined || !(isFileAway || isAnyUnwritten)) return;
  database.run(sql`DELETE FROM file_link WHERE library_id = ${leftWith(markerId)}`);
  database.run(sql`UPDATE file_link SET library_id = ${leftWith(markerId)} WHERE library_id = ${libraryId}`);
}

/** The links that were left when the folder with a marker was a library, and what its links file says by now. */
export interface LeftLinks {
  readonly markerId: string;
  /** The paths of which it says something; `undefined` where it cannot be read. */
  readonly inFile: readonly string[] | undefined;
}

/** Gives a new library what was left. What the links file says of a path is newer, and what it was to say no more is old. */
export function takeLeftLinks(database: Database, libraryId: string, { markerId, inFile }: LeftLinks): void {
  if (inFile)
    database.run(sql`DELETE FROM file_link WHERE library_id = ${leftWith(markerId)}
      AND (link IS NULL OR path IN (SELECT value FROM json_each(${JSON.stringify(inFile)})))`);
  database.run(sql`UPDATE file_link SET library_id = ${libraryId} WHERE library_id = ${leftWith(markerId)}`);
}

/** Who has them meanwhile. No library's id looks like that. */
const leftWith = (markerId: string): string => `left with ${markerId}`;

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

import type { Database } from '../ports.ts';
import { parseLink, type FileLink, type LibraryLinks, type LinkChanges } from '../tree/library-links.ts';
import { rowOf } from './row.ts';

/**
 * The links of a library as this computer knows them: as its files were last read with them, so that a start reads only
 * those files again whose link changed meanwhile, and with those that are not in the links file yet.
 */
export function createLinksMemory(database: Database, libraryId: string) {
  function note(changes: LinkChanges, isUnwritten: boolean): void {
    for (const [path, link] of changes) {
      // A link that was taken back stays as a row until the file no longer has it either.
      if (link === undefined && !isUnwritten) {
        database.run('DELETE FROM file_link WHERE library_id = ? AND path = ?', libraryId, path);
      } else {
        database.run(
          'INSERT OR REPLACE INTO file_link (library_id, path, link, unwritten) VALUES (?, ?, ?, ?)',
          libraryId,
          path,
          link === undefined ? null : JSON.stringify(link),
          isUnwritten ? 1 : 0,
        );
      }
    }
  }

  return {
    read(): LibraryLinks {
      return withoutTakenBack(readRows('SELECT path, link FROM file_link WHERE library_id = ?'));
    },

    /** Changes that the links file does not have yet. */
    unwritten(): LinkChanges {
      return readRows('SELECT path, link FROM file_link WHERE library_id = ? AND unwritten = 1');
    },

    /** Links that the links file gets later. */
    noteUnwritten: (changes: LinkChanges): void => note(changes, true),

    /** Links as the links file has them. */
    noteWritten: (changes: LinkChanges): void => note(changes, false),
  };

  function readRows(sql: string): Map<string, FileLink | undefined> {
    return new Map(
      database.all(sql, libraryId).map((value) => {
        const row = rowOf(value);
        const text = row.optionalText('link');
        return [row.text('path'), text === undefined ? undefined : parseLink(text)];
      }),
    );
  }
}

function withoutTakenBack(links: LinkChanges): LibraryLinks {
  const kept = new Map<string, FileLink>();
  for (const [path, link] of links) if (link !== undefined) kept.set(path, link);
  return kept;
}

import type { Database } from '../ports.ts';
import { formatLinks, readLinks, type LibraryLinks } from '../tree/library-links.ts';
import { rowOf } from './row.ts';

/**
 * The links of a library as its files were last read with them, so that a start reads only those files again whose
 * link changed meanwhile.
 */
export function createLinksMemory(database: Database, libraryId: string) {
  const name = linksMemoryName(libraryId);
  return {
    read(): LibraryLinks {
      const row = database.get('SELECT value FROM setting WHERE name = ?', name);
      return (row === undefined ? undefined : readLinks(rowOf(row).text('value'))) ?? new Map();
    },
    write(links: LibraryLinks): void {
      database.run('INSERT OR REPLACE INTO setting VALUES (?, ?)', name, formatLinks(links));
    },
  };
}

/** Under which name of the settings table the links of a library are remembered. */
export function linksMemoryName(libraryId: string): string {
  return `links of ${libraryId}`;
}

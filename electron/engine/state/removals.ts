import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Database } from '../ports.ts';
import type { RemovalEntry } from '../tree/entries.ts';
import { rowOf } from './row.ts';
import { versionIn } from './version-in.ts';

/** The files of a library that are gone, with one service, and what a person said to that. */
export function createRemovals(database: Database, libraryId: string, serviceId: string) {
  const where = 'library_id = ? AND service_id = ? AND content_key = ?';
  return {
    removal(key: ContentKeyText): RemovalEntry | undefined {
      const value = database.get(`SELECT * FROM removal WHERE ${where}`, libraryId, serviceId, key);
      if (value === undefined) return undefined;
      const row = rowOf(value);
      return {
        answer: row.text('answer') as RemovalEntry['answer'],
        version: versionIn(row),
      };
    },

    /** Notes that a file is gone, or what a person said to that. */
    noteRemoval(key: ContentKeyText, { answer, version }: RemovalEntry): void {
      database.run(
        'INSERT OR REPLACE INTO removal VALUES (?, ?, ?, ?, ?, ?)',
        libraryId,
        serviceId,
        key,
        answer,
        version.major,
        version.minor,
      );
    },

    /** The file is there again. */
    forgetRemoval(key: ContentKeyText): void {
      database.run(`DELETE FROM removal WHERE ${where}`, libraryId, serviceId, key);
    },
  };
}

import type { Database } from '../ports.ts';
import { rowOf } from './row.ts';

/**
 * The service's versions that were kept beside files in conflict and that nobody needs any more. They are written down
 * with what made them so, and removed afterwards.
 */
export function createUnneededCopies(database: Database, libraryId: string) {
  const isThere = (table: 'unneeded_copy' | 'conflict', keptAt: string): boolean =>
    database.get(`SELECT 1 FROM ${table} WHERE library_id = ? AND kept_at = ?`, libraryId, keptAt) !== undefined;
  return {
    /** Where they are kept, below the library's root. */
    all: (): string[] =>
      database
        .all('SELECT kept_at FROM unneeded_copy WHERE library_id = ?', libraryId)
        .map((row) => rowOf(row).text('kept_at')),

    has: (keptAt: string): boolean => isThere('unneeded_copy', keptAt),

    note: (keptAt: string): unknown =>
      database.run('INSERT OR IGNORE INTO unneeded_copy VALUES (?, ?)', libraryId, keptAt),

    forget: (keptAt: string): unknown =>
      database.run('DELETE FROM unneeded_copy WHERE library_id = ? AND kept_at = ?', libraryId, keptAt),

    /** Whether a conflict with any service is about this copy. */
    isNeeded: (keptAt: string): boolean => isThere('conflict', keptAt),
  };
}

export type UnneededCopies = ReturnType<typeof createUnneededCopies>;

import type { Database } from '../ports.ts';
import type { IgnoredLocks } from '../observe/open-locks.ts';

/** The lock files of a library of which a person said that nobody has their drawing open, as they were then. */
export function createIgnoredLocks(database: Database, libraryId: string): IgnoredLocks {
  return {
    has: (path, modifiedMs) =>
      database.get(
        'SELECT 1 FROM ignored_lock WHERE library_id = ? AND path = ? AND modified_ms = ?',
        libraryId,
        path,
        modifiedMs,
      ) !== undefined,

    add: (path, modifiedMs) =>
      void database.run('INSERT OR REPLACE INTO ignored_lock VALUES (?, ?, ?)', libraryId, path, modifiedMs),
  };
}

import type { IgnoredLocks } from '../observe/open-locks.ts';
import type { Database } from '../ports.ts';
import { insert, sql } from './sql.ts';

/** The lock files of a library of which a person said that nobody has their drawing open, as they were then. */
export function createIgnoredLocks(database: Database, libraryId: string): IgnoredLocks {
  return {
    has: (at, modifiedMs) =>
      database.has(
        sql`SELECT 1 FROM ignored_lock WHERE library_id = ${libraryId} AND path = ${at} AND modified_ms = ${modifiedMs}`,
      ),

    add: (at, modifiedMs) =>
      void database.run(
        insert('ignored_lock', { library_id: libraryId, path: at, modified_ms: modifiedMs }, 'OR REPLACE'),
      ),
  };
}

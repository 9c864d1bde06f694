import type { Database, Statement } from '../ports.ts';
import { countOf, text, type Read } from './row.ts';
import { sql } from './sql.ts';

export const path = text('path');

/** That a file is there, and that it is gone, in a statement about the local tree. */
export const [isThere, isGone] = [sql`gone_since_ms IS NULL`, sql`gone_since_ms IS NOT NULL`];

/** The first of some files by their paths, and how many there are of them. */
export interface SomePaths {
  readonly paths: string[];
  readonly count: number;
}

export type LocalRows = ReturnType<typeof localRows>;

/** The rows of the local tree of one library, by a condition that may also say their order. */
export function localRows(database: Database, libraryId: string) {
  const mine = sql`library_id = ${libraryId}`;

  function select<T>(columns: Statement, condition: Statement, read: Read<T>): T[] {
    return database.all(sql`SELECT ${columns} FROM local_file WHERE ${mine} AND ${condition}`, read);
  }

  const paths = (condition: Statement): string[] => select(sql`path`, condition, path);
  const count = (condition: Statement): number =>
    countOf(database, sql`SELECT COUNT(*) AS n FROM local_file WHERE ${mine} AND ${condition}`);

  return {
    ...{ database, libraryId, mine, select, paths },
    countOf: count,
    /** The row of a path, in a statement. */
    isAt: (at: string): Statement => sql`${mine} AND path = ${at}`,
    has: (condition: Statement): boolean => database.has(sql`SELECT 1 FROM local_file WHERE ${mine} AND ${condition}`),
    some: (condition: Statement, atMost: number): SomePaths => ({
      paths: paths(sql`${condition} ORDER BY path LIMIT ${atMost}`),
      count: count(condition),
    }),
  };
}

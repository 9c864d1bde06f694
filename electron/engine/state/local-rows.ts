import type { Database, Statement } from '../ports.ts';
import { countOf, text, type Read } from './row.ts';
import { sql } from './sql.ts';

export const path = text('path');

/** That a file is there, and that it is gone, in a statement about the local tree. */
export const [isThere, isGone] = [sql`gone_since_ms IS NULL`, sql`gone_since_ms IS NOT NULL`];

/** That a file stands at one of these paths, in a statement about the local tree. */
export const isAmong = (paths: readonly string[]): Statement =>
  sql`path IN (SELECT value FROM json_each(${JSON.stringify(paths)}))`;

/** The first of some files by their paths, and how many there are of them. */
export interface SomePaths {
  readonly paths: string[];
  readonly count: number;
}

export type LocalRows = ReturnType<typeof localRows>;

export const byPath = sql`ORDER BY path`;
const inNoOrder = sql``;

/** The rows of the local tree of one library, by a condition. */
export function localRows(database: Database, libraryId: string) {
  const mine = sql`library_id = ${libraryId}`;

  const where = (condition: Statement): Statement => sql`FROM local_file WHERE ${mine} AND (${condition})`;

  function select<T>(columns: Statement, condition: Statement, read: Read<T>, order = inNoOrder): T[] {
    return database.all(sql`SELECT ${columns} ${where(condition)} ${order}`, read);
  }

  const paths = (condition: Statement, order = inNoOrder): string[] => select(sql`path`, condition, path, order);
  const count = (condition: Statement): number => countOf(database, sql`SELECT COUNT(*) AS n ${where(condition)}`);

  return {
    ...{ database, libraryId, mine, select, paths },
    countOf: count,
    /** The row of a path, in a statement. */
    isAt: (at: string): Statement => sql`${mine} AND path = ${at}`,
    has: (condition: Statement): boolean => database.has(sql`SELECT 1 ${where(condition)} LIMIT 1`),
    some: (condition: Statement, atMost: number): SomePaths => ({
      paths: paths(condition, sql`${byPath} LIMIT ${atMost}`),
      count: count(condition),
    }),
  };
}

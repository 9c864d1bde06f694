import type Database from 'better-sqlite3';
import { noEnd, type TableOfGenerations } from '../generation-rows.ts';

/**
 * What a row has to be for a generation to have it; both parameters are the generation. The signs keep SQLite from looking
 * rows up by generation, of which there are many in each.
 */
export const countsIn = '+since <= +? AND +until > +?';

/**
 * Ends the rows that agree with the keys, for a generation that is not shown yet: rows of its own go, older ones stay for
 * as long as the generation before is shown.
 * @param where condition on the keys
 */
export function prepareReplace(
  database: Database.Database,
  table: TableOfGenerations,
  where: string,
): (generation: number, ...keys: readonly (string | number)[]) => void {
  const drop = database.prepare(`DELETE FROM ${table} WHERE ${where} AND +since = ?`);
  const end = database.prepare(`UPDATE ${table} SET until = ? WHERE ${where} AND +until = ${noEnd}`);
  return (generation, ...keys) => {
    // Most rows of an import replace nothing or something older.
    if (end.run(generation, ...keys).changes > 0) drop.run(...keys, generation);
  };
}

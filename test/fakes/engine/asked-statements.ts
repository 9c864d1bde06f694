import type { Database, Statement } from '../../../electron/engine/ports.ts';
import { text } from '../../../electron/engine/state/row.ts';
import { raw } from '../../../electron/engine/state/sql.ts';

/** The database, with a note of every statement that reads. */
export function notingReads(database: Database): { readonly database: Database; readonly asked: Statement[] } {
  const asked: Statement[] = [];
  const noting =
    <R extends readonly unknown[], T>(read: (statement: Statement, ...rest: R) => T) =>
    (statement: Statement, ...rest: R): T => {
      asked.push(statement);
      return read(statement, ...rest);
    };
  return {
    asked,
    database: {
      ...database,
      get: noting(database.get),
      all: noting(database.all),
      has: noting(database.has),
    },
  };
}

/** How SQLite finds the rows of a statement, step by step. */
export function planOf(database: Database, { text: statement, values }: Statement): string[] {
  return database.all({ ...raw(`EXPLAIN QUERY PLAN ${statement}`), values }, text('detail'));
}

import type { Database, SqlValue } from '../../../electron/engine/ports.ts';
import { openSqlite } from '../../../electron/platform/sqlite.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { forever, type Life } from './mortal.ts';

/** The database, with a call before and after everything that changes it; transactions count as one. */
export function observedDatabase(
  database: Database,
  life: Life,
  onChange: ((moment: 'before' | 'after') => void) | undefined,
): Database {
  if (!onChange) return { ...database, together: async (work) => database.transaction(work) };
  let inside = false;
  const observed = <T>(work: () => T): T => {
    if (inside || !life.value) return work();
    onChange('before');
    inside = true;
    try {
      return work();
    } finally {
      inside = false;
      if (life.value) onChange('after');
    }
  };
  return {
    ...database,
    run: (sql, ...values) => observed(() => database.run(sql, ...values)),
    transaction: (work) => observed(() => database.transaction(work)),
    together: async (work) => {
      await Promise.resolve();
      return life.value ? observed(() => database.transaction(work)) : forever();
    },
  };
}

/** The database, on a disk that may be full: then nothing of it changes. */
export function databaseOnDisk(database: Database, isFull: () => boolean): Database {
  return {
    ...database,
    run: (sql, ...values) =>
      database.transaction(() => {
        const result = database.run(sql, ...values);
        // A statement that changes nothing writes nothing.
        if (isFull() && result.changes > 0) {
          throw new AppError('disk-full', { detail: 'The state database cannot be written.' });
        }
        return result;
      }),
  };
}

/** A second database that holds what the first one holds at this moment. */
export function copyOfDatabase(database: Database): ReturnType<typeof openSqlite> {
  const copy = openSqlite(':memory:');
  const { user_version: version } = database.get('PRAGMA user_version') as { user_version: number };
  const objects = database.all(
    "SELECT name, sql, type FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type = 'index', type = 'trigger'",
  ) as readonly { readonly name: string; readonly sql: string; readonly type: string }[];
  copy.transaction(() => {
    const isOurs = ({ name }: { readonly name: string }): boolean => !name.startsWith('sqlite_');
    for (const { sql } of objects.filter(({ name, type }) => isOurs({ name }) && type !== 'trigger')) copy.run(sql);
    for (const { name, type } of objects) if (type === 'table') copyRows(database, copy, name);
    // What is copied is no change.
    for (const { sql } of objects.filter(({ type }) => type === 'trigger')) copy.run(sql);
    copy.run(`PRAGMA user_version = ${version}`);
  });
  return copy;
}

function copyRows(from: Database, to: Database, table: string): void {
  if (table === 'sqlite_sequence') to.run('DELETE FROM sqlite_sequence');
  for (const row of from.all(`SELECT * FROM ${table}`) as readonly Record<string, SqlValue>[]) {
    const columns = Object.keys(row);
    const places = columns.map(() => '?').join(', ');
    to.run(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`, ...Object.values(row));
  }
}

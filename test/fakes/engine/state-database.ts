import type { Database, SqlValue } from '../../../electron/engine/ports.ts';
import { shape, text } from '../../../electron/engine/state/row.ts';
import { schemaVersionOf } from '../../../electron/engine/state/schema.ts';
import { insert, raw, sql } from '../../../electron/engine/state/sql.ts';
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
    run: (statement) => observed(() => database.run(statement)),
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
    run: (statement) =>
      database.transaction(() => {
        const result = database.run(statement);
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
  const objects = database.all(
    sql`SELECT name, sql, type FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type = 'index', type = 'trigger'`,
    shape({ name: text('name'), sql: text('sql'), type: text('type') }),
  );
  copy.transaction(() => {
    const isOurs = ({ name }: { readonly name: string }): boolean => !name.startsWith('sqlite_');
    for (const object of objects) if (isOurs(object) && object.type !== 'trigger') copy.run(raw(object.sql));
    for (const { name, type } of objects) if (type === 'table') copyRows(database, copy, name);
    // What is copied is no change.
    for (const object of objects) if (object.type === 'trigger') copy.run(raw(object.sql));
    copy.run(raw(`PRAGMA user_version = ${schemaVersionOf(database)}`));
  });
  return copy;
}

function copyRows(from: Database, to: Database, table: string): void {
  if (table === 'sqlite_sequence') to.run(sql`DELETE FROM sqlite_sequence`);
  for (const row of from.all(sql`SELECT * FROM ${raw(table)}`, (found) => found as Record<string, SqlValue>)) {
    to.run(insert(table, row));
  }
}

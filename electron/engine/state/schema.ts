import { AppError } from '../../../shared/errors/app-error.ts';
import type { Database } from '../ports.ts';
import { dirtyTriggers } from './dirty-triggers.ts';
import { number } from './row.ts';
import { raw, sql } from './sql.ts';
import { onlyOfLibraries, tables } from './tables.ts';

/** Each entry brings the state database one version further; an entry that was released is never changed. */
const migrations: readonly (readonly string[])[] = [[...statementsOf(tables), onlyOfLibraries, ...dirtyTriggers]];

/** The version of the schema that this app writes. */
export const schemaVersion = migrations.length;

/** The version of the schema that a database has; 0 for an empty one. */
export function schemaVersionOf(database: Database): number {
  return database.get(sql`PRAGMA user_version`, number('user_version')) ?? 0;
}

/**
 * Brings the state database to this version of the schema.
 * @throws AppError `state-unreadable` when a newer version of the app wrote it
 */
export function migrate(database: Database): void {
  const version = schemaVersionOf(database);
  if (version > schemaVersion) {
    throw new AppError('state-unreadable', {
      detail: `The state was written by a newer version of this app (schema ${version}, this app knows ${schemaVersion}).`,
    });
  }
  for (const [index, statements] of migrations.entries()) {
    if (index < version) continue;
    database.transaction(() => {
      for (const statement of statements) database.run(raw(statement));
      database.run(raw(`PRAGMA user_version = ${index + 1}`));
    });
  }
}

function statementsOf(script: string): string[] {
  return script
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

import { rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { keepDatabasePrivate, keepPrivate } from '../../../privacy/private-files.ts';
import { schemaSteps } from './schema.ts';

/**
 * Opens the service's database for this process alone and brings it to the newest form.
 * @param path file of the database; `:memory:` for one that ends with the process
 * @throws AppError `service-data-in-use` when another process has it open, `state-unreadable` when it was made by a
 *   newer version of the service or is no database
 */
export function openDatabase(path: string): Database.Database {
  if (path !== ':memory:') keepDatabasePrivate(path);
  return open(path, (database) => {
    keepCopyBeforeMigration(database, path);
    migrate(database);
    database.pragma('foreign_keys = ON');
    // What a write within a shared commit may have to undo is noted in memory: a file for that costs more than the write.
    database.pragma('temp_store = MEMORY');
  });
}

/**
 * Opens the service's database for this process alone, to read it in the newest form: it keeps its own.
 * @param path file of a database that is there
 * @throws AppError those of `openDatabase`
 */
export function readDatabase(path: string): Database.Database {
  return open(path, (database) => {
    // Nobody ends this transaction, so all of it is undone when the database is closed, or the process ends.
    database.exec('BEGIN EXCLUSIVE');
    migrate(database);
  });
}

function open(path: string, reachForm: (database: Database.Database) => void): Database.Database {
  const database = new Database(path, { timeout: 0 });
  try {
    // Exclusive: the lock is held until the process ends, so a second service on the same data is refused, and the
    // system lets go of it when the process dies in whatever way.
    database.pragma('locking_mode = EXCLUSIVE');
    database.pragma('journal_mode = WAL');
    // FULL: a commit is on the disk before anybody is told.
    database.pragma('synchronous = FULL');
    // Pages that change with every version are then copied once for many.
    database.pragma('wal_autocheckpoint = 4000');
    // Off meanwhile: a step that rebuilds a table would otherwise remove what refers to it.
    database.pragma('foreign_keys = OFF');
    reachForm(database);
    return database;
  } catch (thrown) {
    database.close();
    throw readableFailure(thrown);
  }
}

/** Where the data stands as it was before it was brought from form `form` to a newer one. */
export function copyBeforeForm(path: string, form: number): string {
  return `${path}.form-${form}.backup`;
}

/** An older version of the service can go on with the copy; it is made whole before anything is changed. */
function keepCopyBeforeMigration(database: Database.Database, path: string): void {
  const reached = reachedForm(database);
  if (path === ':memory:' || reached === 0 || reached >= schemaSteps.length) return;
  const copy = copyBeforeForm(path, reached);
  // One of an earlier try is of the same data, and may be half written.
  rmSync(copy, { force: true });
  // SQLite writes into an empty file that is there.
  keepPrivate(copy);
  database.prepare('VACUUM INTO ?').run(copy);
}

function reachedForm(database: Database.Database): number {
  return Number(database.pragma('user_version', { simple: true }));
}

function migrate(database: Database.Database): void {
  database
    .transaction(() => {
      const reached = reachedForm(database);
      if (reached > schemaSteps.length) {
        throw new AppError('state-unreadable', {
          detail: `The data of the service has form ${reached}; this version knows forms up to ${schemaSteps.length}.`,
        });
      }
      for (const step of schemaSteps.slice(reached)) database.exec(step);
      database.pragma(`user_version = ${schemaSteps.length}`);
    })
    .exclusive();
}

function readableFailure(thrown: unknown): unknown {
  if (!(thrown instanceof Database.SqliteError)) return thrown;
  if (thrown.code.startsWith('SQLITE_BUSY')) return new AppError('service-data-in-use', { cause: thrown });
  if (thrown.code === 'SQLITE_NOTADB' || thrown.code.startsWith('SQLITE_CORRUPT')) {
    return new AppError('state-unreadable', { cause: thrown, detail: 'The data of the service is damaged.' });
  }
  return thrown;
}

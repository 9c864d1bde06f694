import Database from 'better-sqlite3';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { schemaSteps } from './schema.ts';

/**
 * Opens the service's database for this process alone and brings it to the newest form.
 * @param path file of the database; `:memory:` for one that ends with the process
 * @throws AppError `service-data-in-use` when another process has it open, `state-unreadable` when it was made by a
 *   newer version of the service or is no database
 */
export function openDatabase(path: string): Database.Database {
  const database = new Database(path, { timeout: 0 });
  try {
    // Exclusive: the lock is held until the process ends, so a second service on the same data is refused, and the
    // system lets go of it when the process dies in whatever way.
    database.pragma('locking_mode = EXCLUSIVE');
    database.pragma('journal_mode = WAL');
    // FULL: a commit is on the disk before anybody is told.
    database.pragma('synchronous = FULL');
    // Off meanwhile: a step that makes a table anew would otherwise remove what refers to it.
    database.pragma('foreign_keys = OFF');
    migrate(database);
    database.pragma('foreign_keys = ON');
    return database;
  } catch (thrown) {
    database.close();
    throw readableFailure(thrown);
  }
}

function migrate(database: Database.Database): void {
  database
    .transaction(() => {
      const reached = Number(database.pragma('user_version', { simple: true }));
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

import Database from 'better-sqlite3';
import { AppError } from '../../shared/errors/app-error.ts';
import { toStateError } from '../../shared/errors/state-error.ts';
import { createOpenedNote, isGone } from '../privacy/opened-note.ts';
import { keepOwnLogOnly } from '../privacy/own-log.ts';
import { keepDatabasePrivate } from '../privacy/private-files.ts';
import { isDiskFull } from './full-disk.ts';

/**
 * Opens a database of the service for this process alone.
 * @param path file of the database; `:memory:` for one that ends with the process
 * @param begin makes what belongs into it
 * @throws AppError `service-data-in-use` when another process has it open, `state-unreadable` when it is damaged or no
 *   database, `database-gone` when only its log or note is there, `state-out-of-reach`; it is left as it is then
 */
export function openOwnDatabase(path: string, begin: (database: Database.Database) => void): Database.Database {
  if (path === ':memory:') return open(path, begin);
  separateLog(path);
  keepDatabasePrivate(path);
  return open(path, (database) => {
    // Its log is there once it was read.
    database.pragma('user_version');
    createOpenedNote(path).write();
    begin(database);
  });
}

/**
 * As `openOwnDatabase`, to read one.
 * @param path file of a database that is there, or `:memory:`
 */
export function readOwnDatabase(path: string, begin: (database: Database.Database) => void): Database.Database {
  if (path !== ':memory:') separateLog(path);
  return open(path, begin);
}

function open(path: string, begin: (database: Database.Database) => void): Database.Database {
  return inWords(path, () => {
    const database = new Database(path, { timeout: 0 });
    try {
      // Exclusive: the lock is held until the process ends, so a second service on the same data is refused, and the
      // system lets go of it when the process dies in whatever way.
      database.pragma('locking_mode = EXCLUSIVE');
      database.pragma('journal_mode = WAL');
      // FULL: a commit is on the disk before anybody is told.
      database.pragma('synchronous = FULL');
      // Pages that change often are then copied once for many.
      database.pragma('wal_autocheckpoint = 4000');
      begin(database);
      return database;
    } catch (thrown) {
      database.close();
      throw thrown;
    }
  });
}

function separateLog(path: string): void {
  if (isGone(path)) throw new AppError('database-gone', { detail: path });
  inWords(path, () => keepOwnLogOnly(path));
}

function inWords<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    if (!(thrown instanceof Database.SqliteError)) throw thrown;
    if (thrown.code.startsWith('SQLITE_BUSY')) throw new AppError('service-data-in-use', { cause: thrown });
    if (thrown.code === 'SQLITE_NOTADB' || thrown.code.startsWith('SQLITE_CORRUPT')) throw damaged(path, thrown);
    throw isDiskFull(thrown) ? thrown : toStateError(thrown, path);
  }
}

function damaged(path: string, cause: unknown): AppError {
  const detail = `${path} is damaged, or beside it is the log of another database. Nothing was changed.`;
  return new AppError('state-unreadable', { cause, detail });
}

import { join } from 'node:path';
import Database from 'better-sqlite3';
import { AppError } from '../../shared/errors/app-error.ts';
import { keepDatabasePrivate } from '../privacy/private-files.ts';

/** A folder that this process alone works in, until it lets go or ends in whatever way. */
export interface HeldFolder {
  release(): void;
}

/** The file that holds a folder. */
export const holdName = 'in-use.sqlite';

/**
 * Keeps other processes out of a folder that is there.
 * @throws AppError `service-data-in-use`
 */
export function holdFolder(folder: string): HeldFolder {
  const path = join(folder, holdName);
  keepDatabasePrivate(path);
  const database = new Database(path, { timeout: 0 });
  try {
    // The system lets go of the lock with the process.
    database.pragma('locking_mode = EXCLUSIVE');
    database.exec('BEGIN EXCLUSIVE');
  } catch (thrown) {
    database.close();
    if (!(thrown instanceof Database.SqliteError) || !thrown.code.startsWith('SQLITE_BUSY')) throw thrown;
    throw new AppError('service-data-in-use', { cause: thrown, detail: `${folder} is another process’s.` });
  }
  return { release: () => void database.close() };
}

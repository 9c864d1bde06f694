import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../../shared/errors/app-error.ts';
import { toStateError } from '../../../shared/errors/state-error.ts';
import { isBegun } from '../../privacy/opened-note.ts';
import { ownNames } from '../../privacy/own-names.ts';
import { openPrivateFolder } from '../../privacy/private-files.ts';
import { isDiskFull } from '../full-disk.ts';
import { pairingName } from '../pairing/pair-files.ts';
import { openSqliteStore, readSqliteStore, type SqliteStore } from './sqlite/open-sqlite-store.ts';

/** Of the file that a service's data folder has its records in. */
export const serviceDatabaseName = 'service.sqlite';

/** Of the folder in it that has the files. */
export const blobsName = 'blobs';

/**
 * Opens the store of a service's data folder for this process alone.
 * @param dataDir made where it is missing
 * @throws AppError `service-data-in-use`, `state-unreadable`, `state-out-of-reach` where the system refuses to read or
 * write there, `database-gone` where only its files or its log are there
 */
export async function openDataStore(dataDir: string): Promise<SqliteStore> {
  return inWords(dataDir, (file) => {
    openPrivateFolder(dataDir, ownNames.service);
    // Of a disk that is read-only, SQLite says no more than that it failed.
    accessSync(dataDir, constants.W_OK);
    return openSqliteStore(file);
  });
}

/**
 * Opens the store of a service's data folder for this process alone, to read what is there: it keeps its form.
 * @param dataDir in which a service keeps something
 * @throws AppError those of `openDataStore`
 */
export async function readDataStore(dataDir: string): Promise<SqliteStore> {
  return inWords(dataDir, readSqliteStore);
}

function inWords(dataDir: string, open: (file: string) => SqliteStore): SqliteStore {
  const file = join(dataDir, serviceDatabaseName);
  try {
    // Files are given the id of a database that is whole.
    if (!isBegun(file) && existsSync(join(dataDir, blobsName, pairingName)))
      throw new AppError('database-gone', { detail: file });
    return open(file);
  } catch (thrown) {
    // Whoever opens the files of the folder as well has words for that.
    throw isDiskFull(thrown) ? thrown : toStateError(thrown, file);
  }
}

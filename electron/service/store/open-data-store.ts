import { join } from 'node:path';
import { ownNames } from '../../privacy/own-names.ts';
import { openPrivateFolder } from '../../privacy/private-files.ts';
import { openSqliteStore, readSqliteStore, type SqliteStore } from './sqlite/open-sqlite-store.ts';

/** Of the file that a service's data folder has its records in. */
export const serviceDatabaseName = 'service.sqlite';

/**
 * Opens the store of a service's data folder for this process alone.
 * @param dataDir made where it is missing
 * @throws AppError `service-data-in-use`, `state-unreadable`
 */
export async function openDataStore(dataDir: string): Promise<SqliteStore> {
  openPrivateFolder(dataDir, ownNames.service);
  return openSqliteStore(join(dataDir, serviceDatabaseName));
}

/**
 * Opens the store of a service's data folder for this process alone, to read what is there: it keeps its form.
 * @param dataDir in which a service keeps something
 * @throws AppError `service-data-in-use`, `state-unreadable`
 */
export async function readDataStore(dataDir: string): Promise<SqliteStore> {
  return readSqliteStore(join(dataDir, serviceDatabaseName));
}

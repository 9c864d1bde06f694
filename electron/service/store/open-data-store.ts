import { join } from 'node:path';
import { ownNames } from '../../privacy/own-names.ts';
import { openPrivateFolder } from '../../privacy/private-files.ts';
import { openSqliteStore } from './sqlite/open-sqlite-store.ts';
import type { Store } from './store.ts';

/**
 * Opens the store of a service's data folder for this process alone.
 * @param dataDir made where it is missing
 * @throws AppError `service-data-in-use`, `state-unreadable`
 */
export async function openDataStore(dataDir: string): Promise<Store> {
  openPrivateFolder(dataDir, ownNames.service);
  return openSqliteStore(join(dataDir, 'service.sqlite'));
}

import type { Store } from '../store.ts';
import { createCommitQueue } from './commit-queue.ts';
import { createBlobRecords } from './blob-records.ts';
import { createClassRecords } from './class-records.ts';
import { createFilterRecords } from './filter-records.ts';
import { openDatabase } from './open-database.ts';
import { createProductRecords } from './product-records.ts';
import { createStandardRecords } from './standard-records.ts';
import { createValidationRecords } from './validation-records.ts';
import { createVersionRecords } from './version-records.ts';

/**
 * The store on a SQLite database that this process has for itself.
 * @param path file of the database; `:memory:` for a store that ends with the process
 * @throws AppError `service-data-in-use`, `state-unreadable`
 */
export function openSqliteStore(path: string): Store {
  const database = openDatabase(path);
  const commits = createCommitQueue(database);
  return {
    blobs: createBlobRecords(database, commits),
    versions: createVersionRecords(database, commits),
    classes: createClassRecords(database, commits),
    products: createProductRecords(database, commits),
    standards: createStandardRecords(database, commits),
    validation: createValidationRecords(database, commits),
    filters: createFilterRecords(database, commits),
    async close() {
      commits.close();
      database.close();
    },
  };
}

import type Database from 'better-sqlite3';
import type { Store } from '../store.ts';
import { createSharedCommits } from '../../../commits/shared-commits.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { createBlobRecords } from './blob-records.ts';
import { createClassRecords } from './class-records.ts';
import { createFilterRecords } from './filter-records.ts';
import { openDatabase, readDatabase } from './open-database.ts';
import { createProductRecords } from './product-records.ts';
import { createGenerations } from './staged-product-data.ts';
import { createStandardRecords } from './standard-records.ts';
import { createValidationRecords } from './validation-records.ts';
import { createVersionRecords } from './version-records.ts';

/** A store that knows by which id the folder of its files is told from others. */
export interface SqliteStore extends Store {
  readonly pairingId: string;
}

/**
 * The store on a SQLite database that this process has for itself.
 * @param path file of the database; `:memory:` for a store that ends with the process
 * @throws AppError `service-data-in-use`, `state-unreadable`
 */
export function openSqliteStore(path: string): SqliteStore {
  return createSqliteStore(openDatabase(path));
}

/**
 * The store on a database that this process has for itself, to read what is there: the file keeps its form.
 * @throws AppError `service-data-in-use`, `state-unreadable`
 */
export function readSqliteStore(path: string): SqliteStore {
  return createSqliteStore(readDatabase(path), { readsOnly: true });
}

/** The store on a database that one of these opened; closing the store closes it. */
export function createSqliteStore(database: Database.Database, { readsOnly = false } = {}): SqliteStore {
  const pairingId = readPairingId(database);
  const commits = createSharedCommits(database);
  const generations = createGenerations(database, commits, { readsOnly });
  return {
    pairingId,
    blobs: createBlobRecords(database, commits),
    versions: createVersionRecords(database, commits),
    classes: createClassRecords(database, commits, () => generations.shown()),
    products: createProductRecords(database, commits, () => generations.shown()),
    standards: createStandardRecords(database, commits),
    validation: createValidationRecords(database, commits),
    filters: createFilterRecords(database, commits),
    stageProductData: (onTidying) => generations.stage(onTidying),
    keeps: (text) => text.toWellFormed(),
    settled: () => commits.settled(),
    async close() {
      await generations.close();
      commits.close();
      database.close();
    },
  };
}

function readPairingId(database: Database.Database): string {
  const found = database.prepare('SELECT id FROM pairing').pluck().get();
  if (typeof found === 'string') return found;
  const { name } = database;
  database.close();
  throw new AppError('state-unreadable', { detail: `${name} has no id of its own. Put a backup of it back.` });
}

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../../shared/errors/app-error.ts';
import { ownNames } from '../../privacy/own-names.ts';
import { holdName } from '../hold-folder.ts';
import { isOfficeFile, openOfficeFiles, readOfficeFiles, type OfficeFiles, type OpenedFiles } from '../office-files.ts';
import { openServiceFolder, readServiceFolder, readServiceRecords } from '../open-service-folder.ts';
import { checkPairing, checkUnclaimed, pairFiles } from '../pairing/pair-files.ts';
import { serviceDatabaseName } from '../store/open-data-store.ts';
import { storable } from '../store/postgres/connections.ts';
import {
  openPostgresDatabase,
  readPostgresDatabase,
  type PostgresDatabase,
} from '../store/postgres/open-postgres-database.ts';
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts';
import type { Store } from '../store/store.ts';
import type { CopyEnd, CopySource } from './copy-part.ts';

/** Where the data of a service is. */
export type CopyPlace =
  | { readonly kind: 'folder'; readonly dataDir: string }
  | {
      readonly kind: 'office';
      /** `postgres://user@host:5432/database`, with its password. */
      readonly databaseUrl: string;
      readonly files: OfficeFiles;
      readonly tenantId: string;
    };

/** An end, and how it is let go. */
export type OpenedEnd<End> = End & { readonly close: () => Promise<void> };

/** An end of which only the records are looked at. */
export type OpenedRecords = OpenedEnd<Pick<CopyEnd, 'store'>>;

/**
 * Opens the data of a service to copy it from there: nothing is made or changed there. A folder is this process's alone
 * until it is closed.
 * @throws AppError `service-data-in-use`, `state-unreadable`, `files-of-another-database`; those of
 *   `readPostgresDatabase` and of the files
 */
export async function openCopySource(place: CopyPlace): Promise<OpenedEnd<CopySource>> {
  if (place.kind === 'folder') return readServiceFolder(place.dataDir);
  return withFiles(place, await readPostgresDatabase(place.databaseUrl), { open: readOfficeFiles, pair: checkPairing });
}

/**
 * Opens the place that is copied to, and makes it where it is missing.
 * @throws AppError those of `openCopySource` and `openPostgresDatabase`; `copy-target-differs` where a folder has files
 *   that are no service's
 */
export async function openCopyTarget(place: CopyPlace): Promise<OpenedEnd<CopyEnd>> {
  refuseForeignFiles(place);
  if (place.kind === 'folder') return openServiceFolder(place.dataDir);
  return withFiles(place, await openPostgresDatabase(place.databaseUrl), { open: openOfficeFiles, pair: pairFiles });
}

/**
 * Opens the data that would be copied; nothing is made or changed there.
 * @throws AppError those of `openCopySource`
 */
export async function previewCopySource(place: CopyPlace): Promise<OpenedRecords> {
  if (place.kind === 'folder') return readServiceRecords(place.dataDir);
  return recordsIn(place, await readPostgresDatabase(place.databaseUrl));
}

/**
 * Opens the place that would be copied to; nothing is made or changed there, also where no service keeps anything yet.
 * @throws AppError those of `openCopySource`; `copy-target-differs` where a folder has files that are no service's
 */
export async function previewCopyTarget(place: CopyPlace): Promise<OpenedRecords> {
  refuseForeignFiles(place);
  if (place.kind === 'folder') {
    const isThere = existsSync(join(place.dataDir, serviceDatabaseName));
    return isThere ? readServiceRecords(place.dataDir) : openNothing();
  }
  const database = await readPostgresDatabase(place.databaseUrl).catch((thrown: unknown) => {
    if (thrown instanceof AppError && thrown.code === 'unknown-item') return undefined;
    throw thrown;
  });
  return recordsIn(place, database);
}

/** What a place has in which no service keeps anything yet. */
function openNothing(): OpenedRecords {
  const store = openSqliteStore(':memory:');
  return { store, close: () => store.close() };
}

type OfficePlace = CopyPlace & { readonly kind: 'office' };

interface Opening<Kept> {
  readonly open: (files: OfficeFiles) => OpenedFiles<Kept>;
  readonly pair: typeof pairFiles;
}

async function withFiles<Kept>(
  { files, tenantId }: OfficePlace,
  database: PostgresDatabase,
  { open, pair }: Opening<Kept>,
): Promise<OpenedEnd<{ readonly store: Store; readonly blobs: Kept }>> {
  const closing = new AsyncDisposableStack();
  closing.defer(() => database.close());
  try {
    const opened = open(files);
    closing.defer(() => opened.close());
    await pair(database.paired, opened.paired);
    const blobs = await opened.blobsOf(tenantId);
    return { store: database.storeOf(tenantId), blobs, close: () => closing.disposeAsync() };
  } catch (thrown) {
    await closing.disposeAsync();
    throw thrown;
  }
}

/** @param database undefined where it would be made */
async function recordsIn(
  { files, tenantId }: OfficePlace,
  database: PostgresDatabase | undefined,
): Promise<OpenedRecords> {
  try {
    await checkFilesOf(database, files);
  } catch (thrown) {
    await database?.close();
    throw thrown;
  }
  if (database) return { store: database.storeOf(tenantId), close: () => database.close() };
  const { store, close } = openNothing();
  // The same names meet there as will then.
  return { store: { ...store, keeps: storable }, close };
}

async function checkFilesOf(database: PostgresDatabase | undefined, files: OfficeFiles): Promise<void> {
  const opened = readOfficeFiles(files);
  try {
    await (database ? checkPairing(database.paired, opened.paired) : checkUnclaimed(opened.paired));
  } finally {
    await opened.close();
  }
}

function refuseForeignFiles(place: CopyPlace): void {
  if (place.kind === 'folder') return refuseOthers(place.dataDir, serviceDatabaseName, ownNames.service);
  if (place.files.kind === 'folder') refuseOthers(place.files.folder, holdName, isOfficeFile);
}

/**
 * Whoever names a folder with something else in it has mistaken it for another one.
 * @param mark a file of every folder in which a service works already, whatever somebody put there besides
 */
function refuseOthers(folder: string, mark: string, isOurs: (name: string) => boolean): void {
  if (!existsSync(folder) || existsSync(join(folder, mark))) return;
  const foreign = readdirSync(folder).find((name) => !isOurs(name));
  if (foreign === undefined) return;
  const detail = `${folder} has ${foreign} in it, which is no file of a service: name a folder of its own.`;
  throw new AppError('copy-target-differs', { detail });
}

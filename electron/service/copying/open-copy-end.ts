import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../../shared/errors/app-error.ts';
import { ownNames } from '../../privacy/own-names.ts';
import { holdName } from '../hold-folder.ts';
import { isOfficeFile, openOfficeFiles, type OfficeFiles } from '../office-files.ts';
import { openServiceFolder } from '../open-service-folder.ts';
import { checkPairing, pairFiles } from '../pairing/pair-files.ts';
import { serviceDatabaseName } from '../store/open-data-store.ts';
import { openPostgresDatabase } from '../store/postgres/open-postgres-database.ts';
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts';
import type { CopyEnd } from './copy-part.ts';

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

export interface OpenedCopyEnd extends CopyEnd {
  close(): Promise<void>;
}

/** An end of which only the records are looked at. */
export type OpenedRecords = Pick<OpenedCopyEnd, 'store' | 'close'>;

/**
 * Opens the data of a service to copy it from there. A folder is this process's alone until it is closed.
 * @throws AppError `service-data-in-use`, `state-unreadable`, `files-of-another-database`; those of
 *   `openPostgresDatabase` and of the files
 */
export function openCopySource(place: CopyPlace): Promise<OpenedCopyEnd> {
  return place.kind === 'folder' ? openServiceFolder(place.dataDir) : openOffice(place, checkPairing);
}

/**
 * Opens the place that is copied to, and makes it where it is missing.
 * @throws AppError those of `openCopySource`; `copy-target-differs` where a folder has files that are no service's
 */
export async function openCopyTarget(place: CopyPlace): Promise<OpenedCopyEnd> {
  refuseForeignFiles(place);
  return place.kind === 'folder' ? openServiceFolder(place.dataDir) : openOffice(place, pairFiles);
}

/**
 * Opens the place that would be copied to. A folder in which no service keeps anything yet is left as it is.
 * @throws AppError those of `openCopyTarget`
 */
export async function openPreviewedTarget(place: CopyPlace): Promise<OpenedRecords> {
  refuseForeignFiles(place);
  if (place.kind === 'folder') {
    const isThere = existsSync(join(place.dataDir, serviceDatabaseName));
    return isThere ? openServiceFolder(place.dataDir) : openNothing();
  }
  const { files } = place;
  if (files.kind === 'store' || existsSync(files.folder)) return openOffice(place, checkPairing);
  return openRecords(place);
}

function openNothing(): OpenedRecords {
  const store = openSqliteStore(':memory:');
  return { store, close: () => store.close() };
}

async function openOffice(place: CopyPlace & { readonly kind: 'office' }, pair: typeof pairFiles) {
  const database = await openPostgresDatabase(place.databaseUrl);
  const closing: (() => Promise<void>)[] = [() => database.close()];
  const close = async (): Promise<void> => {
    for (const step of closing.splice(0).toReversed()) await step();
  };
  try {
    const opened = openOfficeFiles(place.files);
    closing.push(() => opened.close());
    await pair(database.paired, opened.paired);
    return { store: database.storeOf(place.tenantId), blobs: await opened.blobsOf(place.tenantId), close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

async function openRecords({ databaseUrl, tenantId }: CopyPlace & { readonly kind: 'office' }): Promise<OpenedRecords> {
  const database = await openPostgresDatabase(databaseUrl);
  return { store: database.storeOf(tenantId), close: () => database.close() };
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

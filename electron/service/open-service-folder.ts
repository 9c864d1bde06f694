import { join } from 'node:path';
import { toStateError } from '../../shared/errors/state-error.ts';
import { createDiskBlobs, readDiskBlobs, type DiskBlobs, type ReadDiskBlobs } from './blobs/disk-blobs.ts';
import { isDiskFull, orServiceFull } from './full-disk.ts';
import { createIdFile } from './pairing/id-file.ts';
import { checkPairing, pairFiles, type PairedDatabase, type PairedFiles } from './pairing/pair-files.ts';
import { blobsName, openDataStore, readDataStore } from './store/open-data-store.ts';
import type { SqliteStore } from './store/sqlite/open-sqlite-store.ts';
import type { Store } from './store/store.ts';

/** What a service keeps in a folder, which this process has for itself. */
export interface OpenedServiceFolder<Kept = DiskBlobs> {
  readonly store: Store;
  readonly blobs: Kept;
  close(): Promise<void>;
}

/**
 * Opens the data folder of a service.
 * @param dataDir made where it is missing
 * @throws AppError `service-data-in-use`, `state-unreadable`, `state-out-of-reach`, `files-of-another-database`,
 * `database-gone`, `service-full`
 */
export async function openServiceFolder(dataDir: string): Promise<OpenedServiceFolder> {
  try {
    // The store goes first: it is what keeps a second process out.
    return await withFiles(dataDir, await openDataStore(dataDir), { open: createDiskBlobs, pair: pairFiles });
  } catch (thrown) {
    throw orServiceFull(thrown);
  }
}

/**
 * Opens the data folder of a service to read what is there: its records keep their form, and its files stay as they are.
 * @param dataDir in which a service keeps something
 * @throws AppError those of `openServiceFolder`
 */
export async function readServiceFolder(dataDir: string): Promise<OpenedServiceFolder<ReadDiskBlobs>> {
  return withFiles(dataDir, await readDataStore(dataDir), { open: readDiskBlobs, pair: checkPairing });
}

/**
 * Opens the records of a data folder alone, to read them: nothing is made or changed in it.
 * @throws AppError those of `openServiceFolder`
 */
export async function readServiceRecords(dataDir: string): Promise<Pick<OpenedServiceFolder, 'store' | 'close'>> {
  const store = await readDataStore(dataDir);
  try {
    await checkPairing(pairedWith(store.pairingId), pairedFolder(join(dataDir, blobsName)));
  } catch (thrown) {
    await store.close();
    throw thrown;
  }
  return { store, close: () => store.close() };
}

interface Opening<Kept> {
  readonly open: (folder: string) => Promise<Kept>;
  readonly pair: typeof pairFiles;
}

async function withFiles<Kept extends ReadDiskBlobs>(
  dataDir: string,
  store: SqliteStore,
  { open, pair }: Opening<Kept>,
): Promise<OpenedServiceFolder<Kept>> {
  const folder = join(dataDir, blobsName);
  try {
    const blobs = await open(folder);
    const close = async (): Promise<void> => {
      blobs.close();
      await store.close();
    };
    await pair(pairedWith(store.pairingId), pairedFolder(folder)).catch((thrown: unknown) => {
      blobs.close();
      throw thrown;
    });
    return { store, blobs, close };
  } catch (thrown) {
    await store.close();
    throw isDiskFull(thrown) ? thrown : toStateError(thrown, folder);
  }
}

/**
 * Both are in one folder, so files without an id are the database's own, also where all of them were lost: those of
 * another one, put there by hand, are refused.
 */
function pairedWith(id: string): PairedDatabase {
  return {
    read: async () => ({ id, isPaired: false }),
    notePaired: async () => undefined,
    inTurn: (work) => work(),
    someFiles: async () => [],
  };
}

function pairedFolder(folder: string): PairedFiles {
  return { ...createIdFile(folder), holdsAny: async () => false, has: async () => true };
}

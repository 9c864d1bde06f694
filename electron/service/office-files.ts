import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, type Dirent } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPrivateFolder } from '../privacy/private-files.ts';
import { isTenantId } from './auth/clients.ts';
import type { Blobs } from './blobs/blobs.ts';
import { createDiskBlobs, readDiskBlobs, type ReadDiskBlobs } from './blobs/disk-blobs.ts';
import { isThere } from './blobs/lost-bytes.ts';
import { openS3Store } from './blobs/s3-blobs.ts';
import type { S3Address } from './blobs/s3/s3-address.ts';
import type { S3Keys } from './blobs/s3/s3-client.ts';
import { holdFolder, holdName, type HeldFolder } from './hold-folder.ts';
import { createIdFile } from './pairing/id-file.ts';
import { pairingName, type PairedFiles } from './pairing/pair-files.ts';

/** Where the bytes of all tenants are kept. */
export type OfficeFiles =
  | {
      readonly kind: 'store';
      readonly address: S3Address;
      readonly keys: S3Keys;
      /** Folder for files that are on their way there, of this process alone; a temporary one where nothing is said. */
      readonly workDir: string | undefined;
    }
  /** A folder of one process. */
  | { readonly kind: 'folder'; readonly folder: string };

export interface OpenedFiles<Kept = Blobs> {
  /** The bytes of a tenant, and nothing of another one. */
  blobsOf(tenantId: string): Kept | Promise<Kept>;
  /** All of them, as they belong to a database. */
  readonly paired: PairedFiles;
  close(): Promise<void>;
}

/** @throws AppError `service-data-in-use` where another process works in the folder */
export function openOfficeFiles(files: OfficeFiles): OpenedFiles {
  if (files.kind === 'store') return openStore(files);
  const { folder } = files;
  openPrivateFolder(folder, isOfficeFile);
  // Bytes on a disk go by their hash alone: a second process would remove what this one has just promised to keep.
  return filesIn(folder, createDiskBlobs, holdFolder(folder));
}

/**
 * Opens files to read them, or to see whose they are; in a folder nothing is made or cleared away.
 * @throws AppError those of `openOfficeFiles`
 */
export function readOfficeFiles(files: OfficeFiles): OpenedFiles<Pick<Blobs, 'open'>> {
  if (files.kind === 'store') return openStore(files);
  const { folder } = files;
  // Where no process has worked yet, none is to be kept out.
  return filesIn(folder, readDiskBlobs, existsSync(join(folder, holdName)) ? holdFolder(folder) : undefined);
}

/** Whether something in a folder of files is the service's, by its name. */
export function isOfficeFile(name: string): boolean {
  return name.startsWith(holdName) || name.startsWith(pairingName) || isTenantId(name);
}

function filesIn<Kept extends ReadDiskBlobs>(
  folder: string,
  open: (folder: string) => Promise<Kept>,
  held: HeldFolder | undefined,
): OpenedFiles<Kept> {
  const opened = new Map<string, Promise<Kept>>();
  const blobsOf = (tenantId: string): Promise<Kept> => {
    const known = opened.get(tenantId);
    if (known) return known;
    const blobs = open(join(folder, tenantId));
    opened.set(tenantId, blobs);
    // What failed once is opened again when it is next asked for.
    blobs.catch(() => opened.delete(tenantId));
    return blobs;
  };
  return {
    blobsOf,
    paired: pairedFolder(folder, blobsOf),
    async close() {
      for (const blobs of await Promise.allSettled(opened.values())) {
        if (blobs.status === 'fulfilled') blobs.value.close();
      }
      held?.release();
    },
  };
}

function pairedFolder(folder: string, blobsOf: (tenantId: string) => Promise<ReadDiskBlobs>): PairedFiles {
  return {
    ...createIdFile(folder),
    async holdsAny() {
      if (!existsSync(folder)) return false;
      for (const { name } of readdirSync(folder, { withFileTypes: true }).filter(isTenantFolder)) {
        for await (const _ of (await blobsOf(name)).list()) return true;
      }
      return false;
    },
    has: async ({ tenantId, blob }) => isThere(await blobsOf(tenantId), blob),
  };
}

function isTenantFolder(entry: Dirent): boolean {
  return entry.isDirectory() && isTenantId(entry.name);
}

function openStore({ address, keys, workDir }: OfficeFiles & { readonly kind: 'store' }): OpenedFiles {
  if (workDir === undefined) clearAbandoned();
  const folder = workDir ?? mkdtempSync(join(tmpdir(), temporaryName));
  openPrivateFolder(folder, (name) => name.startsWith(holdName) || name === 'arriving');
  const held = holdFolder(folder);
  const store = openS3Store({ address, keys, arrivingDir: join(folder, 'arriving') });
  return {
    blobsOf: (tenantId) => store.blobsOf(tenantId),
    paired: store.paired,
    async close() {
      store.close();
      held.release();
      if (workDir === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

const temporaryName = 'cadsync-serve-';
/** A process that begins has its folder for a moment before it holds it. */
const abandonedAfterMs = 3_600_000;

/** Removes what processes left that were killed: their own end would have. */
function clearAbandoned(): void {
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(temporaryName))) {
    const folder = join(tmpdir(), name);
    try {
      if (statSync(folder).mtimeMs > Date.now() - abandonedAfterMs) continue;
      // Its file may have been cleared away under a process that serves; one that was killed leaves it.
      if (!existsSync(join(folder, holdName))) continue;
      holdFolder(folder).release();
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // It is another process's that serves, or another user's.
    }
  }
}

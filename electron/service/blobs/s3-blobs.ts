import { hash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { requireTenantId } from '../auth/clients.ts';
import { openPrivateFolder } from '../../privacy/private-files.ts';
import { readStart, writeArriving } from './arriving-bytes.ts';
import type { PairedFiles } from '../pairing/pair-files.ts';
import type { Blobs, ReceivedBytes } from './blobs.ts';
import { createS3Client, type S3Client, type S3ClientOptions } from './s3/s3-client.ts';
import { listObjects, listUploads, objectKey } from './s3/s3-listing.ts';
import { createS3PairedFiles } from './s3/s3-pairing.ts';
import { readObject } from './s3/s3-reading.ts';
import { abortUpload, putFile, putWhole, statusOf, type FileToPut } from './s3/s3-upload.ts';

export interface S3StoreOptions extends S3ClientOptions {
  /** Folder for files that are on their way to the store, of this process alone: it is emptied. */
  readonly arrivingDir: string;
  /** Length of the parts of long files; a store takes none under 5 MiB. */
  readonly partBytes?: number;
}

/** Up to this length bytes wait in memory for their record. */
const shortBytes = 256 * 1024;
const usualPartBytes = 8 * 1024 ** 2;

/** An S3-compatible store that several processes share, for all tenants. */
export interface S3Store {
  /** The blobs of a tenant, below a prefix of its own; closing them closes nothing that others use. */
  blobsOf(tenantId: string): Blobs;
  /** All of them, as they belong to a database. */
  readonly paired: PairedFiles;
  /** Breaks off what is asked of the store. */
  close(): void;
}

/**
 * Opens a store without asking it anything. An object is named by hash and record, so bytes are stored once as long as
 * there is one record of a hash, and what one process removes is never what another one stores.
 */
export function openS3Store({ arrivingDir, partBytes = usualPartBytes, ...options }: S3StoreOptions): S3Store {
  // What had not arrived when the process last ended was never acknowledged.
  rmSync(arrivingDir, { recursive: true, force: true });
  openPrivateFolder(arrivingDir, () => true);
  const client = createS3Client(options);
  const blobsOf = (tenantId: string): Blobs => {
    requireTenantId(tenantId);
    return createS3Blobs(client, { prefix: `${options.address.prefix}${tenantId}/`, arrivingDir, partBytes });
  };
  return {
    blobsOf,
    paired: createS3PairedFiles(client, options.address, blobsOf),
    close: () => client.close(),
  };
}

interface S3Folder {
  readonly prefix: string;
  readonly arrivingDir: string;
  readonly partBytes: number;
}

function createS3Blobs(client: S3Client, { prefix, arrivingDir, partBytes }: S3Folder): Blobs {
  const keyOf = (sha256: Sha256, blobId: string): string => objectKey(prefix, sha256, blobId);
  return {
    async receive(source, maxBytes) {
      const { whole, bytes } = await readStart(source, { shortBytes, maxBytes });
      if (whole) return receivedShort(client, whole, keyOf);
      // Where it is a temporary one, the system takes it away when nothing arrived in it for days.
      openPrivateFolder(arrivingDir, () => true);
      const file = await writeArriving(arrivingDir, bytes, { maxBytes, durable: false });
      return receivedLong(client, { ...file, partBytes }, keyOf);
    },
    async open({ sha256, blobId, sizeBytes }, range) {
      if (sizeBytes === 0) return Readable.from([]);
      const wanted = range ?? { start: 0, end: sizeBytes - 1 };
      return readObject(client, { key: keyOf(sha256, blobId), sha256, range: wanted, totalBytes: sizeBytes });
    },
    async remove({ sha256, blobId }, until) {
      if (blobId === undefined) return;
      await client
        .until(until)
        .ask({ method: 'DELETE', key: keyOf(sha256, blobId), expects: [204, 200, 404] }, statusOf);
    },
    list: (until) => listObjects(client.until(until), prefix),
    async dropUnfinished(begunBefore, until) {
      const ending = client.until(until);
      for (const upload of await listUploads(ending, prefix, begunBefore)) await abortUpload(ending, upload);
    },
    // What is open is the store's.
    close: () => undefined,
  };
}

type KeyOf = (sha256: Sha256, blobId: string) => string;

function receivedShort(client: S3Client, bytes: Buffer, keyOf: KeyOf): ReceivedBytes {
  const sha256 = hash('sha256', bytes, 'hex') as Sha256;
  return {
    sha256,
    sizeBytes: bytes.length,
    keep: async (record) =>
      putWhole(client, { key: keyOf(sha256, (await record).blobId), body: bytes, bodySha256: sha256 }),
    // Nothing of it is anywhere but in memory.
    discard: async () => undefined,
  };
}

function receivedLong(client: S3Client, file: FileToPut, keyOf: KeyOf): ReceivedBytes {
  const { sha256, sizeBytes, path } = file;
  const discard = (): Promise<void> => rm(path, { force: true });
  return {
    sha256,
    sizeBytes,
    async keep(record) {
      try {
        await putFile(client, keyOf(sha256, (await record).blobId), file);
      } finally {
        await discard();
      }
    },
    discard,
  };
}

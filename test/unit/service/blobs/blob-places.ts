import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Blobs, ReceivedBytes } from '../../../../electron/service/blobs/blobs.ts';
import { createDiskBlobs } from '../../../../electron/service/blobs/disk-blobs.ts';
import { openS3Store } from '../../../../electron/service/blobs/s3-blobs.ts';
import { readS3Address } from '../../../../electron/service/blobs/s3/s3-address.ts';
import type { StoredBlob } from '../../../../electron/service/store/store.ts';
import { openS3Double, type S3Double } from '../../../fakes/s3/s3-double.ts';

/** A place for bytes that ends with the test, and the folder where they arrive. */
export interface BlobPlace {
  /** Opens it, also again: what was kept is there. */
  open(): Promise<Blobs>;
  /** Names of what is on its way. */
  arriving(): Promise<string[]>;
  /** Puts other bytes where those of a long blob are, as a damaged disk or a bad restore does. */
  spoil(blob: StoredBlob, spoilt: string): Promise<void>;
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cadsync-blobs-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

export async function diskPlace(): Promise<BlobPlace & { readonly folder: string }> {
  const folder = await temporaryFolder();
  return {
    folder,
    open: () => createDiskBlobs(folder),
    arriving: () => readdir(join(folder, 'arriving')),
    spoil: ({ sha256 }, spoilt) => writeFile(join(folder, sha256.slice(0, 2), sha256), spoilt),
  };
}

/** Parts of files in tests: a hundred times as short as those of a store, so that they cost little. */
export const partBytes = 50 * 1024;

/** Each opening is a process of its own, with a folder of its own for what arrives. */
export async function s3Place(): Promise<BlobPlace & { readonly double: S3Double; readonly arrivingDir: string }> {
  const [folder, double] = [await temporaryFolder(), await openS3Double()];
  onTestFinished(() => double.close());
  double.smallestPartBytes = partBytes;
  const { address, keys } = double;
  let openings = 0;
  return {
    double,
    arrivingDir: join(folder, 'more'),
    async open() {
      openings += 1;
      const arrivingDir = join(folder, String(openings));
      const options = { address: readS3Address(address), keys, arrivingDir, partBytes, firstWaitMs: 1, silenceMs: 150 };
      const store = openS3Store(options);
      onTestFinished(() => store.close());
      return store.blobsOf('north');
    },
    arriving: async () =>
      (await Promise.all((await readdir(folder)).map((name) => readdir(join(folder, name))))).flat(),
    async spoil({ sha256, blobId }, spoilt) {
      double.objects.set(`office/north/${sha256}/${blobId}`, { bytes: Buffer.from(spoilt), storedAt: 0, tag: '"x"' });
    },
  };
}

export const places = [
  ['on disk', diskPlace],
  ['in S3', s3Place],
] as const;

export async function* bytesOf(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

export async function namesIn(blobs: Pick<Blobs, 'list'>): Promise<string[]> {
  const names: string[] = [];
  for await (const { sha256 } of blobs.list()) names.push(sha256);
  return names;
}

export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Keeps bytes under a record as a store makes one. */
export async function kept(bytes: ReceivedBytes, blobId: string = randomUUID()): Promise<StoredBlob> {
  const blob = { blobId, sha256: bytes.sha256, sizeBytes: bytes.sizeBytes };
  await bytes.keep(Promise.resolve(blob));
  return blob;
}

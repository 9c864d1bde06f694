import { join } from 'node:path';
import { createDiskBlobs } from '../../electron/service/blobs/disk-blobs.ts';
import { openDataStore } from '../../electron/service/store/open-data-store.ts';
import type { ReceivedBytes } from '../../electron/service/blobs/blobs.ts';
import type { Store, VersionToAppend } from '../../electron/service/store/store.ts';
import { readContentKey } from '../../shared/model/content-key.ts';

/** A file to put into a service's data folder. */
export interface BenchFile {
  readonly etimClassCode: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** The program all files of a benchmark are for. */
export const benchProgram = { applicationName: 'Revit', applicationVersion: '2025' };

/** Fills a service's data folder with files, each released once, as uploads would have. */
export async function fillWithFiles(dataDir: string, files: Iterable<BenchFile>): Promise<void> {
  const store = await openDataStore(dataDir);
  const blobs = await createDiskBlobs(join(dataDir, 'blobs'));
  const waiting: VersionToAppend[] = [];
  let place = 0;
  for (const { etimClassCode, type, bytes } of files) {
    const received = await blobs.receive(oneChunk(bytes), bytes.length);
    await received.keep();
    const blob = await store.blobs.put(received, 1_770_000_000_000);
    waiting.push(versionOf(etimClassCode, type, blob.blobId, (place += 1)));
    if (waiting.length === 1_000) await store.versions.append(waiting.splice(0));
  }
  await store.versions.append(waiting);
  blobs.close();
  await store.close();
}

/** Fills it with many files that share the same bytes: their metadata is what is measured. */
export async function fillWithMetadata(dataDir: string, files: number): Promise<void> {
  const store = await openDataStore(dataDir);
  const blobs = await createDiskBlobs(join(dataDir, 'blobs'));
  const received = await blobs.receive(oneChunk(Buffer.from('the same')), 100);
  await received.keep();
  await putBenchMetadata(store, received, files);
  blobs.close();
  await store.close();
}

/** Metadata of many files in a store that all have the same bytes. */
export async function putBenchMetadata(
  store: Store,
  bytes: Pick<ReceivedBytes, 'sha256' | 'sizeBytes'>,
  files: number,
): Promise<void> {
  const { blobId } = await store.blobs.put(bytes, 1_770_000_000_000);
  for (let start = 0; start < files; start += 1_000) {
    const count = Math.min(1_000, files - start);
    const codes = Array.from({ length: count }, (_, index) => start + index + 1);
    await store.versions.append(codes.map((code) => versionOf(classCodeAt(code), 'Template', blobId, code)));
  }
}

/** An ETIM class code by its place. */
export function classCodeAt(place: number): string {
  return `EC${String(place).padStart(6, '0')}`;
}

function versionOf(etimClassCode: string, type: string, blobId: string, place: number): VersionToAppend {
  const parts = { ...benchProgram, etimClassCode, etimClassCodeVersion: '1', etimModelCode: 'MC000001' };
  const key = readContentKey({ ...parts, etimModelCodeVersion: '1', type }, undefined);
  if (!key.ok) throw new Error(key.fault.detail);
  const record = { baseFilename: `part ${place}`, fileExtension: 'rfa', category: 'Pumps', tags: 'benchmark', type };
  const version = { major: 1, minor: 0 };
  const changedAt = 1_770_000_000_000 + place;
  return {
    key: key.value,
    attachmentName: '',
    version,
    after: undefined,
    changedAt,
    comments: 'first',
    blobId,
    record,
  };
}

/** Bytes as they arrive in one piece. */
export async function* oneChunk(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

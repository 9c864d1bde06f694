import { buffer } from 'node:stream/consumers';
import { metadataWithFilesLimits } from '../../../shared/api/limits.ts';
import type { CadMetadata } from '../../../shared/api/schemas/cad-metadata.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Blobs } from '../blobs/blobs.ts';
import type { StoredVersion } from '../store/store.ts';
import type { RecordsWithFiles } from './handler.ts';
import { toCadMetadata } from './metadata-record.ts';

/**
 * Versions with their bytes, as many as one answer takes. Those that are long, and those whose bytes are lost, are left
 * out: who asks for them by themselves is told.
 * @throws AppError `file-store-away`
 */
export async function withShortFiles(
  pages: AsyncIterable<readonly StoredVersion[]>,
  blobs: Pick<Blobs, 'open'>,
): Promise<RecordsWithFiles<CadMetadata[]>> {
  const { files: most, oneFileBytes, fileBytes } = metadataWithFilesLimits;
  const chosen: StoredVersion[] = [];
  let freeBytes: number = fileBytes;
  for await (const page of pages) {
    for (const version of page) {
      const { sizeBytes } = version.blob;
      if (sizeBytes > Math.min(oneFileBytes, freeBytes)) continue;
      chosen.push(version);
      freeBytes -= sizeBytes;
      if (chosen.length === most) return readFiles(chosen, blobs);
    }
  }
  return readFiles(chosen, blobs);
}

async function readFiles(
  versions: readonly StoredVersion[],
  blobs: Pick<Blobs, 'open'>,
): Promise<RecordsWithFiles<CadMetadata[]>> {
  const read = await Promise.all(versions.map((version) => readFile(version, blobs)));
  const found = versions.flatMap((version, index) => {
    const bytes = read[index];
    return bytes ? [{ record: toCadMetadata(version), bytes }] : [];
  });
  return { records: found.map(({ record }) => record), files: found.map(({ bytes }) => bytes) };
}

/** @returns `undefined` where its bytes are not there, or are not all of them */
async function readFile({ blob }: StoredVersion, blobs: Pick<Blobs, 'open'>): Promise<Uint8Array | undefined> {
  try {
    const bytes = await buffer(await blobs.open(blob));
    return bytes.length === blob.sizeBytes ? bytes : undefined;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'bytes-lost') return undefined;
    throw thrown;
  }
}

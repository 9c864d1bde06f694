import { buffer } from 'node:stream/consumers';
import { metadataWithFilesLimits } from '../../../shared/api/limits.ts';
import { inLists } from '../../../shared/model/in-lists.ts';
import type { Blobs } from '../blobs/blobs.ts';
import { jsonText } from '../json-text.ts';
import type { StoredVersion } from '../store/store.ts';
import type { TakeTurn } from '../take-turns.ts';
import type { RecordsWithFiles } from './handler.ts';
import { toCadMetadata } from './metadata-record.ts';

/** So many files are read at a time: they may be in a store on the network. */
const readTogether = 8;

/** A version whose file is to come along, with the text of its record. */
interface Chosen {
  readonly version: StoredVersion;
  readonly text: string;
}

/**
 * Versions with their bytes, as many as one answer takes. Left out are those that are long or have long records, and those
 * whose bytes cannot be read: who asks for one by itself is told why.
 */
export async function withShortFiles(
  pages: AsyncIterable<readonly StoredVersion[]>,
  blobs: Pick<Blobs, 'open'>,
  takeTurn: TakeTurn,
): Promise<RecordsWithFiles> {
  const chosen = await choose(pages, takeTurn);
  const found: (Chosen & { readonly bytes: Uint8Array })[] = [];
  for (const some of inLists(chosen, readTogether)) {
    const read = await Promise.all(some.map(({ version }) => readFile(version, blobs)));
    for (const [index, one] of some.entries()) {
      const bytes = read[index];
      if (bytes) found.push({ ...one, bytes });
    }
  }
  return { records: `[${found.map(({ text }) => text).join(',')}]`, files: found.map(({ bytes }) => bytes) };
}

async function choose(pages: AsyncIterable<readonly StoredVersion[]>, takeTurn: TakeTurn): Promise<readonly Chosen[]> {
  const { files, fileBytes, oneFileBytes, recordsLength } = metadataWithFilesLimits;
  const chosen: Chosen[] = [];
  let [freeBytes, freeLength]: [number, number] = [fileBytes, recordsLength];
  let looks = 0;
  for await (const page of pages) {
    for (const version of page) {
      await takeTurn();
      // More are not asked for by anybody who means the files.
      if (chosen.length === files || (looks += 1) > 2 * files) return chosen;
      const { sizeBytes } = version.blob;
      if (sizeBytes > Math.min(oneFileBytes, freeBytes)) continue;
      const text = await jsonText(toCadMetadata(version), takeTurn);
      if (text.length > freeLength) continue;
      chosen.push({ version, text });
      freeBytes -= sizeBytes;
      freeLength -= text.length;
    }
  }
  return chosen;
}

/** @returns `undefined` where its bytes cannot be read, or are not all there */
async function readFile({ blob }: StoredVersion, blobs: Pick<Blobs, 'open'>): Promise<Uint8Array | undefined> {
  try {
    const bytes = await buffer(await blobs.open(blob));
    return bytes.length === blob.sizeBytes ? bytes : undefined;
  } catch {
    return undefined;
  }
}

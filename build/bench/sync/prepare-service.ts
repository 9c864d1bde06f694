import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { inspectCadFile } from '../../../electron/cad/inspect.ts';
import { assignKey } from '../../../electron/engine/tree/assign-key.ts';
import { createDiskBlobs } from '../../../electron/service/blobs/disk-blobs.ts';
import { openDataStore } from '../../../electron/service/store/open-data-store.ts';
import type { VersionToAppend } from '../../../electron/service/store/store.ts';
import type { ContentKey } from '../../../shared/model/content-key.ts';
import { defaultContentType } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { oneChunk } from '../bench-files.ts';
import { benchPrograms, cadBody } from './cad-body.ts';
import type { LibraryFolder } from './library-folder.ts';
import type { PlannedFile } from './plan-library.ts';

const writtenTogether = 1_000;
/** Long enough ago that the daily lists of changes, by which the service is polled, do not hold them. */
const storedDaysAgo = 10;

/**
 * Fills a service's data folder with a library as if it had been synced days ago.
 * @param bytes whether the bytes are stored too; without, only what is known of them, for rows that fetch none
 * @param revision which bytes of each file: those of the folder are the revision 0
 */
export async function fillService(
  dataDir: string,
  { files: planned, shape: { seed } }: Pick<LibraryFolder, 'files' | 'shape'>,
  bytes: boolean,
  revision = 0,
): Promise<void> {
  const store = await openDataStore(dataDir);
  const blobs = await createDiskBlobs(join(dataDir, 'blobs'));
  const changedAt = Date.now() - storedDaysAgo * 86_400_000;
  for (let start = 0; start < planned.length; start += writtenTogether) {
    const files = planned.slice(start, start + writtenTogether);
    const versions = await Promise.all(
      files.map(async (file): Promise<VersionToAppend> => {
        const body = cadBody({ ...file, seed, revision });
        if (bytes) await (await blobs.receive(oneChunk(body), body.length)).keep();
        const sha256 = createHash('sha256').update(body).digest('hex') as Sha256;
        const { blobId } = await store.blobs.put({ sha256, sizeBytes: body.length }, changedAt);
        return versionOf(file, await keyOf(file, body), blobId, changedAt + file.place);
      }),
    );
    await store.versions.append(versions);
  }
  blobs.close();
  await store.close();
}

function versionOf(file: PlannedFile, key: ContentKey, blobId: string, changedAt: number): VersionToAppend {
  const name = file.path.slice(file.path.lastIndexOf('/') + 1);
  const baseFilename = name.slice(0, name.lastIndexOf('.'));
  return {
    key,
    attachmentName: '',
    version: { major: 1, minor: 0 },
    after: undefined,
    changedAt,
    comments: '',
    blobId,
    record: { baseFilename, fileExtension: file.kind, type: key.type },
  };
}

async function keyOf(file: PlannedFile, body: Buffer): Promise<ContentKey> {
  const read = async (position: number, length: number): Promise<Buffer> => body.subarray(position, position + length);
  const facts = await inspectCadFile({ read }, file.path, body.length);
  const assignment = assignKey(file.path, undefined, facts, {
    programs: benchPrograms,
    contentType: defaultContentType,
  });
  if (assignment.kind !== 'assigned') throw new Error(`${file.path} has no key.`);
  return assignment.key;
}

import { buffer } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { checkFiles } from '../../../../electron/service/copying/copy-bytes.ts';
import type { CopyEnd } from '../../../../electron/service/copying/copy-part.ts';
import { openSqliteStore } from '../../../../electron/service/store/sqlite/open-sqlite-store.ts';
import { bytesOf, diskPlace, places, type BlobPlace } from '../blobs/blob-places.ts';

const content = 'abcdefgh'.repeat(20_000);

async function endWithBytes(place: BlobPlace, blobId: string) {
  const store = openSqliteStore(':memory:');
  const blobs = await place.open();
  onTestFinished(async () => {
    blobs.close();
    await store.close();
  });
  const received = await blobs.receive(bytesOf(content), content.length);
  const record = store.blobs.put({ sha256: received.sha256, sizeBytes: received.sizeBytes, blobId }, 1_000);
  await received.keep(record);
  return { end: { store, blobs } satisfies CopyEnd, blob: await record };
}

it.each(places)('bytes of another length at the target %s are brought once more', async (_, openPlace) => {
  const blobId = crypto.randomUUID();
  const place = await openPlace();
  const source = await endWithBytes(await diskPlace(), blobId);
  const target = await endWithBytes(place, blobId);
  await place.spoil(target.blob, content.slice(0, 1_000));
  const { signal } = new AbortController();
  const copy = { source: source.end, target: target.end, now: Date.now, signal };
  expect(await checkFiles(copy, [source.blob])).toEqual({ mended: 1, lost: [] });
  expect((await buffer(await target.end.blobs.open(target.blob))).toString()).toBe(content);
});

import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkFiles, copyFiles } from '../../../../electron/service/copying/copy-bytes.ts';
import type { CopyEnd } from '../../../../electron/service/copying/copy-part.ts';
import { openSqliteStore } from '../../../../electron/service/store/sqlite/open-sqlite-store.ts';
import { bytesOf, diskPlace, places, type BlobPlace } from '../blobs/blob-places.ts';

const content = 'abcdefgh'.repeat(20_000);

const copyOf = (source: CopyEnd, target: CopyEnd) => ({
  ...{ source, target, now: Date.now },
  signal: new AbortController().signal,
});

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

describe.each(places)('bytes that were spoilt at the target %s', (_, openPlace) => {
  it.each([
    ['have another length', content.slice(0, 1_000)],
    ['are others', content.replace('a', 'x')],
  ])('are brought once more where they %s', async (_how, spoilt) => {
    const blobId = crypto.randomUUID();
    const place = await openPlace();
    const source = await endWithBytes(await diskPlace(), blobId);
    const target = await endWithBytes(place, blobId);
    await place.spoil(target.blob, spoilt);
    expect(await checkFiles(copyOf(source.end, target.end), [source.blob])).toEqual({ mended: 1, lost: [] });
    expect((await buffer(await target.end.blobs.open(target.blob))).toString()).toBe(content);
  });
});

it('bytes that the target does not give back as they were brought end the copy', async () => {
  const blobId = crypto.randomUUID();
  const source = await endWithBytes(await diskPlace(), blobId);
  const { end } = await endWithBytes(await diskPlace(), blobId);
  const open = async () => Readable.from([Buffer.from(content.replace('a', 'x'))]);
  const checking = checkFiles(copyOf(source.end, { ...end, blobs: { ...end.blobs, open } }), [source.blob]);
  await expect(checking).rejects.toMatchObject({ code: 'copy-bytes-damaged' });
});

it('bytes that the target has under another id end the copy: nothing that is said of them would lead there', async () => {
  const source = await endWithBytes(await diskPlace(), crypto.randomUUID());
  const target = await endWithBytes(await diskPlace(), crypto.randomUUID());
  const copying = copyFiles(copyOf(source.end, target.end), [source.blob]);
  await expect(copying).rejects.toMatchObject({ code: 'copy-target-differs' });
});

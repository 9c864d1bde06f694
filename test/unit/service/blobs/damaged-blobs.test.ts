import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { Blobs } from '../../../../electron/service/blobs/blobs.ts';
import type { StoredBlob } from '../../../../electron/service/store/store.ts';
import { bytesOf, diskPlace, kept, s3Place } from './blob-places.ts';

const text = (stream: Readable) => buffer(stream).then(String);
const put = async (blobs: Blobs, content: string, blobId?: string) =>
  kept(await blobs.receive(bytesOf(content), 10_000_000), blobId);

/** A place, and what spoils the bytes of a blob in it. */
async function onDisk() {
  const place = await diskPlace();
  return {
    blobs: await place.open(),
    spoil: async ({ sha256 }: StoredBlob, spoilt: Buffer) =>
      writeFile(join(place.folder, sha256.slice(0, 2), sha256), spoilt),
  };
}
async function inS3() {
  const place = await s3Place();
  const { objects } = place.double;
  return {
    ...place,
    blobs: await place.open(),
    async spoil({ sha256, blobId }: StoredBlob, spoilt: Buffer): Promise<void> {
      objects.set(`office/north/${sha256}/${blobId}`, { bytes: spoilt, storedAt: 0, tag: '"spoilt"' });
    },
  };
}

const long = 'abcdefgh'.repeat(20_000);

describe.each([
  ['on disk', onDisk, long],
  ['in S3, put whole', inS3, 'a pump of ours'],
  ['in S3, put in parts', inS3, long],
] as const)('damaged bytes %s', (_, open, content) => {
  it.each([
    ['shorter', content.slice(0, -1)],
    ['empty', ''],
    ['longer', `${content}.`],
  ])('are those that were stored once somebody has stored these again: %s', async (__, spoilt) => {
    const { blobs, spoil } = await open();
    const blob = await put(blobs, content);
    await spoil(blob, Buffer.from(spoilt));
    await put(blobs, content, blob.blobId);
    expect(await text(await blobs.open(blob))).toBe(content);
  });
});

it('a file on the disk with other bytes is put right by storing its own again', async () => {
  const { blobs, spoil } = await onDisk();
  const blob = await put(blobs, long);
  await spoil(blob, Buffer.alloc(long.length));
  await put(blobs, long);
  expect(await text(await blobs.open(blob))).toBe(long);
});

it('a short file whose bytes are others is put right by storing its own again', async () => {
  const place = await diskPlace();
  const before = await place.open();
  const blob = await put(before, 'a pump');
  before.close();
  const database = new Database(join(place.folder, 'short.db'));
  database.prepare('UPDATE blobs SET bytes = ?').run(Buffer.from('a dump'));
  database.close();
  const blobs = await place.open();
  await put(blobs, 'a pump');
  expect(await text(await blobs.open(blob))).toBe('a pump');
  blobs.close();
});

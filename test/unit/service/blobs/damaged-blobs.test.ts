import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { Blobs } from '../../../../electron/service/blobs/blobs.ts';
import { bytesOf, diskPlace, kept, s3Place } from './blob-places.ts';

const text = (stream: Readable) => buffer(stream).then(String);
const put = async (blobs: Blobs, content: string, blobId?: string) =>
  kept(await blobs.receive(bytesOf(content), 10_000_000), blobId);

const long = 'abcdefgh'.repeat(20_000);

describe.each([
  ['on disk', diskPlace, long],
  ['in S3, put whole', s3Place, 'a pump of ours'],
  ['in S3, put in parts', s3Place, long],
] as const)('damaged bytes %s', (_, openPlace, content) => {
  const lengths = [
    ['shorter', content.slice(0, -1)],
    ['empty', ''],
    ['longer', `${content}.`],
  ] as const;

  it.each(lengths)('are those that were stored once somebody has stored these again: %s', async (__, spoilt) => {
    const place = await openPlace();
    const blobs = await place.open();
    const blob = await put(blobs, content);
    await place.spoil(blob, spoilt);
    await put(blobs, content, blob.blobId);
    expect(await text(await blobs.open(blob))).toBe(content);
  });

  it.each(lengths)('are told as lost, and nobody is told to come again: %s', async (__, spoilt) => {
    const place = await openPlace();
    const blobs = await place.open();
    const blob = await put(blobs, content);
    await place.spoil(blob, spoilt);
    const end = content.length - 1;
    for (const range of [undefined, { start: 0, end: 0 }, { start: end, end }]) {
      await expect(blobs.open(blob, range)).rejects.toMatchObject({
        code: 'bytes-lost',
        detail: expect.stringContaining(blob.sha256) as string,
      });
    }
  });
});

it('a file on the disk with other bytes is put right by storing its own again', async () => {
  const place = await diskPlace();
  const blobs = await place.open();
  const blob = await put(blobs, long);
  await place.spoil(blob, '.'.repeat(long.length));
  await put(blobs, long);
  expect(await text(await blobs.open(blob))).toBe(long);
});

it.each([
  ['as long', 'a dump'],
  ['shorter', 'a'],
])('a short file on the disk whose bytes are others is put right by storing its own again: %s', async (_, spoilt) => {
  const place = await diskPlace();
  const before = await place.open();
  const blob = await put(before, 'a pump');
  before.close();
  const database = new Database(join(place.folder, 'short.db'));
  database.prepare('UPDATE blobs SET bytes = ?').run(Buffer.from(spoilt));
  database.close();
  const blobs = await place.open();
  if (spoilt.length < blob.sizeBytes) await expect(blobs.open(blob)).rejects.toMatchObject({ code: 'bytes-lost' });
  await put(blobs, 'a pump');
  expect(await text(await blobs.open(blob))).toBe('a pump');
  blobs.close();
});

import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { createBlobShelf, unusedBlobLifetimeMs } from '../../../../electron/service/blobs/blob-shelf.ts';
import type { Blobs } from '../../../../electron/service/blobs/blobs.ts';
import { openS3Store } from '../../../../electron/service/blobs/s3-blobs.ts';
import { readS3Address } from '../../../../electron/service/blobs/s3/s3-address.ts';
import { openSqliteStore } from '../../../../electron/service/store/sqlite/open-sqlite-store.ts';
import type { S3Fault } from '../../../fakes/s3/s3-double.ts';
import { bytesOf, kept, partBytes, s3Place, sha256Of } from './blob-places.ts';
import { createShelfClock } from './shelf-clock.ts';

/** Six parts. */
const longText = 'abcdefghi'.repeat(30_000);
const slowDown = { kind: 'refuse', status: 503, code: 'SlowDown' } as const;

async function open() {
  const place = await s3Place();
  return { ...place, blobs: await place.open() };
}

const put = async (blobs: Blobs, text: string, blobId: string = randomUUID()) =>
  kept(await blobs.receive(bytesOf(text), 100_000_000), blobId);

/** Lets so many requests of a kind go wrong. */
function times(count: number, fault: S3Fault, isMeant: (asked: { method: string; query: string }) => boolean) {
  let left = count;
  return (asked: { method: string; query: string }) => (isMeant(asked) && left-- > 0 ? fault : undefined);
}

const puts = ({ method }: { method: string }) => method === 'PUT';
const gets = ({ method }: { method: string }) => method === 'GET';
const completes = ({ method, query }: { method: string; query: string }) =>
  method === 'POST' && query.startsWith('uploadId');

describe('blobs in S3', () => {
  it('are stored once, below the prefix, by hash and record', async () => {
    const { blobs, double } = await open();
    const blob = await put(blobs, 'a pump');
    await put(blobs, 'a pump', blob.blobId);
    expect([...double.objects.keys()]).toEqual([`office/north/${sha256Of('a pump')}/${blob.blobId}`]);
    expect(double.asked.filter(puts)).toHaveLength(2);
  });

  it('go in parts where they are long, once, and are read in parts', async () => {
    const { blobs, double, arriving } = await open();
    const blob = await put(blobs, longText);
    expect(double.asked.filter(({ query }) => query.startsWith('partNumber'))).toHaveLength(6);
    expect((await buffer(await blobs.open(blob))).equals(Buffer.from(longText))).toBe(true);
    const part = await blobs.open(blob, { start: partBytes - 1, end: partBytes + 1 });
    expect((await buffer(part)).toString()).toBe(longText.slice(partBytes - 1, partBytes + 2));
    double.asked.length = 0;
    await put(blobs, longText, blob.blobId);
    expect(double.asked.map(({ method }) => method)).toEqual(['HEAD']);
    expect([double.uploads.size, await arriving()]).toEqual([0, []]);
  });

  it('go in parts as long as every store takes them, unless it is told otherwise', async () => {
    const { double, arrivingDir } = await open();
    double.smallestPartBytes = 5 * 1024 ** 2;
    const store = openS3Store({ address: readS3Address(double.address), keys: double.keys, arrivingDir });
    await put(store.blobsOf('north'), '-'.repeat(8 * 1024 ** 2 + 1));
    expect(double.asked.filter(({ query }) => query.startsWith('partNumber'))).toHaveLength(2);
    store.close();
  });

  it('are stored where the store does not know the condition', async () => {
    const { blobs, double } = await open();
    double.knowsConditions = false;
    const blob = await put(blobs, 'a pump');
    expect((await buffer(await blobs.open(blob))).toString()).toBe('a pump');
    await put(blobs, longText);
    expect(double.objects.size).toBe(2);
  });

  it('wait and try again when the store asks for less, or fails', async () => {
    const { blobs, double } = await open();
    double.fault = times(3, slowDown, puts);
    const blob = await put(blobs, 'a pump');
    expect(double.asked.filter(puts)).toHaveLength(4);
    double.fault = times(2, { kind: 'hang' }, gets);
    expect((await buffer(await blobs.open(blob))).toString()).toBe('a pump');
  });

  it('say that the store is away when it stays so, and keep nothing back', async () => {
    const { blobs, double, arriving } = await open();
    double.fault = () => slowDown;
    await expect(put(blobs, '-'.repeat(300_000))).rejects.toMatchObject({ code: 'file-store-away', retryable: true });
    expect(await arriving()).toEqual([]);
    await double.close();
    await expect(put(blobs, 'a pump')).rejects.toMatchObject({ code: 'file-store-away' });
  });

  it('drop the parts of what could not be completed', async () => {
    const { blobs, double, arriving } = await open();
    double.fault = times(100, slowDown, completes);
    await expect(put(blobs, longText)).rejects.toMatchObject({ code: 'file-store-away' });
    expect([double.objects.size, double.uploads.size, await arriving()]).toEqual([0, 0, []]);
  });

  it('are complete when only the answer was lost, or was an error inside a success', async () => {
    const { blobs, double } = await open();
    double.fault = times(1, { kind: 'lost' }, completes);
    expect((await put(blobs, longText)).sizeBytes).toBe(longText.length);
    const body = '<Error><Code>InternalError</Code></Error>';
    double.fault = times(1, { kind: 'answer', answer: { status: 200, body } }, completes);
    await put(blobs, longText);
    expect(double.asked.filter(completes)).toHaveLength(4);
    expect([double.objects.size, double.uploads.size]).toEqual([2, 0]);
  });

  it('are begun again where another upload of the same came in between, and found where that was first', async () => {
    const { blobs, double } = await open();
    const conflict = { kind: 'refuse', status: 409, code: 'ConditionalRequestConflict' } as const;
    double.fault = times(1, conflict, completes);
    const blob = await put(blobs, longText);
    expect(double.asked.filter(({ query }) => query === 'uploads=')).toHaveLength(2);
    const objects = new Map(double.objects);
    double.objects.clear();
    // The other one is first between the last part and the end.
    double.gate = async (asked) => {
      if (completes(asked)) for (const [key, object] of objects) double.objects.set(key, object);
    };
    await put(blobs, longText, blob.blobId);
    expect([double.objects.size, double.uploads.size]).toEqual([1, 0]);
  });

  it('go on where a download was cut off', async () => {
    const { blobs, double } = await open();
    const blob = await put(blobs, longText);
    double.asked.length = 0;
    double.fault = times(2, { kind: 'cut', afterBytes: 10_000 }, gets);
    expect((await buffer(await blobs.open(blob))).equals(Buffer.from(longText))).toBe(true);
    expect(double.asked.map(({ range }) => range)).toEqual([
      undefined,
      `bytes=10000-${longText.length - 1}`,
      `bytes=20000-${longText.length - 1}`,
    ]);
  });

  it('are never given out in another length or from another place', async () => {
    const { blobs, double } = await open();
    const blob = await put(blobs, 'a pump');
    for (const answer of [
      { status: 200, body: 'a pum' },
      { status: 200, body: 'a pump!', headers: { 'transfer-encoding': 'chunked' } },
    ]) {
      double.fault = () => ({ kind: 'answer', answer });
      await expect(blobs.open(blob).then(buffer)).rejects.toMatchObject({ name: 'AppError' });
    }
    const headers = { 'content-range': 'bytes 0-3/6' };
    double.fault = () => ({ kind: 'answer', answer: { status: 206, body: 'a pu', headers } });
    await expect(blobs.open(blob, { start: 2, end: 5 })).rejects.toMatchObject({ code: 'file-store-away' });
  });

  it('tell whoever runs the service what the store refuses, without a secret', async () => {
    const { double, arrivingDir } = await open();
    for (const [keys, region, said] of [
      [{ ...double.keys, secretAccessKey: 'wrong-secret' }, 'eu-west-1', /403 SignatureDoesNotMatch.*secret is wrong/],
      [{ ...double.keys, accessKeyId: 'AKIDOTHER' }, 'eu-west-1', /403 InvalidAccessKeyId/],
      [double.keys, 'us-east-1', /region is probably wrong/],
    ] as const) {
      const address = { ...readS3Address(double.address), region };
      const store = openS3Store({ address, keys, arrivingDir, firstWaitMs: 1 });
      const failure = await put(store.blobsOf('north'), 'a pump').catch((thrown: unknown) => thrown);
      expect(failure).toMatchObject({ code: 'file-store-refused', message: expect.stringMatching(said) as string });
      expect(String(failure)).not.toContain(keys.secretAccessKey);
      store.close();
    }
  });
});

describe('several processes on one store', () => {
  async function openTwo() {
    const place = await s3Place();
    const records = openSqliteStore(':memory:');
    const clock = createShelfClock();
    const openShelf = async () => {
      const blobs = await place.open();
      return { blobs, shelf: createBlobShelf({ blobs, records: records.blobs, ...clock }) };
    };
    return { ...place, records, clock, one: await openShelf(), other: await openShelf() };
  }

  it('lose no bytes that one stores while another one removes the same', async () => {
    const { double, clock, one, other } = await openTwo();
    await one.shelf.keep(await one.blobs.receive(bytesOf('race'), 100));
    clock.pass(unusedBlobLifetimeMs + 1);
    // The record is gone and the removal is on its way, when the other one stores the same bytes.
    const [removing, removed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    double.gate = async ({ method }) => {
      if (method !== 'DELETE') return;
      removing.resolve();
      await removed.promise;
    };
    const collected = one.shelf.collectUnused();
    await removing.promise;
    const blob = await other.shelf.keep(await other.blobs.receive(bytesOf('race'), 100));
    removed.resolve();
    expect(await collected).toBe(1);
    expect((await buffer(await one.blobs.open(blob))).toString()).toBe('race');
    expect(double.objects.size).toBe(1);
  });

  it('store bytes once that arrive at both in the same moment', async () => {
    const { double, one, other } = await openTwo();
    const arrived = await Promise.all([one, other].map(({ blobs }) => blobs.receive(bytesOf('same'), 100)));
    const [first, second] = await Promise.all(arrived.map((bytes, at) => (at === 0 ? one : other).shelf.keep(bytes)));
    expect(first).toEqual(second);
    expect(double.objects.size).toBe(1);
  });

  it('drop uploads that a process left half done, a day later and only below their prefix', async () => {
    const { double, clock, one } = await openTwo();
    const begun = (key: string, begunAt: number) =>
      double.uploads.set(randomUUID(), { key, begunAt, parts: new Map() });
    const key = `office/north/${sha256Of('half')}/${randomUUID()}`;
    begun(key, clock.now() - unusedBlobLifetimeMs - 1);
    begun(key, clock.now() - unusedBlobLifetimeMs - 1);
    const lateMs = clock.now() - 1_000;
    begun(key, lateMs);
    begun(`office/south/${sha256Of('half')}/${randomUUID()}`, 0);
    clock.pass(3_600_000);
    await one.shelf.collectUnused();
    expect([...double.uploads.values()].map(({ begunAt }) => begunAt)).toEqual([lateMs, 0]);
  });

  it('collect also where the store cannot list uploads', async () => {
    const { double, clock, one } = await openTwo();
    clock.pass(3_600_000);
    double.fault = ({ query }) =>
      query.startsWith('uploads') ? { kind: 'refuse', status: 501, code: 'NotImplemented' } : undefined;
    expect(await one.shelf.collectUnused()).toBe(0);
    expect(double.asked).toHaveLength(2);
  });

  it('list what is there once a day', async () => {
    const { double, clock, one } = await openTwo();
    const lists = async () => {
      double.asked.length = 0;
      await one.shelf.collectUnused();
      return double.asked.filter(({ query }) => query.startsWith('list-type')).length;
    };
    clock.pass(3_600_000);
    expect([await lists(), await lists()]).toEqual([1, 0]);
    clock.pass(24 * 3_600_000);
    expect(await lists()).toBe(1);
  });

  it('leave what others keep in the bucket alone', async () => {
    const { double, clock, one } = await openTwo();
    const others = [
      `office/north/notes.txt`,
      `office/south/${sha256Of('x')}/${randomUUID()}`,
      'office/north/a & b <c>',
    ];
    for (const key of others) double.objects.set(key, { bytes: Buffer.from('x'), storedAt: 0, tag: '"x"' });
    clock.pass(2 * unusedBlobLifetimeMs);
    expect(await one.shelf.collectUnused()).toBe(0);
    expect([...double.objects.keys()]).toEqual(others);
  });
});

describe('the address of a store of files', () => {
  it('names bucket, prefix, endpoint and region', () => {
    expect(readS3Address('s3://drawings/office/a?endpoint=https://s3.example.com/&region=eu-1')).toEqual({
      bucket: 'drawings',
      prefix: 'office/a/',
      endpoint: 'https://s3.example.com',
      region: 'eu-1',
    });
    expect(readS3Address('s3://drawings')).toEqual({
      bucket: 'drawings',
      prefix: '',
      endpoint: 'https://s3.us-east-1.amazonaws.com',
      region: 'us-east-1',
    });
  });

  it.each([
    'drawings',
    'http://drawings',
    's3://key:secret@drawings',
    's3://drawings?endpoint=https://key:secret@host',
    's3://drawings?endpoint=ftp://host',
    's3://drawings?secret=x',
    's3://UP',
    's3://drawings/a//b',
    's3://drawings/a b',
  ])('is refused where it is none, or holds a secret: %s', (text) => {
    let thrown: unknown;
    try {
      readS3Address(text);
    } catch (failure) {
      thrown = failure;
    }
    expect(thrown).toMatchObject({ code: 'file-store-address-invalid' });
    expect(String(thrown)).not.toContain('secret@');
  });
});

import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBlobShelf, unusedBlobLifetimeMs } from '../../../../electron/service/blobs/blob-shelf.ts';
import type { Blobs } from '../../../../electron/service/blobs/blobs.ts';
import { createDiskBlobs } from '../../../../electron/service/blobs/disk-blobs.ts';
import { openSqliteStore } from '../../../../electron/service/store/sqlite/open-sqlite-store.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cadsync-blobs-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function* bytesOf(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

async function namesIn(blobs: Blobs): Promise<string[]> {
  const names: string[] = [];
  for await (const { sha256 } of blobs.list()) names.push(sha256);
  return names;
}

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

describe.each([
  ['short', ''],
  ['long', '-'.repeat(100_000)],
])('%s blobs on disk', (_, padding) => {
  const padded = (...texts: string[]) => bytesOf(padding, ...texts);
  const limit = padding.length + 100;

  it('are found by the hash of what arrived, and read in parts', async () => {
    const blobs = await createDiskBlobs(folder);
    const bytes = await blobs.receive(padded('a ', 'pump'), limit);
    expect(bytes).toMatchObject({ sha256: sha256Of(`${padding}a pump`), sizeBytes: padding.length + 6 });
    await bytes.keep();
    expect((await buffer(await blobs.open(bytes.sha256))).toString()).toBe(`${padding}a pump`);
    expect(
      (await buffer(await blobs.open(bytes.sha256, { start: padding.length + 2, end: padding.length + 3 }))).toString(),
    ).toBe('pu');
  });

  it('are not there before they are kept, nor when they are discarded', async () => {
    const blobs = await createDiskBlobs(folder);
    const bytes = await blobs.receive(padded('a pump'), limit);
    await expect(blobs.open(bytes.sha256)).rejects.toThrow(AppError);
    await bytes.discard();
    expect(await readdir(join(folder, 'arriving'))).toEqual([]);
  });

  it('kept twice are there once', async () => {
    const blobs = await createDiskBlobs(folder);
    for (let time = 0; time < 2; time += 1) await (await blobs.receive(padded('a pump'), limit)).keep();
    expect(await namesIn(blobs)).toHaveLength(1);
    expect(await readdir(join(folder, 'arriving'))).toEqual([]);
  });

  it('leave nothing behind when they are too long or break off', async () => {
    const blobs = await createDiskBlobs(folder);
    await expect(blobs.receive(padded('abc', 'def'), padding.length + 5)).rejects.toMatchObject({
      code: 'body-too-large',
    });
    const broken = (async function* () {
      yield Buffer.from(`${padding}abc`);
      throw new Error('connection lost');
    })();
    await expect(blobs.receive(broken, limit)).rejects.toThrow('connection lost');
    expect(await readdir(join(folder, 'arriving'))).toEqual([]);
  });

  it('forget at the start what had not arrived at the end', async () => {
    (await createDiskBlobs(folder)).close();
    await writeFile(join(folder, 'arriving', 'half'), 'half a pump');
    (await createDiskBlobs(folder)).close();
    expect(await readdir(join(folder, 'arriving'))).toEqual([]);
  });

  it('are there when the service starts again, and gone when they were removed', async () => {
    const before = await createDiskBlobs(folder);
    const bytes = await before.receive(padded('a pump'), limit);
    await bytes.keep();
    before.close();
    const after = await createDiskBlobs(folder);
    expect((await buffer(await after.open(bytes.sha256))).toString()).toBe(`${padding}a pump`);
    await after.remove(bytes.sha256);
    await expect(after.open(bytes.sha256)).rejects.toThrow(AppError);
    expect(await namesIn(after)).toEqual([]);
    after.close();
  });
});

it('a file that arrives in many pieces is whole on the disk', async () => {
  const blobs = await createDiskBlobs(folder);
  const pieces = Array.from({ length: 40 }, (_, place) => String.fromCharCode(65 + place).repeat(50_001));
  const bytes = await blobs.receive(bytesOf(...pieces), 10_000_000);
  expect(bytes).toMatchObject({ sha256: sha256Of(pieces.join('')), sizeBytes: 40 * 50_001 });
  await bytes.keep();
  expect((await buffer(await blobs.open(bytes.sha256))).toString()).toBe(pieces.join(''));
});

describe('the shelf', () => {
  async function openShelf() {
    const blobs = await createDiskBlobs(folder);
    const store = openSqliteStore(':memory:');
    const clock = { now: Date.now() };
    return { blobs, store, clock, shelf: createBlobShelf({ blobs, records: store.blobs, now: () => clock.now }) };
  }

  it('removes bytes that nothing has referred to for a day, and not a moment before', async () => {
    const { blobs, store, clock, shelf } = await openShelf();
    const { blobId, sha256 } = await shelf.keep(await blobs.receive(bytesOf('unused'), 100));
    clock.now += unusedBlobLifetimeMs;
    expect(await shelf.collectUnused()).toBe(0);
    clock.now += 1;
    expect(await shelf.collectUnused()).toBe(1);
    expect(await store.blobs.find(blobId)).toBeUndefined();
    await expect(blobs.open(sha256)).rejects.toThrow(AppError);
    await store.close();
  });

  it('counts bytes stored again as new, and leaves those in use', async () => {
    const { blobs, store, clock, shelf } = await openShelf();
    const again = await shelf.keep(await blobs.receive(bytesOf('again'), 100));
    const used = await shelf.keep(await blobs.receive(bytesOf('used'), 100));
    await store.validation.putFile(used.blobId, undefined, undefined);
    clock.now += unusedBlobLifetimeMs;
    expect((await shelf.keep(await blobs.receive(bytesOf('again'), 100))).blobId).toBe(again.blobId);
    clock.now += 1;
    expect(await shelf.collectUnused()).toBe(0);
    expect((await buffer(await blobs.open(used.sha256))).toString()).toBe('used');
    await store.close();
  });

  it('removes bytes no record speaks of, left when the process ended in between', async () => {
    const { blobs, store, clock, shelf } = await openShelf();
    await (await blobs.receive(bytesOf('orphan'), 100)).keep();
    clock.now += unusedBlobLifetimeMs + 60_000;
    expect(await shelf.collectUnused()).toBe(1);
    expect(await namesIn(blobs)).toEqual([]);
    await store.close();
  });

  it('answers for no bytes that could not be kept, and takes them when they come again', async () => {
    const { blobs, store, shelf } = await openShelf();
    const full = async (): Promise<void> => Promise.reject(new AppError('disk-full'));
    await expect(shelf.keep({ ...(await blobs.receive(bytesOf('late'), 100)), keep: full })).rejects.toThrow(AppError);
    const { blobId, sha256 } = await shelf.keep(await blobs.receive(bytesOf('late'), 100));
    expect(await store.blobs.find(blobId)).toMatchObject({ sha256 });
    expect((await buffer(await blobs.open(sha256))).toString()).toBe('late');
    await store.close();
  });

  it('never loses bytes that are kept while it collects', async () => {
    const { blobs, store, clock, shelf } = await openShelf();
    await shelf.keep(await blobs.receive(bytesOf('race'), 100));
    clock.now += unusedBlobLifetimeMs + 1;
    const arriving = await blobs.receive(bytesOf('race'), 100);
    const [, kept] = await Promise.all([shelf.collectUnused(), shelf.keep(arriving)]);
    expect((await buffer(await blobs.open(kept.sha256))).toString()).toBe('race');
    expect(await store.blobs.find(kept.blobId)).toEqual(kept);
    await store.close();
  });
});

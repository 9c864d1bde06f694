import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDiskBlobs, readDiskBlobs } from '../../../../electron/service/blobs/disk-blobs.ts';
import type { Sha256 } from '../../../../shared/model/sha256.ts';
import { thisHoldingSystem } from '../../../../electron/privacy/held-open.ts';
import { watchFlushing } from '../../../fakes/watch-flushing.ts';
import { bytesOf, namesIn, sha256Of } from './blob-places.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cadsync-blobs-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('blobs on disk forget at the start what had not arrived at the end', async () => {
  (await createDiskBlobs(folder)).close();
  await writeFile(join(folder, 'arriving', 'half'), 'half a pump');
  (await createDiskBlobs(folder)).close();
  expect(await readdir(join(folder, 'arriving'))).toEqual([]);
});

it('long blobs on disk that cannot be put in their places leave nothing behind', async () => {
  const blobs = await createDiskBlobs(folder);
  const bytes = await blobs.receive(bytesOf('long'.repeat(50_000)), 1e6);
  // A file has the name of the folder that they belong in.
  await writeFile(join(folder, bytes.sha256.slice(0, 2)), '');
  await expect(bytes.keep()).rejects.toThrow(bytes.sha256);
  expect(await readdir(join(folder, 'arriving'))).toEqual([]);
  blobs.close();
});

it('a long blob has its name only once its bytes are on the disk, and is told once its name and its folder are', async () => {
  const text = 'long'.repeat(50_000);
  const prefix = join(folder, sha256Of(text).slice(0, 2));
  const flushes = await watchFlushing(folder, prefix);
  const named: boolean[] = [];
  const blobs = await createDiskBlobs(folder, {
    ...thisHoldingSystem,
    async rename(from, to) {
      named.push(flushes.hasBytesOf(from));
      await rename(from, to);
    },
  });
  const bytes = await blobs.receive(bytesOf(text), 1e6);
  await bytes.keep();
  expect(named).toEqual([true]);
  expect([flushes.hasNameOf(join(prefix, bytes.sha256)), flushes.hasNameOf(prefix)]).toEqual([true, true]);
  blobs.close();
});

/** Two long texts whose hashes begin alike. */
function inOneFolder(): readonly [string, string] {
  const seen = new Map<string, string>();
  for (let number = 0; ; number += 1) {
    const text = `${number} `.padEnd(100_000, 'x');
    const prefix = sha256Of(text).slice(0, 2);
    const other = seen.get(prefix);
    if (other !== undefined) return [other, text];
    seen.set(prefix, text);
  }
}

it.each(['has not ended yet', 'failed'])(
  'a long blob is told once its folder has its name, where what made that folder %s',
  async (what) => {
    const [first, second] = inOneFolder();
    const prefix = join(folder, sha256Of(first).slice(0, 2));
    const flushes = await watchFlushing(folder, prefix);
    const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let renames = 0;
    const blobs = await createDiskBlobs(folder, {
      ...thisHoldingSystem,
      async rename(from, to) {
        renames += 1;
        if (renames === 1) {
          reached.resolve();
          if (what === 'failed') throw Object.assign(new Error('no space is left'), { code: 'ENOSPC' });
          await goOn.promise;
        }
        await rename(from, to);
      },
    });
    const [one, other] = [await blobs.receive(bytesOf(first), 1e6), await blobs.receive(bytesOf(second), 1e6)];
    const keeping = Promise.allSettled([one.keep()]);
    await reached.promise;
    if (what === 'failed') await keeping;
    await other.keep();
    expect([flushes.hasNameOf(join(prefix, other.sha256)), flushes.hasNameOf(prefix)]).toEqual([true, true]);
    goOn.resolve();
    await keeping;
    blobs.close();
  },
);

it('short blobs on disk are listed in pages, so that a long list holds nobody up', async () => {
  (await createDiskBlobs(folder)).close();
  const database = new Database(join(folder, 'short.db'));
  const insert = database.prepare('INSERT INTO blobs VALUES (?, ?, ?)');
  const names = Array.from({ length: 2_000 }, (_, index) => sha256Of(String(index)) as Sha256);
  database.transaction(() => names.forEach((name) => insert.run(name, 0, Buffer.from('x'))))();
  database.close();
  const blobs = await createDiskBlobs(folder);
  expect((await namesIn(blobs)).toSorted()).toEqual(names.toSorted());
  const listed: Sha256[] = [];
  for await (const { sha256 } of blobs.list()) {
    // What goes while the first page is looked at is on none of the next ones.
    if (listed.length === 0) await blobs.remove({ sha256: names.at(-1) ?? sha256 });
    listed.push(sha256);
  }
  expect(listed.toSorted()).toEqual(names.slice(0, -1).toSorted());
  blobs.close();
});

it.each(['EPERM', 'EACCES', 'EBUSY'])('a long blob is kept though Windows has it looked at first: %s', async (code) => {
  const refusals = [code, code];
  const blobs = await createDiskBlobs(folder, {
    platform: 'win32',
    wait: async () => undefined,
    async rename(from, to) {
      const refusal = refusals.pop();
      if (refusal !== undefined) throw Object.assign(new Error(refusal), { code: refusal });
      await rename(from, to);
    },
  });
  async function* longBytes() {
    yield randomBytes(200_000);
  }
  const received = await blobs.receive(longBytes(), 1 << 20);
  await received.keep();
  expect(await namesIn(blobs)).toEqual([received.sha256]);
  blobs.close();
});

it('short blobs on disk whose database is away are neither begun anew nor said to be lost', async () => {
  const blobs = await createDiskBlobs(folder);
  const bytes = await blobs.receive(bytesOf('pump'), 100);
  await bytes.keep();
  blobs.close();
  const file = join(folder, 'short.db');
  await rename(file, join(folder, 'away'));
  const gone = { code: 'database-gone', detail: file };
  await expect(createDiskBlobs(folder)).rejects.toMatchObject(gone);
  await expect(readDiskBlobs(folder)).rejects.toMatchObject(gone);
  await rename(join(folder, 'away'), file);
  const read = await readDiskBlobs(folder);
  expect(await namesIn(read)).toEqual([bytes.sha256]);
  read.close();
});

it('short blobs on disk of which only the log is there are not read as none', async () => {
  const blobs = await createDiskBlobs(folder);
  await (await blobs.receive(bytesOf('pump'), 100)).keep();
  const killed = join(folder, 'killed');
  await cp(join(folder, 'short.db-wal'), join(killed, 'short.db-wal'));
  blobs.close();
  await expect(readDiskBlobs(killed)).rejects.toMatchObject({ code: 'database-gone' });
});

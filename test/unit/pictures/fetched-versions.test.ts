import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFetchedVersions } from '../../../electron/pictures/fetched-versions.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fetched-versions-'));
});
afterEach(() => rm(folder, { recursive: true }));

const version = { name: 'pump 0.2', fileName: 'pump.rfa', sha256: hash('sha256', 'those asked for', 'hex') };

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

it('keeps the bytes with the hash of a version, which are fetched once', async () => {
  const versions = createFetchedVersions(folder);
  const { path } = await versions.placeOf(version, async () => bytesOf('those asked for'));
  expect(await readFile(path, 'utf8')).toBe('those asked for');
  expect(await versions.placeOf(version, () => Promise.reject(new Error('asked twice')))).toMatchObject({ path });
});

it('refuses other bytes of a version, and keeps nothing of them', async () => {
  const placed = createFetchedVersions(folder).placeOf(version, async () => bytesOf('those of another 0.2'));
  await expect(placed).rejects.toMatchObject({ code: 'answer-incomplete' });
  expect(readdirSync(folder)).toEqual([]);
});

it.each([
  ['lost its end', (path: string) => truncateSync(path, 6)],
  ['has other bytes', (path: string) => writeFileSync(path, 'those WRONG for')],
  ['is a folder', (path: string) => (rmSync(path), mkdirSync(path))],
])('fetches a version again where what is kept of it %s', async (_, spoil) => {
  const fetched = async () => bytesOf('those asked for');
  for (const asked of [version, { ...version, sha256: undefined }]) {
    const { path } = await createFetchedVersions(folder).placeOf(asked, fetched);
    spoil(path);
    const again = await createFetchedVersions(folder).placeOf(asked, fetched);
    expect(await readFile(again.path, 'utf8')).toBe('those asked for');
    expect(readdirSync(folder)).toHaveLength(1);
  }
});

it('fetches a version again where the service has other bytes under its number by now', async () => {
  const versions = createFetchedVersions(folder);
  await versions.placeOf({ ...version, sha256: undefined }, async () => bytesOf('those of before'));
  const { path } = await versions.placeOf(version, async () => bytesOf('those asked for'));
  expect(await readFile(path, 'utf8')).toBe('those asked for');
});

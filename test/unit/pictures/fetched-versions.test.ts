import { hash } from 'node:crypto';
import { readdirSync } from 'node:fs';
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

import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDiskBlobs } from '../../../../electron/service/blobs/disk-blobs.ts';

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

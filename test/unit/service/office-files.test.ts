import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { holdFolder } from '../../../electron/service/hold-folder.ts';
import { openOfficeFiles, readOfficeFiles, type OfficeFiles } from '../../../electron/service/office-files.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { bytesOf } from './blobs/blob-places.ts';

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cadsync-files-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const address = { endpoint: 'http://127.0.0.1:9', bucket: 'drawings', prefix: '', region: 'eu-west-1' };
const store: OfficeFiles = {
  kind: 'store',
  address,
  keys: { accessKeyId: 'k', secretAccessKey: 's' },
  workDir: undefined,
};

it('a folder of files is one process’s until it lets go', async () => {
  const files = { kind: 'folder', folder: join(await temporaryFolder(), 'files') } as const;
  const opened = openOfficeFiles(files);
  const inUse = expect.objectContaining({ code: 'service-data-in-use' }) as Error;
  expect(() => openOfficeFiles(files)).toThrow(inUse);
  expect(() => openOfficeFiles({ ...store, workDir: files.folder })).toThrow(inUse);
  await opened.blobsOf('north');
  expect(existsSync(join(files.folder, 'north'))).toBe(true);
  await opened.close();
  await openOfficeFiles(files).close();
});

it('nothing is made, or cleared away, in a folder of files that are read', async () => {
  const folder = join(await temporaryFolder(), 'files');
  const files = { kind: 'folder', folder } as const;
  const blob = { blobId: 'b', sha256: 'a'.repeat(64) as Sha256, sizeBytes: 1 };
  const readFiles = async () => {
    const opened = readOfficeFiles(files);
    expect(await opened.paired.holdsAny()).toBe(false);
    for (const tenantId of ['north', 'south']) {
      await expect((await opened.blobsOf(tenantId)).open(blob)).rejects.toMatchObject({ code: 'bytes-lost' });
      expect(await opened.paired.has({ tenantId, blob })).toBe(false);
    }
    return opened;
  };
  await (await readFiles()).close();
  expect(existsSync(folder)).toBe(false);
  const opened = openOfficeFiles(files);
  await opened.blobsOf('north');
  expect(() => readOfficeFiles(files)).toThrow(expect.objectContaining({ code: 'service-data-in-use' }) as Error);
  await opened.close();
  await writeFile(join(folder, 'north', 'arriving', 'half a file'), 'half');
  const names = async () => (await readdir(folder, { recursive: true })).toSorted();
  const before = await names();
  const read = await readFiles();
  expect(() => openOfficeFiles(files)).toThrow(expect.objectContaining({ code: 'service-data-in-use' }) as Error);
  await read.close();
  expect(await names()).toEqual(before);
});

it('a tenant’s folder that could not be opened is opened again when it is asked for next', async () => {
  const folder = join(await temporaryFolder(), 'files');
  const files = openOfficeFiles({ kind: 'folder', folder });
  await writeFile(join(folder, 'north'), 'in the way');
  await expect(files.blobsOf('north')).rejects.toThrow();
  await rm(join(folder, 'north'));
  const blobs = await files.blobsOf('north');
  expect(await files.blobsOf('north')).toBe(blobs);
  await files.close();
});

it('what processes left on their way that were killed is cleared away by the next one, and nothing else', async () => {
  const folder = await temporaryFolder();
  vi.stubEnv('TMPDIR', folder);
  vi.stubEnv('TEMP', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  const [killed, serving, cleared, justBegun] = (await Promise.all(
    [1, 2, 3, 4].map(() => mkdtemp(join(folder, 'cadsync-serve-'))),
  )) as [string, string, string, string];
  holdFolder(killed).release();
  await writeFile(join(killed, 'half a file'), 'half');
  await writeFile(join(cleared, 'half a file'), 'half');
  const held = holdFolder(serving);
  const longAgo = new Date(Date.now() - 7_200_000);
  for (const old of [killed, serving, cleared]) await utimes(old, longAgo, longAgo);
  await openOfficeFiles(store).close();
  const left = [killed, serving, cleared, justBegun].map((one) => existsSync(one));
  expect(left).toEqual([false, true, true, true]);
  held.release();
});

it('long files are taken in after the system has cleared its temporary folder', async () => {
  const folder = await temporaryFolder();
  vi.stubEnv('TMPDIR', folder);
  vi.stubEnv('TEMP', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  const files = openOfficeFiles(store);
  onTestFinished(() => files.close());
  const blobs = await files.blobsOf('north');
  const [serving = ''] = await readdir(folder);
  // Windows keeps what is open.
  await rm(join(folder, serving, process.platform === 'win32' ? 'arriving' : ''), { recursive: true });
  for (const length of [300_000, 400_000]) {
    expect(await blobs.receive(bytesOf('x'.repeat(length)), 500_000)).toMatchObject({ sizeBytes: length });
  }
});

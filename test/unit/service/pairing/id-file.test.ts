import { existsSync, fstatSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createIdFile } from '../../../../electron/service/pairing/id-file.ts';

// Windows writes names through on its own.
it.skipIf(process.platform === 'win32')('an id that was put is on the disk, and its name too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cadsync-id-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = createIdFile(folder);
  const handle = await open(folder, 'r');
  const synced: string[] = [];
  const sync = vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'sync');
  onTestFinished(() => sync.mockRestore());
  sync.mockImplementation(async function (this: typeof handle) {
    const what = fstatSync(this.fd).isDirectory() ? 'folder' : 'file';
    synced.push(`${what} ${existsSync(file.idPlace) ? 'with' : 'without'} the name`);
  });
  await handle.close();
  await file.putId('0b7a2c9e');
  expect(synced).toEqual(['file without the name', 'folder with the name']);
  expect(await file.readId()).toBe('0b7a2c9e');
});

import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openCopySource } from '../../../../electron/service/copying/open-copy-end.ts';
import { openServiceFolder } from '../../../../electron/service/open-service-folder.ts';
import { fill } from './copy-ends.ts';

it.each(['with', 'without'])('a folder %s files of its own stays as it is while it is copied from', async (which) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'cadsync-source-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const service = await openServiceFolder(dataDir);
  await fill(service, 1);
  await service.close();
  if (which === 'with') await writeFile(join(dataDir, 'blobs', 'arriving', 'half a file'), 'half');
  else await rm(join(dataDir, 'blobs'), { recursive: true });
  const names = async () => (await readdir(dataDir, { recursive: true })).toSorted();
  const before = await names();
  const source = await openCopySource({ kind: 'folder', dataDir });
  for await (const versions of source.store.versions.listAll()) {
    for (const { blob } of versions) {
      const opened = await source.blobs.open(blob).catch((thrown: unknown) => thrown);
      expect(opened).toMatchObject(which === 'with' ? { readable: true } : { code: 'bytes-lost' });
      if (which === 'with') (opened as { destroy(): void }).destroy();
    }
  }
  await source.close();
  expect(await names()).toEqual(before);
});

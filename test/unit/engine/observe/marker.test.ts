import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readMarker, writeMarker } from '../../../../electron/engine/observe/marker.ts';
import { createDisk } from '../../../../electron/platform/disk.ts';
import { temporaryFolder } from '../../imports/product-files.ts';

it('a folder in the place of the marker proves no library, is named, and stays', async () => {
  const root = temporaryFolder();
  const place = join(root, '.cadlibrary', 'library.json');
  mkdirSync(join(place, 'theirs'), { recursive: true });
  const disk = createDisk().library(root);
  const unproven = {
    code: 'library-unproven',
    detail: '.cadlibrary/library.json is a folder: move it away first.',
  };
  await expect(readMarker(disk)).rejects.toMatchObject(unproven);
  await expect(writeMarker(disk, 'an id')).rejects.toMatchObject(unproven);
  expect(readdirSync(place)).toEqual(['theirs']);
});

import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import type { open } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rightsFinding } from '../../../electron/doctor/check-folder.ts';
import { temporaryFolder } from '../imports/product-files.ts';
import { examinedState } from './subjects.ts';

/** A library's folder, with or without its marker. */
function libraryFolder(hasMarker = true) {
  const root = temporaryFolder();
  const marker = join(root, '.cadlibrary', 'library.json');
  mkdirSync(join(root, '.cadlibrary'));
  if (hasMarker) writeFileSync(marker, '{}');
  const [library] = examinedState([root]).libraries;
  if (!library) throw new Error('There is no library.');
  const look = async (openFile?: typeof open) =>
    (await rightsFinding(library, new AbortController().signal, 'win32', openFile)).finding;
  return { marker, look };
}

/** Opening a file fails as the system says it. */
const failing =
  (code: string): typeof open =>
  () =>
    Promise.reject(Object.assign(new Error(code), { code }));

describe('the right to write into a library on Windows', () => {
  it('is there when its marker can be opened for writing, which changes nothing', async () => {
    const { marker, look } = libraryFolder();
    const before = statSync(marker, { bigint: true });
    expect(await look()).toEqual({ code: 'writable' });
    expect(statSync(marker, { bigint: true })).toMatchObject({ mtimeNs: before.mtimeNs, size: before.size });
  });

  it.each(['EPERM', 'EACCES', 'EROFS'])('is missing when opening it is answered with %s', async (code) => {
    expect(await libraryFolder().look(failing(code))).toEqual({ code: 'readOnly', mustWrite: true });
  });

  it('is not known while another program has the marker open, or without a marker', async () => {
    expect(await libraryFolder().look(failing('EBUSY'))).toEqual({ code: 'rightsUnknown' });
    expect(await libraryFolder(false).look()).toEqual({ code: 'rightsUnknown' });
  });
});

import { mkdirSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeDwg, makePng } from '../cad/made-pictures.ts';
import { temporaryFolder } from '../imports/product-files.ts';
import { openClient } from './open-client.ts';
import { eventually } from '../../eventually.ts';

const folder = 'EC011022_v7/MC000101_v2';
const drawing = (height: number): Buffer => makeDwg([{ code: 6, bytes: makePng(8, height) }]);

it('a window is shown the picture inside a file, and another one when the file is saved', async () => {
  const { client } = await openClient();
  const root = realpathSync(temporaryFolder());
  mkdirSync(join(root, folder), { recursive: true });
  const save = (height: number): void => {
    // As AutoCAD does: written beside, then put in its place.
    writeFileSync(join(root, 'new.tmp'), drawing(height));
    renameSync(join(root, 'new.tmp'), join(root, folder, 'radiator.dwg'));
  };
  save(5);
  const { added } = await client.libraries.add({
    ...{ root, programs: [{ name: 'AutoCAD', version: '2025' }], confirmed: true },
  });
  const libraryId = added?.libraryId ?? '';
  const listed = async () => {
    const { rows } = await client.files.list({ filter: 'all', search: '', offset: 0, limit: 10 });
    return rows[0];
  };
  const sha256Of = (unlike?: string): Promise<string> =>
    eventually(async () => {
      const sha256 = (await listed())?.sha256;
      expect(sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(sha256).not.toBe(unlike);
      return sha256 ?? '';
    });
  const pictureOf = async (sha256: string) => {
    const { picture } = await client.pictures.get({
      fileId: `${libraryId}/${folder}/radiator.dwg`,
      sha256,
      sizePixels: 256,
    });
    return picture && { ...picture, base64: undefined, bytes: Buffer.from(picture.base64, 'base64') };
  };

  const first = await sha256Of();
  expect(await pictureOf(first)).toMatchObject({ mediaType: 'image/png', bytes: makePng(8, 5) });
  save(6);
  const second = await sha256Of(first);
  expect((await pictureOf(second))?.bytes).toEqual(makePng(8, 6));
  // It was kept, though its bytes are nowhere any more.
  expect((await pictureOf(first))?.bytes).toEqual(makePng(8, 5));
  expect(await pictureOf('0'.repeat(64))).toBeUndefined();
}, 40_000);

it.each(['../../../etc/passwd', 'A'.repeat(64), `${'0'.repeat(64)}/..`, ''])(
  'what is no hash (%s) is no question about a picture',
  async (sha256) => {
    const { client } = await openClient();
    await expect(client.pictures.get({ fileId: 'a/b.dwg', sha256, sizePixels: 256 })).rejects.toThrow(/validation/i);
  },
);

it('a window is shown the picture inside a file that has no class yet', async () => {
  const { client } = await openClient();
  const root = realpathSync(temporaryFolder());
  writeFileSync(join(root, 'radiator.dwg'), drawing(7));
  const { added } = await client.libraries.add({
    ...{ root, programs: [{ name: 'AutoCAD', version: '2025' }], confirmed: true },
  });
  const fileId = `${added?.libraryId}/radiator.dwg`;
  const sha256 = await eventually(async () => {
    const { rows } = await client.files.list({ filter: 'all', search: '', offset: 0, limit: 10 });
    expect(rows).toMatchObject([{ fileId, state: 'unassigned' }]);
    expect(rows[0]?.sha256).toBeUndefined();
    return (await client.pictures.hashOf({ fileId })).sha256 ?? '';
  });
  expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  const { picture } = await client.pictures.get({ fileId, sha256, sizePixels: 256 });
  expect(Buffer.from(picture?.base64 ?? '', 'base64')).toEqual(makePng(8, 7));
  // Of other bytes it has none.
  expect((await client.pictures.get({ fileId, sha256: 'a'.repeat(64), sizePixels: 256 })).picture).toBeUndefined();
}, 40_000);

import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DistanceField } from '../../../shared/rpc/look-record.ts';
import { unpack } from '../../../shared/rpc/packed.ts';
import type { Scene } from '../../../shared/rpc/scene.ts';
import { temporaryFolder } from '../imports/product-files.ts';
import { openClient } from './open-client.ts';
import { eventually } from '../../eventually.ts';

const folder = 'EC011022_v7/MC000101_v2';
const path = `${folder}/radiator.stl`;

/** A pyramid that is so wide. */
function pyramid(width: number): string {
  const corners = [
    [0, 0, 0],
    [width, 0, 0],
    [0, 20, 0],
    [0, 0, 30],
  ];
  const facets = [
    [0, 2, 1],
    [0, 1, 3],
    [1, 2, 3],
    [2, 0, 3],
  ].map((facet) => {
    const vertices = facet.map((corner) => `vertex ${corners[corner]?.join(' ')}`).join('\n');
    return `facet normal 0 0 0\nouter loop\n${vertices}\nendloop\nendfacet`;
  });
  return `solid radiator\n${facets.join('\n')}\nendsolid radiator\n`;
}

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A library with one model that was saved twice. */
async function openLibrary() {
  const opened = await openClient();
  const { client } = opened;
  const root = realpathSync(temporaryFolder());
  mkdirSync(join(root, folder), { recursive: true });
  const save = (text: string): void => {
    writeFileSync(join(root, 'new.tmp'), text);
    renameSync(join(root, 'new.tmp'), join(root, path));
  };
  save(pyramid(600));
  const { added } = await client.libraries.add({
    ...{ root, programs: [{ name: 'AutoCAD', version: '2025' }], confirmed: true },
  });
  const fileId = `${added?.libraryId ?? ''}/${path}`;
  const isKnown = (text: string) =>
    eventually(async () => {
      const { rows } = await client.files.list({
        ...{ filter: 'all', search: '', offset: 0, limit: 10 },
        ...(added ? { libraryId: added.libraryId } : {}),
      });
      expect(rows[0]?.sha256).toBe(sha256Of(text));
    });
  await isKnown(pyramid(600));
  return { ...opened, root, save, fileId, isKnown };
}

describe('looking into a file of a library', () => {
  it('gives its scene in chunks, draws it for the gallery, and refuses what it is not', async () => {
    const { client, fileId, dataDir, save, isKnown } = await openLibrary();
    const sha256 = sha256Of(pyramid(600));
    const { sceneId, sizeBytes } = await client.looks.open({ fileId, side: { sha256 } });
    const blob = await client.looks.bytes({ sceneId, offset: 0 });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    expect(bytes).toHaveLength(sizeBytes);
    expect((await client.looks.bytes({ sceneId, offset: sizeBytes })).size).toBe(0);
    const scene = unpack(bytes) as Scene;
    expect(scene.kind).toBe('model');
    expect(scene.bounds).toEqual({ min: [-300, -10, -15], max: [300, 10, 15] });
    if (process.platform !== 'win32') expect(statSync(join(dataDir, 'scenes')).mode & 0o777).toBe(0o700);

    const wanted = { fileId, sha256, sizePixels: 64 };
    expect(await client.pictures.get(wanted)).toEqual({ picture: undefined, isDrawable: true });
    const drawn = await client.pictures.draw(wanted);
    expect(drawn.picture?.mediaType).toBe('image/png');
    // Kept: from now on it is found like a picture that was inside.
    expect(await client.pictures.get(wanted)).toEqual({ ...drawn, isDrawable: false });

    const nothing = 'solid nothing\nendsolid nothing\n';
    save(nothing);
    await isKnown(nothing);
    const damaged = { fileId, side: { sha256: sha256Of(nothing) } };
    // Twice: the second time it is not tried again.
    for (let time = 0; time < 2; time += 1) {
      await expect(client.looks.open(damaged)).rejects.toMatchObject({ data: { code: 'look-unreadable' } });
    }
    // What was read is at hand, though its bytes are nowhere in the library any more.
    expect((await client.looks.bytes({ sceneId, offset: 0 })).size).toBe(sizeBytes);
  }, 60_000);

  it('says what differs from a version of the service, which is fetched once, and only if it may be', async () => {
    const { app, client, fileId, save, isKnown } = await openLibrary();
    await client.demo.start();
    const key = await eventually(async () => {
      const { file } = await client.files.get({ fileId });
      expect(file.state).toBe('draft');
      return file.key ?? '';
    });
    const { versions } = await client.versions.list({ key });
    const version = versions[0]?.version ?? '';
    save(pyramid(800));
    await isKnown(pyramid(800));
    const sides = { before: { version }, after: { sha256: sha256Of(pyramid(800)) } };
    await expect(client.looks.compare({ fileId, ...sides, mayFetch: false })).rejects.toMatchObject({
      data: { code: 'file-unreadable' },
    });
    const { record, marks } = await client.looks.compare({ fileId, ...sides, mayFetch: true });
    expect(record.shapes?.before.box.width).toBe(600);
    expect(record.shapes?.after.box.width).toBe(800);
    expect(marks).toEqual({ before: ['changed'], after: ['changed'] });
    const distances = await client.looks.distances({ fileId, ...sides });
    expect(distances.summary.greatest).toBeCloseTo(200, 3);
    const packed = new Uint8Array(
      await (await client.looks.bytes({ sceneId: distances.sceneId, offset: 0 })).arrayBuffer(),
    );
    expect(packed).toHaveLength(distances.sizeBytes);
    const { field, summary } = unpack(packed) as { field: DistanceField; summary: unknown };
    expect(summary).toEqual(distances.summary);
    expect(field.parts.flat().map(({ length }) => length)).toEqual([12]);
    app.session.views = () => {
      throw new Error('The service was asked again.');
    };
    expect(await client.looks.compare({ fileId, ...sides, mayFetch: false })).toMatchObject({ record: { shapes: {} } });
    expect(await client.looks.distances({ fileId, ...sides })).toEqual(distances);
  }, 90_000);
});

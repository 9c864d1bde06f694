import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, parse } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../imports/product-files.ts';
import { openClient } from './open-client.ts';

const revit = { programs: [{ name: 'Revit', version: '2025' }] };

function folderWith(files: Readonly<Record<string, number>>): string {
  const folder = realpathSync(temporaryFolder());
  for (const [extension, count] of Object.entries(files)) {
    for (let n = 0; n < count; n += 1) writeFileSync(join(folder, `${n}.${extension}`), 'bytes');
  }
  return folder;
}

const failsWith = (code: string): unknown =>
  expect.objectContaining({ data: expect.objectContaining({ code }) as unknown });

describe('a library that is added over the window contract', () => {
  it('is refused where its folder is nobody’s library, also with a yes', async () => {
    const { client, dataDir } = await openClient();
    const refused = [
      [parse(dataDir).root, 'folder-is-drive'],
      [homedir(), 'folder-is-home'],
      [dirname(homedir()), dirname(homedir()) === parse(homedir()).root ? 'folder-is-drive' : 'folder-is-home'],
      [dataDir, 'folder-of-app'],
      ['library', 'path-not-full'],
      ['./library', 'path-not-full'],
    ] as const;
    for (const [root, code] of refused) {
      const adding = client.libraries.add({ root, ...revit, confirmed: true });
      await expect(adding, root).rejects.toEqual(failsWith(code));
    }
    expect((await client.snapshot()).status.libraries).toEqual([]);
  });

  it('cannot be moved there either', async () => {
    const { client, dataDir } = await openClient();
    const { added } = await client.libraries.add({ root: folderWith({}), ...revit, confirmed: false });
    for (const [root, code] of [
      [homedir(), 'folder-is-home'],
      [dataDir, 'folder-of-app'],
      ['library', 'path-not-full'],
    ] as const) {
      const moving = client.libraries.relocate({ libraryId: added?.libraryId ?? '', root });
      await expect(moving, root).rejects.toEqual(failsWith(code));
    }
  });

  it('is asked about where its folder is full of other things, once', async () => {
    const { app, client } = await openClient();
    const root = folderWith({ zip: 1_000, rfa: 2 });
    const draft = { root, ...revit };
    expect(await client.libraries.add({ ...draft, confirmed: false })).toEqual({
      question: { isShareRoot: false, drawings: 2, others: 1_000, isAll: true },
    });
    expect((await client.snapshot()).status.libraries).toEqual([]);
    const { added } = await client.libraries.add({ ...draft, confirmed: true });
    expect(added).toMatchObject({ root, wasLibrary: false });
    await expect.poll(() => app.engine.runners()[0]?.lastScanMs).toBeDefined();
    await client.libraries.remove({ libraryId: added?.libraryId ?? '', confirmed: true });
    const again = await client.libraries.add({ ...draft, confirmed: false });
    expect(again).toMatchObject({ added: { wasLibrary: true } });
  });

  it('may lie below the app’s own data, as the demo does', async () => {
    const { client, dataDir } = await openClient();
    const root = join(dataDir, 'demo library');
    mkdirSync(root);
    expect(await client.libraries.add({ root, ...revit, confirmed: false })).toMatchObject({
      added: { wasLibrary: false },
    });
  });

  it('fetches its own where there is one of its program, unless that is chosen otherwise', async () => {
    const { client } = await openClient();
    const add = async (fetch?: 'own' | 'everything') => {
      const { added } = await client.libraries.add({
        root: folderWith({}),
        ...revit,
        ...(fetch ? { fetch } : {}),
        confirmed: false,
      });
      return added?.settings.fetch;
    };
    expect([await add(), await add(), await add('everything')]).toEqual(['everything', 'own', 'everything']);
    const { libraries } = (await client.snapshot()).status;
    expect(libraries.map(({ settings }) => settings.fetch).sort()).toEqual(['everything', 'own', 'own']);
  });
});

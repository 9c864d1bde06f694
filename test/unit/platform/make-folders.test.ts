import { existsSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDisk } from '../../../electron/platform/disk.ts';
import { thisDiskSystem, type DiskSystem } from '../../../electron/platform/disk-system.ts';
import { makeFolders } from '../../../electron/platform/writing/make-folders.ts';
import { makeFolder } from '../../../electron/platform/writing/put.ts';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'cadsync-folders-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const at = (path: string) => ({ root, path: join(root, path) });
const codeOf = (failure: { readonly error: unknown } | undefined): unknown =>
  failure && (failure.error as { code?: unknown }).code;

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

describe('folders that are made together', () => {
  it('are there with those above them, also where one is asked for twice', async () => {
    const places = [at('a/b/c'), at('a'), at('a/b/c'), at('d')];
    expect(await makeFolders(places, thisDiskSystem)).toEqual([undefined, undefined, undefined, undefined]);
    expect(places.every(({ path }) => existsSync(path))).toBe(true);
    // And again, now that they are there.
    expect(await makeFolders(places, thisDiskSystem)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('fail one by one, with what stands in the way of each', async () => {
    symlinkSync(tmpdir(), join(root, 'link'));
    writeFileSync(join(root, 'file'), '');
    const gone = { root: join(root, 'gone'), path: join(root, 'gone', 'a') };
    const failures = await makeFolders([at('link/a'), at('b'), at('file'), gone], thisDiskSystem);
    expect(failures.map(codeOf)).toEqual(['link-in-library', undefined, 'no-folder', 'library-missing']);
    expect(existsSync(join(root, 'b'))).toBe(true);
    expect(existsSync(gone.root)).toBe(false);
  });

  it('leave no handle behind', async () => {
    let open = 0;
    const system: DiskSystem = {
      ...thisDiskSystem,
      async openFolder(path) {
        const handle = await thisDiskSystem.openFolder(path);
        open += 1;
        return {
          fd: handle.fd,
          sync: () => handle.sync(),
          async close() {
            await handle.close();
            open -= 1;
          },
        };
      },
    };
    await makeFolders([at('a/b'), at('c')], system);
    expect(open).toBe(0);
  });
});

describe('a folder that several want at once', () => {
  it('is made by one thread, whoever asks', async () => {
    let made = 0;
    const system: DiskSystem = {
      ...thisDiskSystem,
      async makeFolder(path) {
        made += 1;
        await mkdir(path);
      },
    };
    // The real system is left to the thread; any other one is used where it is given.
    await makeFolder(at('here'), system);
    await makeFolder(at('there'), thisDiskSystem);
    expect(made).toBe(1);
    expect(existsSync(join(root, 'here')) && existsSync(join(root, 'there'))).toBe(true);
  });

  it('takes all of their files', async () => {
    const disk = createDisk().library(root);
    const names = Array.from({ length: 20 }, (_, index) => `new/deep/${index}.rfa`);
    await Promise.all(
      names.map((name, index) =>
        index % 2 === 0 ? disk.putWhole(name, Buffer.from(name)) : disk.receive(name, bytesOf(name)),
      ),
    );
    const listed = (await disk.list('new/deep')) ?? [];
    expect(listed.map(({ name }) => `new/deep/${name}`).toSorted()).toEqual(names.toSorted());
  });

  it('tells each why it cannot be made', async () => {
    rmSync(root, { recursive: true });
    await expect(makeFolder(at('a'), thisDiskSystem)).rejects.toMatchObject({ code: 'library-missing' });
  });
});

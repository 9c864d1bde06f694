import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { link, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDisk } from '../../../electron/platform/disk.ts';
import { thisDiskSystem, type DiskSystem } from '../../../electron/platform/disk-system.ts';
import { putWhole, type Put } from '../../../electron/platform/writing/put-whole.ts';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'cadsync-whole-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const system = (more: Partial<DiskSystem> = {}): DiskSystem => ({ ...thisDiskSystem, ...more });
const file = (path: string, text = path) => ({ root, path: join(root, path), bytes: Buffer.from(text) });
const there = (): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
const text = (path: string): string => readFileSync(join(root, path), 'utf8');
const codeOf = (put: Put | undefined): unknown =>
  put && 'error' in put ? (put.error as { code?: unknown }).code : 'put';
const refuse = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));

const systems: readonly (readonly [string, Partial<DiskSystem>])[] = [
  ['this system', {}],
  ['a system that shows no open folders', { openedFolder: undefined }],
  ['a disk without links', { link: refuse('EPERM') }],
];

describe.each(systems)('putting small files into their places, on %s', (_name, more) => {
  it('leaves each there whole, in folders that are made, and nothing beside them', async () => {
    const paths = Array.from({ length: 200 }, (_, index) => `a/${index % 7}/pump ${index}.rfa`);
    const puts = await putWhole(
      paths.map((path) => file(path)),
      system(more),
    );
    expect(there()).toEqual([...paths].sort());
    for (const path of paths) expect(text(path)).toBe(path);
    const sizes = puts.map((put) => ('outside' in put ? put.outside.sizeBytes : -1));
    expect(sizes).toEqual(paths.map((path) => path.length));
  });

  it('tells how each looks there', async () => {
    const [put] = await putWhole([file('pump.rfa')], system(more));
    const { ino, mtimeMs, ctimeMs } = statSync(join(root, 'pump.rfa'));
    expect(put).toMatchObject({
      outside: { kind: 'file', inode: String(ino), modifiedMs: mtimeMs, changedMs: ctimeMs },
    });
  });

  it('leaves what stands in a place alone, and puts the others', async () => {
    writeFileSync(join(root, 'mine.rfa'), 'mine');
    const puts = await putWhole([file('a.rfa'), file('mine.rfa'), file('b.rfa')], system(more));
    expect(puts.map(codeOf)).toEqual(['put', 'target-occupied', 'put']);
    expect([there(), text('mine.rfa')]).toEqual([['a.rfa', 'b.rfa', 'mine.rfa'], 'mine']);
  });

  it('gives one of two with the same place that place', async () => {
    const puts = await putWhole([file('pump.rfa', 'one'), file('pump.rfa', 'other')], system(more));
    expect(puts.map(codeOf).sort()).toEqual(['put', 'target-occupied']);
    expect(there()).toEqual(['pump.rfa']);
    expect(text('pump.rfa')).toBe(codeOf(puts[0]) === 'put' ? 'one' : 'other');
  });

  it('puts nothing in the place of the library itself', async () => {
    const library = { root, path: root, bytes: Buffer.from('x') };
    expect((await putWhole([library, file('a.rfa')], system(more))).map(codeOf)).toEqual(['unsafe-name', 'put']);
    rmSync(root, { recursive: true });
    expect((await putWhole([library], system(more))).map(codeOf)).toEqual(['unsafe-name']);
    expect(existsSync(root)).toBe(false);
  });

  it('puts nothing where the root is gone, and makes no other', async () => {
    rmSync(root, { recursive: true });
    const puts = await putWhole([file('a.rfa'), file('sub/b.rfa')], system(more));
    expect(puts.map(codeOf)).toEqual(['library-missing', 'library-missing']);
  });
});

describe('a file that a program saves as soon as it is put', () => {
  it('is told as it was put, so that the save is seen', async () => {
    const saved = system({
      async link(from, to) {
        await link(from, to);
        writeFileSync(to, 'saved at once');
      },
    });
    const [put] = await putWhole([file('pump.rfa', 'put')], saved);
    expect(put).toMatchObject({ outside: { kind: 'file', sizeBytes: 3 } });
    expect(text('pump.rfa')).toBe('saved at once');
  });
});

describe('a file that cannot be put', () => {
  it('leaves nothing behind, and the others are put', async () => {
    const full = system({
      link: (from, to) => (to.endsWith('full.rfa') ? refuse('ENOSPC')() : link(from, to)),
      rename: (from, to) => (to.endsWith('full.rfa') ? refuse('ENOSPC')() : rename(from, to)),
    });
    const puts = await putWhole([file('a.rfa'), file('full.rfa'), file('b.rfa')], full);
    expect(puts.map(codeOf)).toEqual(['put', 'disk-full', 'put']);
    expect(there()).toEqual(['a.rfa', 'b.rfa']);
  });
});

const ownFolders = ['new/1/a.rfa', 'new/2/b.rfa', 'new/3/c.rfa'];
const withOpenedFolders = it.runIf(thisDiskSystem.openedFolder !== undefined);

describe('folders that are made for files', () => {
  withOpenedFolders('share the flush of the folder that they are made in', async () => {
    const flushed: string[] = [];
    const seen = system({
      async openFolder(path) {
        const handle = await thisDiskSystem.openFolder(path);
        const sync = (): Promise<void> => {
          flushed.push(path.slice(root.length + 1));
          return handle.sync();
        };
        return { fd: handle.fd, sync, close: () => handle.close() };
      },
    });
    const puts = await putWhole(
      ownFolders.map((path) => file(path)),
      seen,
    );
    expect(puts.map(codeOf)).toEqual(['put', 'put', 'put']);
    expect(flushed.sort()).toEqual(['', 'new', 'new/1', 'new/2', 'new/3']);
  });

  it('keep back only the files of one that cannot be made', async () => {
    const refusing = system({
      makeFolder: (path) => (path.endsWith('2') ? refuse('EACCES')() : thisDiskSystem.makeFolder(path)),
    });
    const puts = await putWhole(
      ownFolders.map((path) => file(path)),
      refusing,
    );
    expect(puts.map(codeOf)).toEqual(['put', 'folder-not-writable', 'put']);
    expect(there()).toEqual(['new/1/a.rfa', 'new/3/c.rfa']);
  });

  withOpenedFolders('keep all back where the folder they are made in cannot be flushed', async () => {
    const broken = system({
      async openFolder(path) {
        const handle = await thisDiskSystem.openFolder(path);
        const sync = path.endsWith('new') ? refuse('EIO') : () => handle.sync();
        return { fd: handle.fd, sync, close: () => handle.close() };
      },
    });
    const puts = await putWhole(
      ownFolders.map((path) => file(path)),
      broken,
    );
    expect(puts.map(codeOf)).toEqual(['drive-failed', 'drive-failed', 'drive-failed']);
    // Else the next try would find them there, and rely on names that nobody flushed.
    expect(readdirSync(join(root, 'new'))).toEqual([]);
  });
});

describe('files of many folders', () => {
  it('are all with the disk before the first of them gets its name', async () => {
    const seen: number[][] = [];
    const sizes = (): number[] =>
      readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => statSync(join(entry.parentPath, entry.name)).size);
    const looking = system({
      link(from, to) {
        seen.push(sizes());
        return link(from, to);
      },
    });
    await putWhole(
      ownFolders.map((path) => file(path)),
      looking,
    );
    expect(seen[0]).toEqual(ownFolders.map((path) => path.length));
  });

  withOpenedFolders('are in their places although a folder cannot be closed', async () => {
    const stuck = system({
      async openFolder(path) {
        const handle = await thisDiskSystem.openFolder(path);
        const close = async (): Promise<void> => {
          await handle.close();
          if (path.endsWith('2')) await refuse('EIO')();
        };
        return { fd: handle.fd, sync: () => handle.sync(), close };
      },
    });
    const puts = await putWhole(
      ownFolders.map((path) => file(path)),
      stuck,
    );
    expect(puts.map(codeOf)).toEqual(['put', 'put', 'put']);
  });
});

describe('the writing thread', () => {
  it('puts files that are asked for at any moment, and answers each with its own', async () => {
    const disk = createDisk().library(root);
    const put = async (index: number) => {
      await new Promise((resolve) => setTimeout(resolve, index % 5));
      const bytes = Buffer.from('x'.repeat(index + 1));
      return disk.putWhole(`${index % 3}/pump ${index}.rfa`, bytes);
    };
    const looks = await Promise.all(Array.from({ length: 150 }, (_, index) => put(index)));
    expect(looks.map(({ sizeBytes }) => sizeBytes)).toEqual(looks.map((_, index) => index + 1));
    expect(there()).toHaveLength(150);
    await expect(disk.putWhole('0/pump 0.rfa', Buffer.from('other'))).rejects.toMatchObject({
      code: 'target-occupied',
    });
    await expect(disk.putWhole('../out.rfa', Buffer.from('x'))).rejects.toMatchObject({ code: 'unsafe-name' });
  });
});

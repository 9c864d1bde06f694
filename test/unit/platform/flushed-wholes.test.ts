import type * as FileSystem from 'node:fs';
import { mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** The numbers of the files that were flushed, and what flushing them says. */
const flushes = vi.hoisted(() => ({ files: new Set<number>(), refusal: undefined as Error | undefined }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof FileSystem>();
  const fsync = (descriptor: number, tell: (error: Error | null) => void): void => {
    flushes.files.add(fs.fstatSync(descriptor).ino);
    fs.fsync(descriptor, (error) => tell(flushes.refusal ?? error));
  };
  return { ...fs, fsync };
});
// Other tests may have loaded it with the file system as it is.
vi.resetModules();
const { thisDiskSystem } = await import('../../../electron/platform/disk-system.ts');
const { putWhole } = await import('../../../electron/platform/writing/put-whole.ts');

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'cadsync-flushed-')));
  flushes.files.clear();
});
afterEach(() => {
  flushes.refusal = undefined;
  rmSync(root, { recursive: true, force: true });
});

const files = () =>
  ['a.rfa', 'b.rfa'].map((name) => ({ root, path: join(root, name), bytes: Buffer.from(`bytes of ${name}`) }));

it.each(['link', 'rename'] as const)(
  'small files get their names once their bytes are on the disk, by a %s',
  async (how) => {
    const named: boolean[] = [];
    const noting = (put: (from: string, to: string) => Promise<void>) => async (from: string, to: string) => {
      named.push(flushes.files.has(statSync(from).ino));
      await put(from, to);
    };
    const refuse = () => Promise.reject(Object.assign(new Error('EPERM'), { code: 'EPERM' }));
    const link = how === 'link' ? noting(thisDiskSystem.link) : refuse;
    const puts = await putWhole(files(), { ...thisDiskSystem, link, rename: noting(thisDiskSystem.rename) });
    expect(puts.every((put) => 'outside' in put)).toBe(true);
    expect(named).toEqual([true, true]);
  },
);

it('small files that cannot be flushed are not put, and nothing of them is left', async () => {
  flushes.refusal = Object.assign(new Error('EIO'), { code: 'EIO' });
  const puts = await putWhole(files(), thisDiskSystem);
  expect(puts.map((put) => 'error' in put)).toEqual([true, true]);
  expect(readdirSync(root)).toEqual([]);
});

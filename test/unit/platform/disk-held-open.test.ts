import {
  mkdtempSync,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { rename, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDisk } from '../../../electron/platform/disk.ts';
import { thisDiskSystem, type DiskSystem } from '../../../electron/platform/disk-system.ts';

let root: string;
const at = (path: string): string => join(root, path);
/**
 * How NTFS treats a file that a program has open: by file, and not by name. No name of it is taken away, nor renamed; it
 * may well be given another, for which nothing of its bytes is opened.
 */
let heldInode: number;
let refusals: number;
const unlessHeld =
  <T>(act: (path: string, ...more: readonly string[]) => Promise<T>) =>
  async (path: string, ...more: readonly string[]): Promise<T> => {
    const isHeld = statSync(path, { throwIfNoEntry: false })?.ino === heldInode && refusals > 0;
    refusals -= isHeld ? 1 : 0;
    if (isHeld) throw Object.assign(new Error('EBUSY: resource busy or locked'), { code: 'EBUSY' });
    return act(path, ...more);
  };
const ntfs: DiskSystem = {
  ...thisDiskSystem,
  platform: 'win32',
  rename: unlessHeld((from, to = '') => rename(from, to)),
  remove: unlessHeld((path) => unlink(path)),
  wait: async () => undefined,
};
const disk = () => createDisk(ntfs).library(root);

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'cadsync-held-')));
  writeFileSync(at('pump.rfa'), 'as it was');
  heldInode = statSync(at('pump.rfa')).ino;
  refusals = Infinity;
});
afterEach(() => rmSync(root, { recursive: true }));

describe('a file that a program on Windows has open', () => {
  it('is not moved, and has no second name that would be saved to with it', async () => {
    await expect(disk().place('pump.rfa', 'kept/pump.rfa')).rejects.toMatchObject({ code: 'file-in-use' });
    writeFileSync(at('pump.rfa'), 'saved in place');
    expect(readFileSync(at('pump.rfa'), 'utf8')).toBe('saved in place');
    expect(statSync(at('pump.rfa')).nlink).toBe(1);
    expect(readdirSync(at('kept'))).toEqual([]);
  });

  it('is moved or removed after a moment, where it was open no longer', async () => {
    refusals = 2;
    await disk().place('pump.rfa', 'moved.rfa');
    expect(readdirSync(root)).toEqual(['moved.rfa']);
    refusals = 2;
    await disk().remove('moved.rfa');
    expect(existsSync(at('moved.rfa'))).toBe(false);
  });

  it('is said to be in use where it cannot be removed', async () => {
    await expect(disk().remove('pump.rfa')).rejects.toMatchObject({ code: 'file-in-use' });
    expect(readdirSync(root)).toEqual(['pump.rfa']);
  });
});

import type * as FileSystem from 'node:fs';
import { chmodSync, fstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** What happens when something is flushed. */
const disk = vi.hoisted(() => ({ onFlush: (_handle: number): void => undefined }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof FileSystem>();
  const fsyncSync = (handle: number): void => {
    disk.onFlush(handle);
    fs.fsyncSync(handle);
  };
  return { ...fs, fsyncSync };
});
// Other tests may have loaded it with the file system as it is.
vi.resetModules();
const { openPrivateFolder } = await import('../../../electron/privacy/private-files.ts');

let base: string;
beforeEach(() => (base = mkdtempSync(join(tmpdir(), 'cadsync-made-'))));
afterEach(() => {
  disk.onFlush = () => undefined;
  rmSync(base, { recursive: true, force: true });
});

const open = (folder: string): boolean => openPrivateFolder(folder, () => true);

function refuseFlushing(code: string): void {
  disk.onFlush = () => {
    throw Object.assign(new Error(`${code}: fsync`), { code });
  };
}

describe.skipIf(process.platform === 'win32')('a folder that the app makes for itself', () => {
  /** Opens the folder `new/data`, and says which names of it were flushed meanwhile. */
  function namesFlushed(): (readonly string[] | undefined)[] {
    const flushed = new Map<number, readonly string[]>();
    const above = [base, join(base, 'new')];
    disk.onFlush = (handle) => {
      const { ino } = fstatSync(handle);
      for (const folder of above.filter((path) => statSync(path).ino === ino)) flushed.set(ino, readdirSync(folder));
    };
    open(join(base, 'new', 'data'));
    return above.map((folder) => flushed.get(statSync(folder).ino));
  }

  it('stays after a power cut, with those above it that it made', () => {
    expect(namesFlushed()).toEqual([['new'], ['data']]);
  });

  it.each(['new', 'new/data'])('stays after one also where a run was killed that had just made %s', (made) => {
    mkdirSync(join(base, made), { recursive: true });
    expect(namesFlushed()).toEqual([['new'], ['data']]);
  });

  it('is not flushed again once something is kept in it', () => {
    open(join(base, 'new', 'data'));
    writeFileSync(join(base, 'new', 'data', 'kept'), '');
    expect(namesFlushed()).toEqual([undefined, undefined]);
  });

  it.each(['EINVAL', 'EACCES'])('is used where names are not flushed, as it is with %s', (code) => {
    refuseFlushing(code);
    expect(open(join(base, 'data'))).toBe(true);
    expect(readdirSync(base)).toEqual(['data']);
  });

  it('is not relied on where the disk fails to flush its name, however often it is opened', () => {
    refuseFlushing('EIO');
    for (let tries = 0; tries < 2; tries += 1) expect(() => open(join(base, 'new', 'data'))).toThrow('EIO');
    expect(readdirSync(base)).toEqual([]);
  });

  it.skipIf(process.getuid?.() === 0)('may be in one that nobody may list', () => {
    mkdirSync(join(base, 'passed'));
    chmodSync(join(base, 'passed'), 0o300);
    expect(open(join(base, 'passed', 'data'))).toBe(true);
  });
});

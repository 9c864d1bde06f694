import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { link } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyTo, keepAlso } from '../../../electron/platform/keep-also.ts';
import { watchFlushing } from '../../fakes/watch-flushing.ts';

let root: string;
const at = (name: string): string => join(root, name);
const text = (name: string): string => readFileSync(at(name), 'utf8');

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'keep-also-'));
  writeFileSync(at('pump.rfa'), 'bytes');
});
afterEach(() => rmSync(root, { recursive: true }));

const refusing = (code: string) => async () => Promise.reject(Object.assign(new Error(code), { code }));

describe('keeping a file under a second name', () => {
  it.skipIf(process.platform === 'win32')('makes it a name of the same file where the disk has such', async () => {
    await keepAlso(at('pump.rfa'), at('kept.rfa'), { platform: 'linux', link });
    expect(statSync(at('kept.rfa')).ino).toBe(statSync(at('pump.rfa')).ino);
  });

  it.each(['EPERM', 'ENOTSUP', 'EXDEV', 'EMLINK', 'EINVAL', 'EIO'])(
    'copies it where the disk says %s',
    async (code) => {
      await keepAlso(at('pump.rfa'), at('kept.rfa'), { platform: 'darwin', link: refusing(code) });
      writeFileSync(at('pump.rfa'), 'later');
      expect(text('kept.rfa')).toBe('bytes');
      expect(readdirSync(root).sort()).toEqual(['kept.rfa', 'pump.rfa']);
    },
  );

  it('copies it on Windows, where the name of an open file cannot be taken back', async () => {
    await keepAlso(at('pump.rfa'), at('kept.rfa'), { platform: 'win32', link });
    writeFileSync(at('pump.rfa'), 'later');
    expect(text('kept.rfa')).toBe('bytes');
  });

  it('copies on Windows also what is marked read-only, which could not be flushed there', async () => {
    chmodSync(at('pump.rfa'), 0o444);
    await keepAlso(at('pump.rfa'), at('kept.rfa'), { platform: 'win32', link });
    expect(text('kept.rfa')).toBe('bytes');
    expect(statSync(at('kept.rfa')).mode & 0o200).toBe(0o200);
  });

  it.each([
    ['as a second name', link],
    ['as a copy', refusing('EPERM')],
  ])('has its bytes on the disk %s, also those that a program did not flush', async (_how, linking) => {
    const flushes = await watchFlushing();
    await keepAlso(at('pump.rfa'), at('kept.rfa'), { platform: process.platform, link: linking });
    expect(flushes.hasBytesOf(at('kept.rfa'))).toBe(true);
  });

  it('takes the place of nothing, and says what else is wrong', async () => {
    writeFileSync(at('kept.rfa'), 'kept');
    for (const refusal of ['EEXIST', 'EPERM']) {
      const system = { platform: 'linux', link: refusing(refusal) } as const;
      await expect(keepAlso(at('pump.rfa'), at('kept.rfa'), system)).rejects.toMatchObject({ code: 'target-occupied' });
    }
    const full = { platform: 'linux', link: refusing('ENOSPC') } as const;
    await expect(keepAlso(at('pump.rfa'), at('other.rfa'), full)).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(text('kept.rfa')).toBe('kept');
    expect(readdirSync(root).sort()).toEqual(['kept.rfa', 'pump.rfa']);
  });
});

describe('copying a file', () => {
  it.each(['linux', 'win32'] as const)(
    'makes a file of its own, also where second names can be had: %s',
    async (platform) => {
      await copyTo(at('pump.rfa'), at('copy.rfa'), { platform });
      expect(statSync(at('copy.rfa')).ino).not.toBe(statSync(at('pump.rfa')).ino);
      writeFileSync(at('pump.rfa'), 'later');
      expect(text('copy.rfa')).toBe('bytes');
      expect(readdirSync(root).sort()).toEqual(['copy.rfa', 'pump.rfa']);
    },
  );

  it('copies nothing that a link leads to', async () => {
    symlinkSync(at('pump.rfa'), at('link.rfa'));
    await expect(copyTo(at('link.rfa'), at('copy.rfa'), { platform: process.platform })).rejects.toMatchObject({
      code: 'link-in-library',
    });
    expect(readdirSync(root).sort()).toEqual(['link.rfa', 'pump.rfa']);
  });

  it('takes the place of nothing', async () => {
    writeFileSync(at('copy.rfa'), 'there already');
    await expect(copyTo(at('pump.rfa'), at('copy.rfa'), { platform: process.platform })).rejects.toMatchObject({
      code: 'target-occupied',
    });
    expect(text('copy.rfa')).toBe('there already');
  });
});

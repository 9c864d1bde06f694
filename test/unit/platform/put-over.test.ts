import { statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/errors/app-error.ts';
import { putOver, type PuttingSystem } from '../../../electron/platform/put-over.ts';

const refusal = (code: string): Error => Object.assign(new Error(code), { code });

/** A system whose renames are refused with these codes in turn, and then done. */
function createSystem(refusals: readonly string[], more: Partial<PuttingSystem> = {}) {
  const left = [...refusals];
  const waits: number[] = [];
  const renames: string[] = [];
  const system: PuttingSystem = {
    platform: 'win32',
    async rename(from, to) {
      const code = left.shift();
      if (code !== undefined) throw refusal(code);
      renames.push(`${from} → ${to}`);
    },
    outsideToKeep: async () => undefined,
    wait: async (ms) => void waits.push(ms),
    ...more,
  };
  return { system, waits, renames };
}

describe('putting a file over another one', () => {
  it.each(['EPERM', 'EACCES', 'EBUSY'])('waits on Windows for whoever looks at it for a moment: %s', async (code) => {
    const { system, waits, renames } = createSystem([code, code]);
    await putOver('a.part', 'a.rfa', system);
    expect(renames).toEqual(['a.part → a.rfa']);
    expect(waits).toHaveLength(2);
  });

  it.each(['EPERM', 'EACCES', 'EBUSY'])('says on Windows that a program has it open: %s', async (code) => {
    const { system, waits, renames } = createSystem(Array.from({ length: 50 }, () => code));
    await expect(putOver('a.part', 'a.rfa', system)).rejects.toMatchObject({ code: 'file-in-use' });
    expect(renames).toEqual([]);
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(1_000);
  });

  it.each(['win32', 'darwin', 'linux'] as const)(
    'says on %s that a file is marked read-only, at once, though a rename would go over it',
    async (platform) => {
      const outsideToKeep = async () => Promise.reject(new AppError('file-read-only'));
      const { system, waits, renames } = createSystem([], { platform, outsideToKeep });
      await expect(putOver('a.part', 'a.rfa', system)).rejects.toMatchObject({ code: 'file-read-only' });
      expect([waits, renames]).toEqual([[], []]);
    },
  );

  it('says on macOS that a file is read-only which is locked in the Finder: no mode tells that', async () => {
    const standing = async () => statSync(import.meta.filename);
    const { system } = createSystem(['EPERM'], { platform: 'darwin', outsideToKeep: standing });
    await expect(putOver('a.part', 'a.rfa', system)).rejects.toMatchObject({ code: 'file-read-only' });
    const free = createSystem(['EPERM'], { platform: 'darwin' });
    await expect(putOver('a.part', 'a.rfa', free.system)).rejects.toMatchObject({ code: 'EPERM' });
  });

  it('hands on every other refusal, and elsewhere also these', async () => {
    await expect(putOver('a', 'b', createSystem(['ENOENT']).system)).rejects.toMatchObject({ code: 'ENOENT' });
    const { system } = createSystem(['EACCES'], { platform: 'darwin' });
    await expect(putOver('a', 'b', system)).rejects.toMatchObject({ code: 'EACCES' });
  });
});

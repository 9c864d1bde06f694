import { describe, expect, it } from 'vitest';
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
    isReadOnly: async () => false,
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

  it('says on Windows that a file is marked read-only, at once', async () => {
    const { system, waits } = createSystem(['EPERM'], { isReadOnly: async () => true });
    await expect(putOver('a.part', 'a.rfa', system)).rejects.toMatchObject({
      code: 'folder-not-writable',
      detail: 'The file is marked read-only.',
    });
    expect(waits).toEqual([]);
  });

  it('hands on every other refusal, and elsewhere also these', async () => {
    await expect(putOver('a', 'b', createSystem(['ENOENT']).system)).rejects.toMatchObject({ code: 'ENOENT' });
    const { system } = createSystem(['EACCES'], { platform: 'darwin' });
    await expect(putOver('a', 'b', system)).rejects.toMatchObject({ code: 'EACCES' });
  });
});

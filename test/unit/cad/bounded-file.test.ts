import { describe, expect, it } from 'vitest';
import { createBoundedFile } from '../../../electron/cad/bounded-file.ts';

const mebibyte = 1024 * 1024;

function createEndlessFile() {
  const asked: number[] = [];
  return {
    asked,
    file: {
      read: async (_position: number, length: number) => {
        asked.push(length);
        return Buffer.alloc(length);
      },
    },
  };
}

describe('a file as the format readers see it', () => {
  it('gives no more than a mebibyte at a time', async () => {
    const { file, asked } = createEndlessFile();
    const bytes = await createBoundedFile(file, 40 * 1024 * mebibyte).read(0, 5 * 1024 * mebibyte);
    expect(bytes.length).toBe(mebibyte);
    expect(asked).toEqual([mebibyte]);
  });

  it('gives nothing more when 8 mebibytes are used up', async () => {
    const { file, asked } = createEndlessFile();
    const bounded = createBoundedFile(file, 40 * 1024 * mebibyte);
    for (let turn = 0; turn < 20; turn += 1) await bounded.read(turn * mebibyte, mebibyte);
    expect(asked.reduce((sum, length) => sum + length, 0)).toBe(8 * mebibyte);
  });

  it.each([-1, 0.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1, 100, 5000])(
    'asks the disk for nothing at position %d of 100 bytes',
    async (position) => {
      const { file, asked } = createEndlessFile();
      expect(await createBoundedFile(file, 100).read(position, 10)).toHaveLength(0);
      expect(asked).toEqual([]);
    },
  );
});

import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { unpackOnce } from './packaged-chromium.ts';

let above: string;
let folder: string;
beforeEach(() => {
  above = mkdtempSync(join(tmpdir(), 'cadsync-unpacked-'));
  folder = join(above, 'chromium');
});
afterEach(() => rmSync(above, { recursive: true, force: true }));

const fill = async (side: string): Promise<void> => writeFileSync(join(side, 'program'), 'whole');

it('is unpacked again where an unpacking broke off, and whole then', async () => {
  const brokenOff = unpackOnce(folder, async (side) => {
    writeFileSync(join(side, 'program'), 'ha');
    throw new Error('The disk is full.');
  });
  await expect(brokenOff).rejects.toThrow('The disk is full.');
  expect(readdirSync(above)).toEqual([]);
  await unpackOnce(folder, fill);
  expect(readdirSync(folder)).toEqual(['program']);
});

it('is not where it is looked for before all of it is there', async () => {
  await unpackOnce(folder, async (side) => {
    await fill(side);
    expect(readdirSync(above)).not.toContain('chromium');
  });
  expect(readdirSync(above)).toEqual(['chromium']);
});

it('is the one of whoever was quicker', async () => {
  await unpackOnce(folder, async (side) => {
    await fill(side);
    mkdirSync(folder);
    writeFileSync(join(folder, 'quicker'), '');
  });
  expect(readdirSync(above)).toEqual(['chromium']);
  expect(readdirSync(folder)).toEqual(['quicker']);
});

it('is not unpacked twice', async () => {
  await unpackOnce(folder, fill);
  await unpackOnce(folder, () => expect.unreachable('It is there.'));
});

import type * as FileSystem from 'node:fs';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** The file that another program has open, as on Windows: it cannot be renamed, and nothing takes its place. */
const held = vi.hoisted(() => ({ path: '', tries: 0 }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof FileSystem>();
  const renameSync = (from: string, to: string): void => {
    if (from === held.path || to === held.path) {
      held.tries += 1;
      throw Object.assign(new Error('EBUSY: resource busy or locked, rename'), { code: 'EBUSY' });
    }
    fs.renameSync(from, to);
  };
  return { ...fs, renameSync };
});
// Other tests may have loaded it with the file system as it is.
vi.resetModules();
const { openRotatingFile } = await import('../../../electron/platform/rotating-file.ts');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cadsync-rotating-'));
  Object.assign(held, { path: '', tries: 0 });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const path = (number?: number): string => join(folder, number === undefined ? 'app.log' : `app.log.${number}`);
const linesIn = (file: string): string[] => readFileSync(file, 'utf8').trimEnd().split('\n');
const numbered = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, index) => `line ${String(from + index).padStart(4, '0')}`);

/** A file that holds ten lines, with four put aside that are full. */
function openFull() {
  const file = openRotatingFile(path(), { rotateAtBytes: 100, keepFiles: 4 });
  const append = (lines: readonly string[]): boolean[] => lines.map((line) => file.append(`${line}\n`));
  append(numbered(50));
  return { append, close: () => file.close() };
}

describe('a file that cannot be put aside while another program has it open', () => {
  it('goes on in itself, leaves those that were put aside alone, and is put aside later', () => {
    const { append, close } = openFull();
    const before = readdirSync(folder).toSorted();
    held.path = path();
    expect(append(numbered(15, 50))).not.toContain(false);
    expect(readdirSync(folder).toSorted()).toEqual(before);
    expect(linesIn(path(4))).toEqual(numbered(10));
    expect(linesIn(path())).toEqual(numbered(25, 40));
    held.path = '';
    append(numbered(6, 65));
    expect(linesIn(path(1))).toEqual(numbered(30, 40));
    expect(linesIn(path())).toEqual(numbered(1, 70));
    close();
  });

  it('is not tried with each line', () => {
    const { append, close } = openFull();
    held.path = path();
    append(numbered(25, 50));
    expect(held.tries).toBe(3);
    close();
  });
});

it.each([1, 2, 4])('a log goes on while another program has the file with the number %i open', (number) => {
  const { append, close } = openFull();
  held.path = path(number);
  const found = linesIn(held.path);
  expect(append(numbered(30, 50))).not.toContain(false);
  expect(linesIn(held.path)).toEqual(found);
  expect(linesIn(path())).toEqual(numbered(10, 70));
  held.path = '';
  append(numbered(1, 80));
  expect(linesIn(path(1))).toEqual(numbered(10, 70));
  close();
});

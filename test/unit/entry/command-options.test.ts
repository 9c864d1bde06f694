import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { takeFolder, takeNumber, takeServiceFolder, takeText } from '../../../electron/entry/command-options.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cadsync-options-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('a text on the command line may be as long as it may be sent, and no longer', () => {
  const take = takeText(5);
  expect(take('12345')).toBe('12345');
  expect(() => take('123456')).toThrow(InvalidArgumentError);
});

it('a number on the command line is written with digits alone, and stands in its range', () => {
  const take = takeNumber(200, 600_000, 'It is from 200 to 600000.');
  expect([take('200'), take('0200'), take('600000')]).toEqual([200, 200, 600_000]);
  for (const wrong of ['', '199', '600001', '0000200', '-200', ' 200', '2e2', '0x200', '200.0', '٢٠٠'])
    expect(() => take(wrong), wrong).toThrow('It is from 200 to 600000.');
});

it('a folder on the command line may be missing, but neither it nor one above may be a file', () => {
  writeFileSync(join(folder, 'notes.txt'), '');
  expect(takeFolder(folder)).toBe(folder);
  expect(takeFolder(join(folder, 'new', 'within'))).toBe(join(folder, 'new', 'within'));
  for (const file of [join(folder, 'notes.txt'), join(folder, 'notes.txt', 'within')]) {
    expect(() => takeFolder(file)).toThrow('notes.txt is a file, and has to be a folder.');
  }
});

it('a service keeps nothing in a library of drawings, nor below it', () => {
  mkdirSync(join(folder, 'library', '.cadlibrary'), { recursive: true });
  writeFileSync(join(folder, 'library', '.cadlibrary', 'library.json'), '{"libraryId":"one"}');
  for (const within of ['library', join('library', 'new')]) {
    expect(() => takeServiceFolder(join(folder, within))).toThrow('is a library of drawings.');
  }
  expect(takeServiceFolder(join(folder, 'service'))).toBe(join(folder, 'service'));
});

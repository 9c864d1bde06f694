import { describe, expect, it } from 'vitest';
import { recognizeMoves } from '../../../../electron/engine/observe/moved-files.ts';
import type { FileStat } from '../../../../electron/engine/ports.ts';
import type { LocalFile } from '../../../../electron/engine/state/local-file.ts';
import type { Sha256 } from '../../../../shared/model/sha256.ts';
import { keyOf } from '../../../fakes/engine/world.ts';

const outside = (inode: string, modifiedMs = 1): FileStat => ({
  kind: 'file',
  sizeBytes: 10,
  modifiedMs,
  changedMs: modifiedMs,
  inode,
});

const missing = (path: string, inode: string, more: Partial<LocalFile> = {}): LocalFile => ({
  ...outside(inode),
  path,
  settled: true,
  sinceMs: 0,
  sha256: 'a'.repeat(64) as Sha256,
  key: keyOf('EC000001'),
  ...more,
});

const movesOf = (gone: readonly LocalFile[], found: readonly (readonly [string, FileStat])[]) =>
  recognizeMoves(
    gone,
    found.map(([path, stat]) => ({ path, stat })),
  ).map(({ from, path }) => [from.path, path]);

describe('a file that was moved', () => {
  it('is known by its number, length and date, wherever it went', () => {
    const gone = [missing('old/a.rfa', '1'), missing('old/b.rfa', '2')];
    const found = [['new/b.rfa', outside('2')] as const, ['new/a.rfa', outside('1')] as const];
    expect(movesOf(gone, found)).toEqual([
      ['old/b.rfa', 'new/b.rfa'],
      ['old/a.rfa', 'new/a.rfa'],
    ]);
  });

  it.each([
    ['it was saved meanwhile', [missing('a.rfa', '1')], [['b.rfa', outside('1', 2)]]],
    ['it is of another kind now', [missing('a.rfa', '1')], [['a.dwg', outside('1')]]],
    [
      'two names have the same number',
      [missing('a.rfa', '1')],
      [
        ['b.rfa', outside('1')],
        ['c.rfa', outside('1')],
      ],
    ],
    [
      'two missing files had the same number',
      [missing('a.rfa', '1'), missing('b.rfa', '1')],
      [['c.rfa', outside('1')]],
    ],
  ] as const)('is read like a new one when %s', (_, gone, found) => {
    expect(movesOf(gone, found)).toEqual([]);
  });
});

import { describe, expect, test } from 'vitest';
import { columnsThatFit, gridOf } from '../../../../renderer/features/library/table-columns.ts';
import { fileColumns } from '../../../../shared/rpc/file-columns.ts';

describe('the columns of the table', () => {
  test('are all there where there is room, and go one after the other where there is none', () => {
    expect(columnsThatFit(fileColumns, 1_000)).toEqual(fileColumns);
    expect(columnsThatFit(fileColumns, 860)).toEqual(fileColumns.filter((column) => column !== 'program'));
    expect(columnsThatFit(fileColumns, 400)).toEqual(['name', 'state']);
    expect(columnsThatFit(fileColumns, 100)).toEqual(['name']);
  });

  test('keep what a person chose where that fits', () => {
    expect(columnsThatFit(['name', 'program'], 360)).toEqual(['name', 'program']);
    expect(gridOf(['name', 'size'])).toBe('minmax(200px, 2.4fr) 80px');
  });
});

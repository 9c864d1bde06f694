import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  layoutGallery,
  neighbourOf,
  placeOf,
  slicesBetween,
} from '../../../../renderer/features/library/gallery-layout.ts';

const sizes = { columns: 3, headingHeight: 40, lineHeight: 100 };
const group = (etimClassCode: string, count: number) => ({ etimClassCode, count, unassigned: 0 });

describe('the layout of the gallery', () => {
  test('puts small classes side by side, each beneath its own heading', () => {
    const layout = layoutGallery([group('EC000001', 1), group('EC000002', 2), group('EC000003', 2)], 5, sizes);
    expect(layout.bands.map(({ top, column, span }) => [top, column, span])).toEqual([
      [0, 0, 1],
      [0, 1, 2],
      [140, 0, 2],
    ]);
    expect(placeOf(layout, 2)).toEqual({ column: 2, top: 40 });
    expect(layout.height).toBe(280);
    expect(neighbourOf(layout, 2, 'down')).toBe(4);
    expect(neighbourOf(layout, 3, 'up')).toBe(0);
    expect(neighbourOf(layout, 4, 'up')).toBe(1);
    expect(slicesBetween(layout, 20, 30).map(({ first, last }) => [first, last])).toEqual([
      [0, 0],
      [1, 2],
    ]);
  });

  test('starts each class on a line of its own, beneath its heading', () => {
    const layout = layoutGallery([group('EC000001', 4), group('EC000002', 1)], 5, sizes);
    expect(placeOf(layout, 0)).toEqual({ column: 0, top: 40 });
    expect(placeOf(layout, 3)).toEqual({ column: 0, top: 140 });
    expect(placeOf(layout, 4)).toEqual({ column: 0, top: 280 });
    expect(layout.height).toBe(380);
  });

  test('lays out rows that are in no class without a heading', () => {
    const layout = layoutGallery([], 2, { columns: 1, headingHeight: 0, lineHeight: 36 });
    expect(layout.height).toBe(72);
    expect(layout.bands).toHaveLength(1);
  });

  test('puts what the classes do not account for behind them', () => {
    const layout = layoutGallery([group('EC000001', 2)], 5, sizes);
    expect(layout.bands.map((band) => [band.group?.etimClassCode, band.count])).toEqual([
      ['EC000001', 2],
      [undefined, 3],
    ]);
  });

  test('an empty list is nothing high', () => {
    const layout = layoutGallery([], 0, sizes);
    expect(layout.height).toBe(0);
    expect(slicesBetween(layout, 0, 500)).toEqual([]);
  });

  test('arrow keys keep the column over headings and stop at both ends', () => {
    const layout = layoutGallery([group('EC000001', 5), group('EC000002', 2)], 7, sizes);
    expect(neighbourOf(layout, 1, 'down')).toBe(4);
    expect(neighbourOf(layout, 2, 'down')).toBe(4);
    expect(neighbourOf(layout, 4, 'down')).toBe(6);
    expect(neighbourOf(layout, 6, 'down')).toBe(6);
    expect(neighbourOf(layout, 6, 'up')).toBe(4);
    expect(neighbourOf(layout, 0, 'up')).toBe(0);
    expect(neighbourOf(layout, 0, 'left')).toBe(0);
    expect(neighbourOf(layout, 6, 'right')).toBe(6);
    expect(neighbourOf(layout, 3, 'first')).toBe(0);
    expect(neighbourOf(layout, 3, 'last')).toBe(6);
  });

  test('what is shown between two heights is exactly the lines that touch them', () => {
    const counts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(
        counts,
        fc.integer({ min: 1, max: 7 }),
        fc.nat(4_000),
        fc.integer({ min: 1, max: 900 }),
        (all, columns, top, height) => {
          const total = all.reduce((sum, count) => sum + count, 0);
          const layout = layoutGallery(
            all.map((count, place) => group(`EC${place}`, count)),
            total,
            { ...sizes, columns },
          );
          const shown = new Set<number>();
          for (const { first, last } of slicesBetween(layout, top, top + height)) {
            for (let index = first; index <= last; index += 1) shown.add(index);
          }
          for (let index = 0; index < total; index += 1) {
            const cell = placeOf(layout, index);
            const isInSight = cell.top < top + height && cell.top + layout.lineHeight > top;
            if (isInSight) expect(shown).toContain(index);
          }
          // Nearly nothing else: at most a line above and beneath each class in sight.
          expect(shown.size).toBeLessThanOrEqual(
            (height / layout.lineHeight + 3) * columns * (layout.bands.length + 1),
          );
        },
      ),
    );
  });
});

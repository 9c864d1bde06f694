import { describe, expect, test } from 'vitest';
import { newestFirst } from '../../../../renderer/state/newest-first.ts';
import { createPagesUnderWay } from '../../../../renderer/state/pages-under-way.ts';

describe('pages under way', () => {
  test('a page is asked for once at a time', () => {
    const pages = createPagesUnderWay();
    expect(pages.begin(3)).toBe(true);
    expect(pages.begin(3)).toBe(false);
    expect(pages.end(3)).toBe(false);
    expect(pages.begin(3)).toBe(true);
  });

  test('a change while its answer is under way has the page read once more, and then no more', () => {
    const pages = createPagesUnderWay();
    pages.begin(0);
    pages.outdate(0);
    expect(pages.end(0)).toBe(true);
    pages.begin(0);
    expect(pages.end(0)).toBe(false);
  });

  test('a change to a page that is not under way is not remembered', () => {
    const pages = createPagesUnderWay();
    pages.outdate(1);
    pages.begin(1);
    expect(pages.end(1)).toBe(false);
  });
});

describe('the history of activity', () => {
  const entry = (activityId: number) => ({ activityId, atMs: activityId, kind: 'connected' as const, title: 'x' });

  test('shows an entry that was told and read once, the newest first', () => {
    const merged = newestFirst([entry(3), entry(2)], [entry(2), entry(1)]);
    expect(merged.map(({ activityId }) => activityId)).toEqual([3, 2, 1]);
  });
});

import { describe, expect, test } from 'vitest';
import { newestFirst } from '../../../../renderer/state/newest-first.ts';
import { createPagesUnderWay } from '../../../../renderer/state/pages-under-way.ts';

describe('pages under way', () => {
  test('a page is asked for once at a time', () => {
    const pages = createPagesUnderWay(2);
    expect(pages.begin(3)).toBe(true);
    expect(pages.begin(3)).toBe(false);
    pages.end(3);
    expect(pages.begin(3)).toBe(true);
  });

  test('only a few are asked for at once, so that what is scrolled past does not queue', () => {
    const pages = createPagesUnderWay(2);
    expect([0, 1, 2, 3].map(pages.begin)).toEqual([true, true, false, false]);
    pages.end(0);
    expect(pages.begin(3)).toBe(true);
  });

  test('a change while its answer is under way has the page read once more, and then no more', () => {
    const pages = createPagesUnderWay(2);
    pages.begin(0);
    pages.outdate(0);
    pages.end(0);
    expect(pages.isOutdated(0)).toBe(true);
    pages.begin(0);
    pages.end(0);
    expect(pages.isOutdated(0)).toBe(false);
  });

  test('another list begins without what was under way', () => {
    const pages = createPagesUnderWay(1);
    pages.begin(0);
    pages.outdate(0);
    pages.forget();
    expect(pages.isOutdated(0)).toBe(false);
    expect(pages.begin(1)).toBe(true);
  });
});

describe('the history of activity', () => {
  const entry = (activityId: number) => ({ activityId, atMs: activityId, kind: 'connected' as const, title: 'x' });

  test('shows an entry that was told and read once, the newest first', () => {
    const merged = newestFirst([entry(3), entry(2)], [entry(2), entry(1)]);
    expect(merged.map(({ activityId }) => activityId)).toEqual([3, 2, 1]);
  });
});

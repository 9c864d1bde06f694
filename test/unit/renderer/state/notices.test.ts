import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createNotices } from '../../../../renderer/state/notices.svelte.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const minuteMs = 60_000;

it('what was done is told for a while, longer where it can be taken back, and a failure until it is dismissed', () => {
  const notices = createNotices();
  notices.failed({ code: 'disk-full' });
  notices.done('Saved');
  notices.done('Removed', { undo: () => undefined });
  vi.advanceTimersByTime(10_000);
  expect(notices.shown.map(({ kind }) => kind)).toEqual(['failed', 'done']);
  expect(notices.canTakeBack).toBe(true);
  vi.advanceTimersByTime(minuteMs);
  expect([notices.shown.map(({ kind }) => kind), notices.canTakeBack]).toEqual([['failed'], false]);
});

it('no notice goes while somebody is at them', () => {
  const notices = createNotices();
  const leave = notices.stayWhile(() => true);
  notices.done('Removed', { undo: () => undefined });
  vi.advanceTimersByTime(10 * minuteMs);
  expect(notices.shown).toHaveLength(1);
  leave();
  vi.advanceTimersByTime(minuteMs);
  expect(notices.shown).toEqual([]);
});

it('what was done is taken back once', () => {
  const notices = createNotices();
  const undo = vi.fn<() => void>();
  notices.done('Removed', { undo });
  expect([notices.takeBack(), notices.takeBack(), notices.shown]).toEqual([true, false, []]);
  expect(undo).toHaveBeenCalledTimes(1);
});

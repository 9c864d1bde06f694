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
  expect(notices.shown.map(({ kind }) => kind)).toEqual(['failed']);
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

it('what went away comes back before it is taken back, for some minutes', () => {
  const notices = createNotices();
  const undo = vi.fn<() => void>();
  notices.done('Removed', { undo });
  vi.advanceTimersByTime(minuteMs);
  expect([notices.shown, notices.canTakeBack]).toEqual([[], true]);
  expect(notices.takeBack()).toBe(true);
  expect(notices.shown.map((notice) => notice.kind === 'done' && notice.text)).toEqual(['Removed']);
  expect(undo).not.toHaveBeenCalled();
  vi.advanceTimersByTime(minuteMs);
  expect(notices.shown).toEqual([]);
  expect([notices.takeBack(), notices.takeBack()]).toEqual([true, true]);
  expect([undo.mock.calls.length, notices.shown, notices.canTakeBack, notices.takeBack()]).toEqual([
    1,
    [],
    false,
    false,
  ]);

  notices.done('Removed again', { undo });
  vi.advanceTimersByTime(20 * minuteMs);
  expect([notices.canTakeBack, notices.takeBack(), notices.shown]).toEqual([false, false, []]);
});

it('what a person sent away comes back too, and nothing of which something else was said since', () => {
  const notices = createNotices();
  notices.done('Published', { undo: () => undefined, topic: 'publish' });
  notices.dismiss(notices.shown[0]?.noticeId ?? 0);
  expect(notices.canTakeBack).toBe(true);
  notices.done('Withdrawn', { topic: 'publish' });
  expect([notices.canTakeBack, notices.takeBack()]).toEqual([false, false]);
});

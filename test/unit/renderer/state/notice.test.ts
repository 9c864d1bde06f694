import { describe, expect, it } from 'vitest';
import { withNotice, type Notice } from '../../../../renderer/state/notice.ts';

const done = (text: string, more: { undo?: () => void } = {}): Omit<Notice, 'noticeId'> => ({
  ...{ kind: 'done', text },
  ...more,
});
const failed = (detail: string): Omit<Notice, 'noticeId'> => ({
  ...{ kind: 'failed', error: { code: 'disk-full', detail } },
});
const shownAfter = (...told: readonly Omit<Notice, 'noticeId'>[]): string[] =>
  told
    .map((notice, noticeId) => ({ ...notice, noticeId }) as Notice)
    .reduce(withNotice, [] as readonly Notice[])
    .map((notice) => (notice.kind === 'done' ? notice.text : (notice.error.detail ?? '')));

describe('where there is no room for all notices', () => {
  it('a failure is not pushed out by what was done since', () => {
    expect(shownAfter(failed('no'), done('a'), done('b'), done('c'), done('d'))).toEqual(['no', 'b', 'c', 'd']);
  });

  it('what can be taken back stays longer than what cannot', () => {
    const undo = (): void => {};
    expect(shownAfter(done('mine', { undo }), done('a'), done('b'), done('c'))).toEqual(['mine', 'b', 'c']);
    expect(shownAfter(done('1', { undo }), done('2', { undo }), done('3', { undo }), done('4'))).toEqual([
      '2',
      '3',
      '4',
    ]);
  });

  it('a failure that is told again is there once, as the newest', () => {
    expect(shownAfter(failed('1'), failed('2'), failed('1'))).toEqual(['2', '1']);
  });

  it('the oldest of many failures goes', () => {
    expect(shownAfter(failed('1'), failed('2'), failed('3'), failed('4'))).toEqual(['2', '3', '4']);
  });
});

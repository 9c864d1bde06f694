import { describe, expect, test } from 'vitest';
import { createFormats } from '../../../shared/words/formats.ts';
import { shareDone, workInWords } from '../../../shared/words/work-in-words.ts';

const work = {
  doing: 'transferring',
  files: { done: 1_240, total: 20_000 },
  bytes: { done: 9_840_000, total: 160_200_000 },
  bytesPerSecond: 4_130_000,
  leftMs: 41_000,
} as const;

describe('how far the work is, in words', () => {
  test('files, bytes, speed and time left, in each language', () => {
    expect(workInWords(work, 'en', createFormats('en'))).toEqual({
      doing: 'Syncing',
      files: '1,240 of 20,000 files',
      bytes: '9.8 MB of 160.2 MB',
      pace: '4.1 MB/s · 45 secs left',
    });
    expect(workInWords({ ...work, doing: 'reading' }, 'nl', createFormats('nl'))).toEqual({
      doing: 'Lezen',
      files: '1.240 van 20.000 bestanden',
      bytes: '9,8 MB van 160,2 MB',
      pace: '4,1 MB/s · nog 45 sec',
    });
  });

  test('nothing is said of what cannot be told yet', () => {
    const begun = { doing: 'reading', files: { done: 0, total: 3 }, bytes: { done: 0, total: 0 } } as const;
    expect(workInWords(begun, 'en', createFormats('en'))).toMatchObject({ bytes: '', pace: '' });
  });

  test('the bar shows what is less done, the files or the bytes', () => {
    expect(shareDone({ ...work, files: { done: 1, total: 10 }, bytes: { done: 9, total: 10 } })).toBe(0.1);
    expect(shareDone({ ...work, files: { done: 9, total: 10 }, bytes: { done: 2, total: 10 } })).toBe(0.2);
    expect(shareDone({ ...work, files: { done: 1, total: 2 }, bytes: { done: 0, total: 0 } })).toBe(0.5);
  });
});

describe('the time left', () => {
  test.each([
    [300, '1 sec'],
    [9_000, '9 secs'],
    [41_000, '45 secs'],
    [58_000, '1 min'],
    [61_000, '2 mins'],
    [3_000_000, '50 mins'],
    [3_601_000, '2 hrs'],
  ])('of %i ms is said as %s', (ms, said) => {
    expect(createFormats('en').roundDuration(ms)).toBe(said);
  });
});

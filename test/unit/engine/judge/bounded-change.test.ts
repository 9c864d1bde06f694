import { describe, expect, it } from 'vitest';
import { judgeChanges, mostUnasked } from '../../../../electron/engine/judge/bounded-change.ts';

describe('how many changes pass without a question', () => {
  for (const [fileCount, most] of [
    [0, 4],
    [4, 4],
    [49, 4],
    [50, 5],
    [123, 12],
    [499, 49],
    [500, 50],
    [100_000, 50],
  ] as const) {
    it(`is ${most} of ${fileCount} files`, () => {
      expect(mostUnasked(fileCount)).toBe(most);
    });
  }
});

describe('changes that are wanted', () => {
  it('pass up to the limit and ask from the next one on, all of them', () => {
    expect(judgeChanges({ fileCount: 100, done: 0, wanted: 10, isAsking: false })).toBe('pass');
    expect(judgeChanges({ fileCount: 100, done: 0, wanted: 11, isAsking: false })).toBe('ask');
  });

  it('are counted together with what was done in the same pass', () => {
    expect(judgeChanges({ fileCount: 100, done: 9, wanted: 2, isAsking: false })).toBe('ask');
  });

  it('wait beside those that are asked about', () => {
    expect(judgeChanges({ fileCount: 100, done: 0, wanted: 1, isAsking: true })).toBe('ask');
    expect(judgeChanges({ fileCount: 100, done: 0, wanted: 0, isAsking: true })).toBe('pass');
  });
});

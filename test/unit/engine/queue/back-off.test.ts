import { describe, expect, it } from 'vitest';
import { backOffMs } from '../../../../electron/engine/queue/back-off.ts';

describe('the wait before the next try', () => {
  it('doubles, up to five minutes and no further', () => {
    const longest = [1, 2, 3, 9, 10, 1_000].map((attempts) => backOffMs(attempts, () => 1));
    expect(longest).toEqual([2_000, 4_000, 8_000, 300_000, 300_000, 300_000]);
  });

  it('is anything below that, so that many do not come back at once, and never nothing', () => {
    expect(backOffMs(5, () => 0.5)).toBe(16_000);
    expect(backOffMs(5, () => 0)).toBe(100);
  });
});

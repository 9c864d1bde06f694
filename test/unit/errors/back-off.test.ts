import { describe, expect, it } from 'vitest';
import { backOffMs } from '../../../shared/errors/back-off.ts';

const nothingAsked = { retryAfterMs: undefined };

describe('the wait before the next try', () => {
  it('doubles, up to five minutes and no further', () => {
    const longest = [1, 2, 3, 9, 10, 1_000].map((attempts) => backOffMs(nothingAsked, attempts, () => 1));
    expect(longest).toEqual([2_000, 4_000, 8_000, 300_000, 300_000, 300_000]);
  });

  it('is anything below that, so that many do not come back at once, and never nothing', () => {
    expect(backOffMs(nothingAsked, 5, () => 0.5)).toBe(16_000);
    expect(backOffMs(nothingAsked, 5, () => 0)).toBe(100);
  });

  it('is as long as the service asks, and no shorter where it asks for less', () => {
    const asked = [0, 5_000, 3_600_000].map((retryAfterMs) => backOffMs({ retryAfterMs }, 5, () => 0.5));
    expect(asked).toEqual([16_000, 16_000, 3_600_000]);
  });

  it('has a limit of its own where one is given, which is none for what the service asks', () => {
    expect(backOffMs(nothingAsked, 9, () => 1, 60_000)).toBe(60_000);
    expect(backOffMs({ retryAfterMs: 90_000 }, 9, () => 1, 60_000)).toBe(90_000);
  });
});

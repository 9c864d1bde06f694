import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createGathering } from '../../../../renderer/state/gathering.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Something that takes so long to be read, and how often it was. */
function takes(ms: number) {
  let reads = 0;
  const gathering = createGathering(async () => {
    reads += 1;
    await new Promise((resolve) => setTimeout(resolve, ms));
  }, 100);
  return { gathering, reads: () => reads };
}

describe('reading a list again while it changes', () => {
  test('many changes are read once', async () => {
    const { gathering, reads } = takes(0);
    for (let change = 0; change < 50; change += 1) gathering.soon();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(reads()).toBe(1);
  });

  test('one that takes long is read the seldomer, and never twice at once', async () => {
    const { gathering, reads } = takes(1_000);
    for (let at = 0; at < 60_000; at += 50) {
      gathering.soon();
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(reads()).toBeGreaterThanOrEqual(11);
    expect(reads()).toBeLessThanOrEqual(13);
  });

  test('a change that comes while it is read is read afterwards', async () => {
    const { gathering, reads } = takes(1_000);
    gathering.soon();
    await vi.advanceTimersByTimeAsync(500);
    gathering.soon();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(reads()).toBe(2);
  });

  test('nothing is read after it was closed', async () => {
    const { gathering, reads } = takes(0);
    gathering.soon();
    gathering.close();
    gathering.soon();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(reads()).toBe(0);
  });
});

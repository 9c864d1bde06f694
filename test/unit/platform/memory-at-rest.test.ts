import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryAtRest } from '../../../electron/platform/memory-at-rest.ts';

describe('memory at rest', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** What a long list takes: a few dozen megabytes of small objects. */
  const work = (): number => Array.from({ length: 1_000_000 }, (_, index) => ({ index })).length;

  it('is given back once nothing happens for a while', () => {
    const memory = createMemoryAtRest();
    work();
    const busyBytes = process.memoryUsage().heapTotal;
    memory.noteWork();
    vi.advanceTimersByTime(11_000);
    memory.noteWork();
    vi.advanceTimersByTime(11_000);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(1_000);
    expect(process.memoryUsage().heapTotal).toBeLessThan(busyBytes);
  });

  it('is left alone after the end', () => {
    const memory = createMemoryAtRest();
    memory.noteWork();
    memory.stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});

import { expect, it } from 'vitest';
import { simulateHour } from '../simulator/hour.ts';

// An hour with much work: how many saves there are in one is chance.
it.each([101])(
  'two designers who share a service for an hour end with equal libraries and nothing lost: seed %i',
  { timeout: 120_000 },
  async (seed) => {
    const { failure, log, saves, equalFiles } = await simulateHour(seed);
    expect(failure, `seed ${seed}\n${log.join('\n')}\n${failure?.message}`).toBeUndefined();
    expect(saves).toBeGreaterThan(100);
    // What is handed round at the end is among them, whatever chance left.
    expect(equalFiles).toBeGreaterThan(0);
  },
);

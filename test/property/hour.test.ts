import { expect, it } from 'vitest';
import { simulateHour } from '../simulator/hour.ts';

// Hours with much work: how much there is in one is chance.
it.each([100, 105, 114])(
  'two designers who share a service for an hour end with equal libraries and nothing lost: seed %i',
  { timeout: 120_000 },
  async (seed) => {
    const { failure, log, saves, equalFiles } = await simulateHour(seed);
    expect(failure, `seed ${seed}\n${log.join('\n')}\n${failure?.message}`).toBeUndefined();
    expect(saves).toBeGreaterThan(100);
    expect(equalFiles).toBeGreaterThan(0);
  },
);

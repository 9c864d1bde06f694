import { expect, it } from 'vitest';
import { simulateHour } from '../simulator/hour.ts';

it.each([1, 2, 3])(
  'two designers who share a service for an hour end with equal libraries and nothing lost: seed %i',
  { timeout: 120_000 },
  async (seed) => {
    const { failure, log, saves, equalFiles } = await simulateHour(seed);
    expect(failure, `seed ${seed}\n${log.join('\n')}\n${failure?.message}`).toBeUndefined();
    // How many there are in an hour is chance; a stuck one has a handful.
    expect(saves).toBeGreaterThan(50);
    expect(equalFiles).toBeGreaterThan(0);
  },
);

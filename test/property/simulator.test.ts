import { describe, expect, it } from 'vitest';
import { keptSeeds } from '../simulator/kept-seeds.ts';
import { simulate } from '../simulator/simulate.ts';

async function expectToHold(seed: number): Promise<void> {
  const { failure, log } = await simulate(seed);
  expect(failure, `seed ${seed}\n${log.join('\n')}\n${failure?.message}`).toBeUndefined();
}

/** The quick run tries a few. */
const isQuick = process.env['QUICK'] !== undefined;

const [seeds, perTest] = isQuick ? [5, 5] : [40, 10];

describe('whatever designers, disks and services do, every invariant holds', () => {
  for (let first = 1; first <= seeds; first += perTest) {
    it(`in the runs of seeds ${first} to ${first + perTest - 1}`, { timeout: 120_000 }, async () => {
      for (let seed = first; seed < first + perTest; seed += 1) await expectToHold(seed);
    });
  }

  if (isQuick) return;
  for (const [seed, fault] of Object.entries(keptSeeds)) {
    it(`in the run of seed ${seed}, in which once ${fault}`, () => expectToHold(Number(seed)));
  }
});

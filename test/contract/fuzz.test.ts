import { describe, expect, it } from 'vitest';
import { fuzzService } from '../fuzz/fuzz-service.ts';
import { seed as prepare } from './seed.ts';
import { embeddedClientSecret, openTarget } from './target.ts';

/** A run can be repeated: `SEED=… vitest run --project contract`. */
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);

describe.skipIf(process.env['CONTRACT_TARGET'])('whatever is asked', () => {
  it(`is answered with a status that is listed, and without a secret (seed ${seed})`, async () => {
    const target = await openTarget();
    try {
      const world = { target, seed: await prepare(target) };
      const counts = await fuzzService({ world, clientSecret: embeddedClientSecret, requests: 1_500, seed });
      // Not everything is refused at the door: what happens inside has been tried too.
      expect(counts.get(200)).toBeGreaterThan(100);
      expect(counts.get(400)).toBeGreaterThan(100);
    } finally {
      await target.close();
    }
  }, 120_000);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fuzzLook } from '../../fuzz/fuzz-look.ts';
import { hasSamples } from '../cad/sample-files.ts';

/** A run can be repeated: `SEED=… vitest run --project unit`. The long one is `npm run fuzz -- --look`. */
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);

describe.skipIf(!hasSamples)('a file that is cut off or broken', () => {
  it(`costs the app nothing: it is refused, or what is left of it is read (seed ${seed})`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cadsync-hostile-'));
    try {
      const counts = await fuzzLook({ folder, cuts: 2, mutants: 13, largestBytes: 100_000, timeMs: 4_000, seed });
      expect(counts.get('look-unreadable')).toBeGreaterThan(0);
      expect(counts.get('read')).toBeGreaterThan(0);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }, 240_000);
});

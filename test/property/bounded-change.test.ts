import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeLimits, judgeChanges, mostUnasked } from '../../electron/engine/judge/bounded-change.ts';

/** A run can be repeated: `SEED=… npm test -- test/property`. */
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
const runs = { seed, numRuns: 5_000 };

const fileCount = fc.integer({ min: 0, max: 2_000 });
/** Floods in pieces: how many changes come, and how long after the piece before. */
const pieces = fc.array(
  fc.record({ wanted: fc.integer({ min: 1, max: 80 }), afterMs: fc.integer({ min: 0, max: 900_000 }) }),
  { maxLength: 40 },
);

describe(`bounded-change (seed ${seed})`, () => {
  it('lets no more than the limit pass unasked within a pass, however a flood is cut into pieces', () => {
    fc.assert(
      fc.property(fileCount, pieces, (files, flood) => {
        const passed: { readonly atMs: number; readonly count: number }[] = [];
        let nowMs = 0;
        let isAsking = false;
        for (const { wanted, afterMs } of flood) {
          nowMs += afterMs;
          const inPass = passed.filter(({ atMs }) => atMs > nowMs - changeLimits.passMs);
          const done = inPass.reduce((sum, { count }) => sum + count, 0);
          const verdict = judgeChanges({ fileCount: files, done, wanted, isAsking });
          if (verdict === 'ask') isAsking = true;
          else passed.push({ atMs: nowMs, count: wanted });
          if (verdict === 'pass') expect(done + wanted).toBeLessThanOrEqual(mostUnasked(files));
        }
      }),
      runs,
    );
  });

  it('never asks for more of more, and never about fewer files than it says', () => {
    fc.assert(
      fc.property(fileCount, fc.nat(100), fc.nat(100), fc.boolean(), (files, done, wanted, isAsking) => {
        const ground = { fileCount: files, done, wanted, isAsking };
        if (judgeChanges(ground) === 'pass') {
          expect(judgeChanges({ ...ground, wanted: Math.max(0, wanted - 1) })).toBe('pass');
          expect(judgeChanges({ ...ground, fileCount: files + 1 })).toBe('pass');
        }
        if (!isAsking && done + wanted < changeLimits.askFromFiles) expect(judgeChanges(ground)).toBe('pass');
      }),
      runs,
    );
  });
});

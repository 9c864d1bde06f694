import { describe, expect, it } from 'vitest';
import { rereadDueMs, rereadPeriodMs } from '../../../../electron/engine/state/rereads.ts';
import { sha256Of } from '../../../fakes/engine/disk.ts';

const dayMs = 86_400_000;
const readMs = Date.UTC(2026, 4, 20, 12);

describe('a library that was read in one go', () => {
  const files = Array.from({ length: 3_000 }, (_, index) => sha256Of(`file ${index}`));

  it('is read again within fifteen days, about a fifteenth of it on each', () => {
    const days = files.map((sha256) => Math.floor((rereadDueMs(sha256, readMs) - readMs) / dayMs));
    const perDay = Array.from({ length: 15 }, (_, day) => days.filter((other) => other === day).length);
    expect(perDay.reduce((sum, count) => sum + count, 0)).toBe(files.length);
    expect(Math.min(...perDay)).toBeGreaterThan(140);
    expect(Math.max(...perDay)).toBeLessThan(260);
  });

  it('keeps its moments: each file is due again fifteen days after its last one, however late it was read', () => {
    for (const sha256 of files.slice(0, 50)) {
      const firstMs = rereadDueMs(sha256, readMs);
      expect(firstMs).toBeGreaterThan(readMs);
      expect(rereadDueMs(sha256, firstMs + dayMs)).toBeCloseTo(firstMs + rereadPeriodMs, 0);
    }
  });
});

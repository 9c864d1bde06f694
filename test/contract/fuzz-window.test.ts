import { describe, expect, it } from 'vitest';
import { fuzzWindow } from '../fuzz/fuzz-window.ts';

/** A run can be repeated: `SEED=… vitest run --project contract`. */
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);

describe.skipIf(process.env['CONTRACT_TARGET'])('whatever a client of the window sends', () => {
  it(`ends at most that client, and opens nothing without the whole key (seed ${seed})`, async () => {
    const outcomes = await fuzzWindow({ requests: 1_000, seed });
    // Not everything is refused at the door: frames and messages have been tried behind it.
    expect(outcomes.get('frames 101')).toBeGreaterThan(100);
    expect(outcomes.get('messages 101')).toBeGreaterThan(150);
    expect(outcomes.get('handshake 403')).toBeGreaterThan(50);
  }, 120_000);
});

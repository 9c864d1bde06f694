import { describe, expect, test } from 'vitest';
import { judgeFreshness, type Freshness, type LastLooks } from '../../../../electron/engine/library/freshness.ts';

const nowMs = Date.UTC(2026, 4, 20, 12);
const hourMs = 3_600_000;
const lately: LastLooks = {
  nowMs,
  paused: false,
  ready: true,
  connection: 'online',
  scannedAtMs: nowMs - hourMs,
  answeredAtMs: nowMs - 60_000,
  scanIntervalMs: hourMs,
  pollIntervalMs: 60_000,
};

describe('what was found equal may be called up to date', () => {
  test('while the service answers and folder and service were looked at lately', () => {
    expect(judgeFreshness(lately)).toBe('fresh');
  });

  test.each<[string, Partial<LastLooks>, Freshness]>([
    ['the drive is away', { paused: true }, 'paused'],
    ['the service is away for a week', { connection: 'serviceDown', answeredAtMs: nowMs - 168 * hourMs }, 'offline'],
    ['the sign-in is refused', { connection: 'signedOut' }, 'refused'],
    ['no service is set up', { connection: 'notSetUp' }, 'offline'],
    ['the app has just been started', { ready: false, connection: 'connecting' }, 'notComparedYet'],
    ['the service answers but never what it is asked', { answeredAtMs: nowMs - hourMs }, 'notAskedLately'],
    ['the service has not answered at all', { answeredAtMs: undefined }, 'notAskedLately'],
    ['the folder was last looked through half a day ago', { scannedAtMs: nowMs - 12 * hourMs }, 'notScannedLately'],
    ['the clock was set back by a day', { scannedAtMs: nowMs + 24 * hourMs }, 'notScannedLately'],
  ])('but not when %s', (_, change, freshness) => {
    expect(judgeFreshness({ ...lately, ...change })).toBe(freshness);
  });
});

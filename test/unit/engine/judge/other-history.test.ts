import { describe, expect, it } from 'vitest';
import { isDatedAlike, isLost } from '../../../../electron/engine/judge/other-history.ts';
import type { Sha256 } from '../../../../shared/model/sha256.ts';

const [theirs, others] = ['a'.repeat(64) as Sha256, 'b'.repeat(64) as Sha256];
const conflict = { theirVersion: { major: 0, minor: 2 }, theirChangedMs: 5_000, sha256: theirs };
const remote = (minor: number, about: { sha256?: Sha256; changedMs?: number } = {}) => ({
  version: { major: 0, minor },
  ...about,
});

describe('a version that was kept for a conflict', () => {
  it.each([
    ['the service has nothing any more', undefined, true],
    ['the service went back behind it', remote(1), true],
    ['the service has others of its number', remote(2, { sha256: others }), true],
    ['the service made its number at another time', remote(2, { changedMs: 9_000 }), true],
    ['the service has it', remote(2, { sha256: theirs, changedMs: 5_000 }), false],
    ['the service does not say what it has of its number', remote(2), false],
    ['the service went on', remote(3, { sha256: others }), false],
  ])('is known to be lost or not where %s', (_what, newest, lost) => {
    expect(isLost(conflict, newest)).toBe(lost);
  });
});

describe('a version that is known by its date', () => {
  it.each([
    [5_000, 5_000, true],
    [5_000, 5_400, true],
    [5_000, 6_000, false],
    [0, 5_000, false],
    [5_000, undefined, false],
  ])('listed with %s, remembered with %s', (listedMs, knownMs, isAlike) => {
    expect(isDatedAlike(listedMs, knownMs)).toBe(isAlike);
  });
});

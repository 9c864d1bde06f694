import type { Sha256 } from '../../../shared/model/sha256.ts';

/** Within this time the bytes of every file are read once more: a fifteenth of a library a day. */
export const rereadPeriodMs = 15 * 86_400_000;

/** How long after it could not be read a file is tried again. */
export const rereadAfterFailureMs = 86_400_000;

/**
 * When a file is to be read again whose bytes were read just now. Each has its moment in the period, which its bytes
 * tell: so the files of a library that was read in one go become due evenly, and not all in the same hour.
 */
export function rereadDueMs(sha256: Sha256, nowMs: number, periodMs = rereadPeriodMs): number {
  const momentMs = (Number.parseInt(sha256.slice(0, 8), 16) / 2 ** 32) * periodMs;
  const sinceMomentMs = (((nowMs - momentMs) % periodMs) + periodMs) % periodMs;
  return nowMs - sinceMomentMs + periodMs;
}

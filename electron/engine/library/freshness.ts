import { isCutOff, type Reachability } from '../../../shared/errors/reachability.ts';
import { isLately } from '../../../shared/model/lately.ts';

/** What is known of the moments at which a library was last compared, and how often that is meant to happen. */
export interface LastLooks {
  readonly nowMs: number;
  readonly paused: boolean;
  /** Whether library and service were compared since the start, or since another service was connected. */
  readonly ready: boolean;
  readonly connection: Reachability;
  readonly scannedAtMs: number | undefined;
  readonly answeredAtMs: number | undefined;
  readonly scanIntervalMs: number;
  readonly pollIntervalMs: number;
}

/** Whether what was found equal may still be called so; otherwise what is missing for it. */
export type Freshness =
  | 'fresh'
  | 'paused'
  | 'refused'
  | 'offline'
  | 'notComparedYet'
  | 'notScannedLately'
  | 'notAskedLately';

/**
 * honest-status: "up to date" is said only while the service answers, and both it and the folder were looked at lately.
 * Twice the interval is no longer lately; nor is a time that lies ahead, because the clock was set.
 */
export function judgeFreshness(looks: LastLooks): Freshness {
  if (looks.paused) return 'paused';
  if (looks.connection === 'signedOut') return 'refused';
  if (isCutOff(looks.connection) || looks.connection === 'notSetUp') return 'offline';
  if (!looks.ready || looks.connection === 'connecting') return 'notComparedYet';
  if (!isRecent(looks.scannedAtMs, looks.scanIntervalMs, looks.nowMs)) return 'notScannedLately';
  return isRecent(looks.answeredAtMs, looks.pollIntervalMs, looks.nowMs) ? 'fresh' : 'notAskedLately';
}

function isRecent(atMs: number | undefined, intervalMs: number, nowMs: number): boolean {
  return atMs !== undefined && isLately(atMs, intervalMs, nowMs);
}

import type { RequestBudget, RequestsSpent } from '../../shared/rpc/request-budget.ts';
import type { QueuedOperations } from './queue/queue-overview.ts';

/** What one of each takes at least, where the service is asked about many at once. */
const requestsFor: Readonly<Record<keyof QueuedOperations, number>> = { upload: 2, download: 1, release: 2 };

const minuteMs = 60_000;

/**
 * What to tell of the limits of the service: nothing while all that waits goes through within a minute.
 * @param nowMs by the computer's clock
 */
export function requestBudgetOf(
  spent: RequestsSpent | undefined,
  queued: () => QueuedOperations,
  nowMs: number,
): RequestBudget | undefined {
  if (!spent) return undefined;
  const { upload, download, release } = queued();
  const needed = upload * requestsFor.upload + download * requestsFor.download + release * requestsFor.release;
  const leftMs = leastTimeFor(needed, spent, nowMs);
  return leftMs < minuteMs ? undefined : { ...spent, files: upload + download + release, leftMs };
}

/** How long so many requests take at least, within the limits of the service. */
export function leastTimeFor(
  requests: number,
  { limit, used, lengthMs, resetAtMs }: RequestsSpent,
  nowMs: number,
): number {
  // The last tenth is for people.
  const share = Math.max(1, limit - Math.ceil(limit / 10));
  const freeNow = Math.max(0, share - used);
  const windows = Math.ceil((requests - freeNow) / share);
  return windows <= 0 ? 0 : Math.max(0, resetAtMs - nowMs) + (windows - 1) * lengthMs;
}

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
  const { limit, used, lengthMs } = spent;
  const untilResetMs = Math.max(0, spent.resetAtMs - nowMs);
  // The last tenth is for people.
  const share = Math.max(1, limit - Math.ceil(limit / 10));
  const freeNow = Math.max(0, share - used);
  const windowsIn = (ms: number): number => (ms < untilResetMs ? 0 : 1 + Math.floor((ms - untilResetMs) / lengthMs));
  const { upload, download, release } = queued();
  const needed = upload * requestsFor.upload + download * requestsFor.download + release * requestsFor.release;
  if (needed <= freeNow + share * windowsIn(minuteMs - 1)) return undefined;
  const windows = Math.ceil((needed - freeNow) / share);
  return { ...spent, files: upload + download + release, leftMs: untilResetMs + (windows - 1) * lengthMs };
}

import type { QueueEntryRecord } from '../../../shared/rpc/activity-records.ts';
import type { QueueEntry } from '../queue/queue-entry.ts';

/** An entry of the queue as a window shows it. */
export function queueRecordOf(entry: QueueEntry, title: string, nowMs: number): QueueEntryRecord {
  const { intent } = entry;
  return {
    entryId: entry.entryId,
    operation: intent.operation === 'fetchTheirs' ? 'download' : intent.operation,
    libraryId: entry.libraryId,
    key: entry.key,
    title,
    state: entry.state,
    attempts: entry.attempts,
    nextTryAtMs: entry.nextTryMs > nowMs ? entry.nextTryMs : undefined,
    error: entry.error,
    comment: intent.operation === 'release' ? intent.comment : undefined,
  };
}

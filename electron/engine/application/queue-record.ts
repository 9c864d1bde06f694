import type { QueueEntryRecord } from '../../../shared/rpc/activity-records.ts';
import type { Engine } from '../engine.ts';
import type { QueueEntry } from '../queue/queue-entry.ts';

interface Shown {
  readonly nowMs: number;
  /** The service that is connected. */
  readonly serviceId: string | undefined;
}

/** An entry of the queue as a window shows it. */
export function queueRecordOf(
  entry: QueueEntry,
  engine: Pick<Engine, 'titleOf' | 'fileList'>,
  { nowMs, serviceId }: Shown,
): QueueEntryRecord {
  const { intent } = entry;
  const otherService = entry.serviceId === serviceId ? undefined : entry.serviceId;
  const waitsForDraft = otherService === undefined && entry.error?.code === 'draft-not-sent';
  return {
    entryId: entry.entryId,
    operation: intent.operation === 'fetchTheirs' ? 'download' : intent.operation,
    libraryId: entry.libraryId,
    key: entry.key,
    title: engine.titleOf(entry),
    // Whatever it came to there is for later.
    state: otherService === undefined ? entry.state : 'waiting',
    otherService,
    inConflict: waitsForDraft && engine.fileList.isInConflict(entry.libraryId, entry.key) ? true : undefined,
    attempts: entry.attempts,
    nextTryAtMs: entry.nextTryMs > nowMs ? entry.nextTryMs : undefined,
    error: otherService === undefined ? entry.error : undefined,
    comment: intent.operation === 'release' ? intent.comment : undefined,
  };
}

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
  const inConflict = waitsForDraft && engine.fileList.isInConflict(entry.libraryId, entry.key);
  // No try brings it on before that service is back, or a person has chosen; what it came to is for then.
  const isHeld = otherService !== undefined || inConflict;
  return {
    entryId: entry.entryId,
    operation: intent.operation === 'fetchTheirs' ? 'download' : intent.operation,
    libraryId: entry.libraryId,
    key: entry.key,
    title: engine.titleOf(entry),
    state: isHeld ? 'waiting' : entry.state,
    otherService,
    inConflict: inConflict ? true : undefined,
    attempts: entry.attempts,
    nextTryAtMs: !isHeld && entry.nextTryMs > nowMs ? entry.nextTryMs : undefined,
    error: isHeld ? undefined : entry.error,
    comment: intent.operation === 'release' ? intent.comment : undefined,
  };
}

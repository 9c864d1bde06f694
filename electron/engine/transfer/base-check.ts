import type { ServiceCaller } from '../../../shared/api/caller.ts';
import { parseContentKey, type ContentKey, type ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Queue } from '../queue/queue.ts';
import type { QueueEntry } from '../queue/queue-entry.ts';
import { findRemoteItems } from '../remote/remote-items.ts';
import type { LibraryContext } from '../library/library-context.ts';

/** How many waiting uploads one check covers. */
const batchSize = 1_000;

/**
 * Asks the service, before bytes are sent, what it has of the keys concerned: so nothing made from an older base is
 * sent, and an upload whose answer was lost is recognised instead of repeated. One call serves up to 1,000 uploads.
 */
export function createBaseCheck(options: {
  readonly queue: Queue;
  readonly onMoved: (libraryId: string, keys: readonly ContentKeyText[]) => void;
}) {
  const checked = new Set<number>();
  /** Entries past their check, whose key the service may be changing for us right now. */
  const sending = new Set<number>();
  const underway = new Map<string, Promise<void>>();

  function batchFor(libraryId: string, first: QueueEntry): QueueEntry[] {
    const waiting = options.queue
      .waitingUploads(libraryId, batchSize)
      .filter(({ entryId }) => !checked.has(entryId) && !sending.has(entryId));
    return waiting.some((entry) => entry.entryId === first.entryId) ? waiting : [first, ...waiting];
  }

  async function checkBatch(
    context: LibraryContext,
    service: ServiceCaller,
    first: QueueEntry,
    signal: AbortSignal,
  ): Promise<void> {
    const { libraryId } = context.library;
    // Taken before the service is asked: its answer is not about a service that is connected by then.
    const trees = context.trees();
    const batch = batchFor(libraryId, first);
    const keys = batch
      .map((entry) => parseContentKey(entry.key))
      .flatMap((key): ContentKey[] => (key.ok ? [key.value] : []));
    const items = await findRemoteItems(service, keys, signal);
    const moved = context.transaction(() =>
      batch.map(({ key }) => key).filter((key) => trees?.replaceRemote(key, items.get(key))),
    );
    for (const entry of batch) checked.add(entry.entryId);
    if (moved.length > 0) options.onMoved(libraryId, moved);
  }

  return {
    /** Returns when the remote tree holds for this entry. */
    async confirm(
      context: LibraryContext,
      service: ServiceCaller,
      entry: QueueEntry,
      signal: AbortSignal,
    ): Promise<void> {
      const { libraryId } = context.library;
      while (!checked.has(entry.entryId)) {
        const check = underway.get(libraryId);
        // A check that fails is not repeated by each of those that waited for it: they fail with it.
        await (check ?? start(context, service, entry, signal));
      }
      checked.delete(entry.entryId);
      sending.add(entry.entryId);
    },

    /** The try is over; a later one has to check again. */
    forget(entryId: number): void {
      checked.delete(entryId);
      sending.delete(entryId);
    },
  };

  function start(
    context: LibraryContext,
    service: ServiceCaller,
    entry: QueueEntry,
    signal: AbortSignal,
  ): Promise<void> {
    const { libraryId } = context.library;
    const check = checkBatch(context, service, entry, signal).finally(() => underway.delete(libraryId));
    underway.set(libraryId, check);
    return check;
  }
}

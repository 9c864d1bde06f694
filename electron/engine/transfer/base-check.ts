import type { RemoteCaller } from '../../../shared/api/caller.ts';
import { parseContentKey } from '../../../shared/model/content-key.ts';
import type { Queue } from '../queue/queue.ts';
import type { QueueEntry } from '../queue/queue-entry.ts';
import { findRemoteItems } from '../remote/remote-items.ts';
import type { LibraryRecords, ServiceSide } from '../state/library-state.ts';
import type { TellTransfers } from './transfer-event.ts';

/** How many waiting uploads one check covers. */
const batchSize = 1_000;

interface BaseCheckOptions {
  readonly queue: Pick<Queue, 'waitingUploads'>;
  readonly tell: TellTransfers;
}

/** Which uploads were checked. */
interface Checks {
  readonly checked: Set<number>;
  /** Entries past their check, whose key the service may be changing for us right now. */
  readonly sending: Set<number>;
}

/**
 * Asks the service, before bytes are sent, what it has of the keys concerned: so nothing made from an older base is
 * sent, and an upload whose answer was lost is recognised instead of repeated. One call serves up to 1,000 uploads.
 */
export function createBaseCheck({ queue, tell }: BaseCheckOptions) {
  const checks: Checks = { checked: new Set(), sending: new Set() };
  const underway = new Map<string, Promise<void>>();

  return {
    /** Returns when the remote tree holds for this entry. */
    async confirm(
      context: LibraryRecords & ServiceSide,
      service: RemoteCaller,
      entry: QueueEntry,
      signal: AbortSignal,
    ): Promise<void> {
      const { libraryId } = context.library;
      const start = (): Promise<void> => {
        const batch = batchFor(queue, checks, entry);
        const check = checkBatch({ context, service, batch, signal }, tell).then(() => {
          for (const { entryId } of batch) checks.checked.add(entryId);
        });
        const ended = check.finally(() => underway.delete(libraryId));
        underway.set(libraryId, ended);
        return ended;
      };
      while (!checks.checked.has(entry.entryId)) {
        // A check that fails is not repeated by each of those that waited for it: they fail with it.
        await (underway.get(libraryId) ?? start());
      }
      checks.checked.delete(entry.entryId);
      checks.sending.add(entry.entryId);
    },

    /** The try is over; a later one has to check again. */
    forget: (entryId: number): void => {
      checks.checked.delete(entryId);
      checks.sending.delete(entryId);
    },
  };
}

function batchFor(queue: BaseCheckOptions['queue'], { checked, sending }: Checks, first: QueueEntry): QueueEntry[] {
  const waiting = queue
    .waitingUploads(first.libraryId, batchSize)
    .filter(({ entryId }) => !checked.has(entryId) && !sending.has(entryId));
  return waiting.some((entry) => entry.entryId === first.entryId) ? waiting : [first, ...waiting];
}

async function checkBatch(
  about: {
    readonly context: LibraryRecords & ServiceSide;
    readonly service: RemoteCaller;
    readonly batch: readonly QueueEntry[];
    readonly signal: AbortSignal;
  },
  tell: TellTransfers,
): Promise<void> {
  const { context, service, batch, signal } = about;
  // Taken before the service is asked: its answer is not about a service that is connected by then.
  const trees = context.trees();
  const keys = batch.map((entry) => parseContentKey(entry.key)).flatMap((key) => (key.ok ? [key.value] : []));
  const items = await findRemoteItems(service, keys, signal);
  const dirty = context.transaction(() =>
    batch.map(({ key }) => key).filter((key) => trees?.replaceRemote(key, items.get(key))),
  );
  if (dirty.length > 0) tell({ kind: 'dirty', libraryId: context.library.libraryId, keys: dirty });
}

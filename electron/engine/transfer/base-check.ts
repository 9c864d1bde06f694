import type { RemoteCaller } from '../../../shared/api/caller.ts';
import { givenPart } from '../../../shared/api/draft-records.ts';
import type { CadMetadata } from '../../../shared/api/schemas/cad-metadata.ts';
import { formatContentKey, type ContentKey } from '../../../shared/model/content-key.ts';
import type { Clock } from '../ports.ts';
import type { Queue } from '../queue/queue.ts';
import type { QueueEntry } from '../queue/queue-entry.ts';
import { findNewestRecords, itemOf, type NewestRecord } from '../remote/remote-items.ts';
import type { LibraryRecords, ServiceSide } from '../state/library-state.ts';
import type { TellTransfers } from './transfer-event.ts';
import { keyOf } from '../tree/key-of.ts';

/** How many waiting uploads one check covers. */
const batchSize = 1_000;

/**
 * So long a check holds. What was found before an outage, a pause or a long upload says nothing of what colleagues made
 * since, and most services store whatever they are sent.
 */
const validMs = 20_000;

interface BaseCheckOptions {
  readonly ports: { readonly clock: Pick<Clock, 'steadyMs'> };
  readonly queue: Pick<Queue, 'waitingUploads'>;
  readonly tell: TellTransfers;
}

/** When an upload was checked, by the steady clock, and against which service. */
interface Check {
  readonly atMs: number;
  readonly service: RemoteCaller;
  /** What a sender said of the newest version that it has of the key. */
  readonly given: CadMetadata | undefined;
}

/**
 * Asks the service, before bytes are sent and again after those that took long, what it has of the keys concerned: so
 * nothing made from an older base becomes a version, and an upload whose answer was lost is recognised instead of
 * repeated. One call serves up to 1,000 uploads.
 */
export function createBaseCheck({ ports, queue, tell }: BaseCheckOptions) {
  /** Of uploads that wait. Each try begins with a check that the one before it did not have, as that may have sent. */
  const checked = new Map<number, Check>();
  /** Of tries past their check, whose key the service may be changing for us right now. */
  const sending = new Map<number, Check>();
  const underway = new Map<string, Promise<void>>();
  const holds = (check: Check | undefined, service: RemoteCaller): check is Check =>
    check?.service === service && check.atMs > ports.clock.steadyMs() - validMs;

  return {
    /**
     * Returns when the remote tree holds for this entry; asks only where it was found out too long ago. The service must
     * not be changing its key for us right now.
     */
    async confirm(
      context: LibraryRecords & ServiceSide,
      service: RemoteCaller,
      entry: QueueEntry,
      signal: AbortSignal,
    ): Promise<void> {
      const { libraryId } = context.library;
      const start = (): Promise<void> => {
        // What a check found is kept no longer than it holds: records of large families are long.
        for (const [entryId, check] of checked) if (!holds(check, check.service)) checked.delete(entryId);
        const atMs = ports.clock.steadyMs();
        const needsNone = ({ entryId }: QueueEntry): boolean =>
          holds(checked.get(entryId), service) || sending.has(entryId);
        const batch = batchFor(queue, entry, needsNone);
        const check = checkBatch({ context, service, batch, signal }, tell).then((found) => {
          for (const { entryId, key } of batch) {
            const newest = found.get(key);
            checked.set(entryId, { atMs, service, given: newest && givenPart(newest.record) });
          }
        });
        const ended = check.finally(() => underway.delete(libraryId));
        underway.set(libraryId, ended);
        return ended;
      };
      if (holds(sending.get(entry.entryId), service)) return;
      sending.delete(entry.entryId);
      for (;;) {
        const check = checked.get(entry.entryId);
        if (holds(check, service)) {
          checked.delete(entry.entryId);
          return void sending.set(entry.entryId, check);
        }
        // A check that fails is not repeated by each of those that waited for it: they fail with it.
        await (underway.get(libraryId) ?? start());
      }
    },

    /** What a sender said of the newest version of a key for whose try that was confirmed. */
    givenTo: ({ entryId }: QueueEntry): CadMetadata | undefined => sending.get(entryId)?.given,

    /** The try is over; a later one has to check again. */
    forget: (entryId: number): void => {
      checked.delete(entryId);
      sending.delete(entryId);
    },
  };
}

function batchFor(
  queue: BaseCheckOptions['queue'],
  first: QueueEntry,
  needsNone: (entry: QueueEntry) => boolean,
): QueueEntry[] {
  const waiting = queue.waitingUploads(first.libraryId, batchSize).filter((entry) => !needsNone(entry));
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
): Promise<ReadonlyMap<string, NewestRecord>> {
  const { context, service, batch, signal } = about;
  // Taken before the service is asked: its answer is not about a service that is connected by then.
  const trees = context.trees();
  const keys = batch.flatMap((entry) => keyOf(entry.key) ?? []);
  const texts = batch.map(({ key }) => key);
  let known: ReadonlySet<string> | undefined;
  const isKnown = (key: ContentKey): boolean =>
    (known ??= trees?.knownAmong(texts) ?? new Set()).has(formatContentKey(key));
  const meanwhile = trees?.watchRemote();
  const newest = await findNewestRecords(service, keys, signal, isKnown).finally(() => meanwhile?.end());
  const itemIn = (one: NewestRecord | undefined) => one && itemOf(one);
  const dirty = context.transaction(() => {
    // By now: the library may have been told of some while the service was asked.
    const knownNow = trees?.knownAmong(texts);
    const told = texts.filter((key) => newest.has(key) || knownNow?.has(key));
    return told.filter((key) => {
      const item = itemIn(newest.get(key));
      if (!meanwhile?.changed.has(key)) return trees?.replaceRemote(key, item);
      return item && trees?.noteRemote(key, item);
    });
  });
  if (dirty.length > 0) tell({ kind: 'dirty', libraryId: context.library.libraryId, keys: dirty });
  return newest;
}

export type BaseCheck = ReturnType<typeof createBaseCheck>;

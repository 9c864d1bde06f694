import { AppError } from '../../../shared/errors/app-error.ts';
import type { BlobRecords, StoredBlob } from '../store/store.ts';
import { createTurns, type TakeTurn } from '../take-turns.ts';
import type { Blobs, KeptBytes, ReceivedBytes } from './blobs.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { createOneAtATime, type OneAtATime } from '../one-at-a-time.ts';

/** How long bytes may lie without anything referring to them. */
export const unusedBlobLifetimeMs = 24 * 3_600_000;

/** So long after a start the clock may be wrong: until the network has brought the time. */
const believedAfterMs = 20 * 60_000;

/** By so much two even clocks may come apart. */
const toleranceMs = 60_000;

const slowListEveryMs = 24 * 3_600_000;
/** So many may be unknown, whatever else there is. */
const fewUnknown = 20;
/** More at a time are no leftovers. */
const mostUnknown = 10_000;

/** Keeps bytes and what is known of them together. */
export interface BlobShelf {
  /** Keeps received bytes and answers the blob they are; durable when this resolves. */
  keep(bytes: ReceivedBytes): Promise<StoredBlob>;
  /**
   * Removes blobs that nothing has referred to for 24 hours, and answers how many: none while the clock cannot tell.
   * @param until ends it, also while it waits for the place of the bytes; it then fails
   * @throws AppError `internal-error` where most bytes are unknown: then none of those is removed
   */
  collectUnused(until?: AbortSignal): Promise<number>;
}

interface ShelfPorts {
  readonly blobs: Blobs;
  readonly records: BlobRecords;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds since some moment, also those that the computer slept; nobody sets it. */
  readonly steadyMs: () => number;
}

/** A shelf on bytes and records. Other processes may have shelves on the same ones where the bytes go by their records. */
export function createBlobShelf({ blobs, records, now, steadyMs }: ShelfPorts): BlobShelf {
  const canTellAge = createClockProof(now, steadyMs);
  const oneAtATime = createOneAtATime<Sha256>();
  const removeUnknown = createRemoval({ blobs, records }, oneAtATime);
  let listedAt = -Infinity;

  /** Bytes that came and got no record are of use to nobody, and take room that may be what the record wanted for. */
  async function removeWithoutRecord({ sha256 }: ReceivedBytes): Promise<void> {
    if (!(await records.findByHash(sha256))) await blobs.remove({ sha256, blobId: undefined });
  }

  return {
    keep: (bytes) =>
      oneAtATime(bytes.sha256, async () => {
        // That the clock was set is noticed while bytes come under its date, and not only after it was set back.
        canTellAge();
        // At the same time where that can be, and told when both are durable: a record whose bytes a crash kept from
        // coming was told to nobody, counts as unused, and whoever sends these bytes again puts both.
        const record = records.put({ sha256: bytes.sha256, sizeBytes: bytes.sizeBytes }, now());
        const [kept, blob] = await Promise.allSettled([bytes.keep(record), record]);
        if (kept.status === 'rejected') throw kept.reason;
        if (blob.status === 'fulfilled') return blob.value;
        await removeWithoutRecord(bytes).catch(() => undefined);
        throw blob.reason;
      }),
    async collectUnused(until) {
      if (!canTellAge()) return 0;
      const takeTurn = createTurns(() => until?.aborted === true);
      const storedBefore = now() - unusedBlobLifetimeMs;
      let removed = 0;
      for await (const page of records.listUnused(storedBefore)) {
        await takeTurn();
        for (const { blobId, sha256 } of page) {
          await takeTurn();
          await oneAtATime(sha256, async () => {
            if (!(await records.dropUnused(blobId, storedBefore))) return;
            await blobs.remove({ blobId, sha256 }, until);
            removed += 1;
          });
        }
      }
      if (blobs.listsSlowly && steadyMs() - listedAt < slowListEveryMs) return removed;
      removed += await removeUnknown(storedBefore, takeTurn, until);
      await blobs.dropUnfinished(storedBefore, until);
      listedAt = steadyMs();
      return removed;
    },
  };
}

/**
 * Whether the clock can tell now what is a day old, as far as it was looked at: not right after a start, and not for a
 * day after it was set, as what was stored until then bears another date.
 */
function createClockProof(now: () => number, steadyMs: () => number): () => boolean {
  let even = { nowMs: now(), steadyMs: steadyMs() };
  let provenAfterMs = believedAfterMs;
  return () => {
    const at = { nowMs: now(), steadyMs: steadyMs() };
    const passedMs = at.steadyMs - even.steadyMs;
    if (Math.abs(at.nowMs - even.nowMs - passedMs) <= toleranceMs) return passedMs >= provenAfterMs;
    even = at;
    provenAfterMs = unusedBlobLifetimeMs;
    return false;
  };
}

/**
 * Removes bytes that no record speaks of: left when a process ended between the two. That happens to few: where most are
 * unknown, the records are another service's, or were lost.
 */
function createRemoval({ blobs, records }: Pick<ShelfPorts, 'blobs' | 'records'>, oneAtATime: OneAtATime<Sha256>) {
  const isKnown = async ({ sha256, blobId }: Pick<KeptBytes, 'sha256' | 'blobId'>): Promise<boolean> =>
    Boolean(await (blobId === undefined ? records.findByHash(sha256) : records.find(blobId)));

  return async (storedBefore: number, takeTurn: TakeTurn, until: AbortSignal | undefined): Promise<number> => {
    const unknown: KeptBytes[] = [];
    let knownCount = 0;
    for await (const bytes of blobs.list(until)) {
      await takeTurn();
      if (bytes.storedAt >= storedBefore) continue;
      if (await isKnown(bytes)) knownCount += 1;
      else unknown.push(bytes);
      if (unknown.length > mostUnknown) break;
    }
    if (unknown.length > fewUnknown && unknown.length > knownCount) throw notItsOwn(unknown.length, knownCount);
    let removed = 0;
    for (const bytes of unknown) {
      await takeTurn();
      await oneAtATime(bytes.sha256, async () => {
        if (await isKnown(bytes)) return;
        await blobs.remove(bytes, until);
        removed += 1;
      });
    }
    return removed;
  };
}

function notItsOwn(unknownCount: number, knownCount: number): AppError {
  const detail = `No record speaks of ${unknownCount} files, and of ${knownCount} there is one: nothing was removed. Are these the files of this database?`;
  return new AppError('internal-error', { detail });
}

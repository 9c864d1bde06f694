import { AppError } from '../../../shared/errors/app-error.ts';
import type { BlobRecords, StoredBlob } from '../store/store.ts';
import { createTurns, type TakeTurn } from '../take-turns.ts';
import type { BlobName, Blobs, ReceivedBytes } from './blobs.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { createOneAtATime, type OneAtATime } from '../one-at-a-time.ts';

/** How long bytes may lie without anything referring to them. */
export const unusedBlobLifetimeMs = 24 * 3_600_000;

/** So long after a start the clock may be wrong: until the network has brought the time. */
const believedAfterMs = 20 * 60_000;

/** By so much two even clocks may come apart. */
const toleranceMs = 60_000;

/** All that is kept is listed so seldom: over a network that takes long. */
const listEveryMs = 24 * 3_600_000;
/** So many without a record are left when processes end between bytes and record; nobody needs to know of them. */
const fewUnknown = 20;

/** Keeps bytes and what is known of them together. */
export interface BlobShelf {
  /** Keeps received bytes and answers the blob they are; durable when this resolves. */
  keep(bytes: ReceivedBytes): Promise<StoredBlob>;
  /**
   * Removes blobs that nothing has referred to for 24 hours, and answers how many: none while the clock cannot tell.
   * Bytes that no record speaks of stay: an older database may have been put back, and the newer one comes again. Those
   * that this shelf itself could not remove are tried again.
   * @param until ends it, also while it waits for the place of the bytes; it then fails
   * @throws AppError `internal-error` where no record speaks of many bytes, after all else was done
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
  let listedAt = -Infinity;
  const removal = createRemoval({ blobs, records }, oneAtATime);

  /** Bytes that came and got no record are of use to nobody, and take room that may be what the record wanted for. */
  async function removeWithoutRecord({ sha256 }: ReceivedBytes): Promise<void> {
    if (!(await records.findByHash(sha256))) await removal.remove({ sha256, blobId: undefined });
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
      // What was in the way was told when it failed first.
      await removal.tryAgain(until).catch(() => undefined);
      for await (const page of records.listUnused(storedBefore)) {
        await takeTurn();
        for (const { blobId, sha256 } of page) {
          await takeTurn();
          await oneAtATime(sha256, async () => {
            if (!(await records.dropUnused(blobId, storedBefore))) return;
            await removal.remove({ blobId, sha256 }, until);
            removed += 1;
          });
        }
      }
      if (steadyMs() - listedAt < listEveryMs) return removed;
      await blobs.dropUnfinished(storedBefore, until);
      const unknownCount = await countUnknown({ blobs, records }, storedBefore, takeTurn, until);
      listedAt = steadyMs();
      if (unknownCount > fewUnknown) throw unknownBytes(unknownCount);
      return removed;
    },
  };
}

/** Removes bytes that no record speaks of any more, and keeps in mind those that it could not remove. */
function createRemoval({ blobs, records }: Pick<ShelfPorts, 'blobs' | 'records'>, oneAtATime: OneAtATime<Sha256>) {
  const left = new Set<BlobName>();

  async function remove(name: BlobName, until?: AbortSignal): Promise<void> {
    // Whatever fails again and again goes to the end.
    left.delete(name);
    left.add(name);
    await blobs.remove(name, until);
    left.delete(name);
  }

  return {
    remove,
    /** What somebody stored again meanwhile is left alone. */
    async tryAgain(until?: AbortSignal): Promise<void> {
      for (const name of [...left]) {
        await oneAtATime(name.sha256, async () => {
          if (!(await records.findByHash(name.sha256))) await remove(name, until);
        });
      }
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

/** How many of the bytes stored before that time have no record. */
async function countUnknown(
  { blobs, records }: Pick<ShelfPorts, 'blobs' | 'records'>,
  storedBefore: number,
  takeTurn: TakeTurn,
  until: AbortSignal | undefined,
): Promise<number> {
  let count = 0;
  for await (const { sha256, blobId, storedAt } of blobs.list(until)) {
    await takeTurn();
    if (storedAt >= storedBefore) continue;
    const record = blobId === undefined ? await records.findByHash(sha256) : await records.find(blobId);
    if (!record) count += 1;
  }
  return count;
}

function unknownBytes(count: number): AppError {
  const detail = `No record speaks of ${count} files, which stay. Was an older database put back, or that of other files?`;
  return new AppError('internal-error', { detail });
}

import type { Sha256 } from '../../../shared/model/sha256.ts';
import type { BlobRecords, StoredBlob } from '../store/store.ts';
import { createTurns, type TakeTurn } from '../take-turns.ts';
import type { Blobs, ReceivedBytes } from './blobs.ts';

/** How long bytes may lie without anything referring to them. */
export const unusedBlobLifetimeMs = 24 * 3_600_000;

/** Keeps bytes and what is known of them together. */
export interface BlobShelf {
  /** Keeps received bytes and answers the blob they are; durable when this resolves. */
  keep(bytes: ReceivedBytes): Promise<StoredBlob>;
  /** Removes blobs that nothing has referred to for 24 hours, and answers how many. Throws what `takeTurn` throws. */
  collectUnused(takeTurn?: TakeTurn): Promise<number>;
}

interface ShelfPorts {
  readonly blobs: Blobs;
  readonly records: BlobRecords;
  readonly now: () => number;
}

/** A shelf on bytes and records that nobody else removes from. `now` is in milliseconds. */
export function createBlobShelf({ blobs, records, now }: ShelfPorts): BlobShelf {
  const oneAtATime = createQueues();

  return {
    keep: (bytes) =>
      oneAtATime(bytes.sha256, async () => {
        // At the same time, and told when both are durable: a record whose bytes a crash kept from coming was told to
        // nobody, counts as unused, and whoever sends these bytes again puts both.
        const record = records.put({ sha256: bytes.sha256, sizeBytes: bytes.sizeBytes }, now());
        const [kept, blob] = await Promise.allSettled([bytes.keep(), record]);
        if (kept.status === 'rejected') throw kept.reason;
        if (blob.status === 'rejected') throw blob.reason;
        return blob.value;
      }),
    async collectUnused(takeTurn = createTurns()) {
      const storedBefore = now() - unusedBlobLifetimeMs;
      let removed = 0;
      for (const { blobId, sha256 } of await records.listUnused(storedBefore)) {
        await takeTurn();
        await oneAtATime(sha256, async () => {
          if (!(await records.dropUnused(blobId, storedBefore))) return;
          await blobs.remove(sha256);
          removed += 1;
        });
      }
      return removed + (await removeUnknown(storedBefore, takeTurn));
    },
  };

  /** Bytes on the disk that no record speaks of: left when the process ended between the two. */
  async function removeUnknown(storedBefore: number, takeTurn: TakeTurn): Promise<number> {
    let removed = 0;
    for await (const { sha256, storedAt } of blobs.list()) {
      await takeTurn();
      if (storedAt >= storedBefore) continue;
      await oneAtATime(sha256, async () => {
        if (await records.findByHash(sha256)) return;
        await blobs.remove(sha256);
        removed += 1;
      });
    }
    return removed;
  }
}

/** Lets those that speak of the same bytes go one after the other, so that bytes are never removed while they are kept. */
function createQueues(): <T>(sha256: Sha256, take: () => Promise<T>) => Promise<T> {
  const last = new Map<Sha256, Promise<unknown>>();
  return async (sha256, take) => {
    const turn = (last.get(sha256) ?? Promise.resolve()).then(take, take);
    last.set(sha256, turn);
    try {
      return await turn;
    } finally {
      if (last.get(sha256) === turn) last.delete(sha256);
    }
  };
}

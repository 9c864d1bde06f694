import type { OutgoingFile } from '../../../shared/api/caller.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import type { DiskBlobs } from '../blobs/disk-blobs.ts';
import { createOneAtATime } from '../one-at-a-time.ts';
import type { ReceivedFile } from '../handlers/handler.ts';

/** Files of requests, which are here for as long as somebody has them sent on. */
export interface PassedBytes {
  /** @returns what `use` does; then the bytes are gone, unless another request came with the same */
  lend<T>(received: ReceivedFile, use: (file: OutgoingFile) => Promise<T>): Promise<T>;
}

/** @param blobs where requests leave their files; nobody else keeps anything there */
export function createPassedBytes(blobs: DiskBlobs): PassedBytes {
  const users = new Map<Sha256, number>();
  const oneAtATime = createOneAtATime<Sha256>();

  async function letGo(sha256: Sha256): Promise<void> {
    const left = (users.get(sha256) ?? 1) - 1;
    if (left > 0) users.set(sha256, left);
    else {
      users.delete(sha256);
      await blobs.remove({ sha256 });
    }
  }

  return {
    async lend({ bytes, fileName, contentType }, use) {
      const { sha256, sizeBytes } = bytes;
      users.set(sha256, (users.get(sha256) ?? 0) + 1);
      try {
        await oneAtATime(sha256, () => bytes.keep(Promise.resolve({ blobId: sha256, sha256, sizeBytes })));
        return await use({ fileName: fileName ?? 'file', contentType, sizeBytes, open: () => readAll(blobs, bytes) });
      } finally {
        await oneAtATime(sha256, () => letGo(sha256));
      }
    },
  };
}

async function* readAll(blobs: DiskBlobs, bytes: ReceivedFile['bytes']): AsyncGenerator<Uint8Array> {
  yield* await blobs.open(bytes);
}

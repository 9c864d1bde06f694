import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Sha256 } from '../../shared/model/sha256.ts';
import { guard } from './disk-error.ts';
import { assertOpened, readFlags, type Place } from './real-place.ts';
import { ask } from './reading/ask.ts';
import type { Hashed } from './reading/questions.ts';

const chunkBytes = 1 << 20;

export interface RandomAccess {
  /** Where it is so short that all of it is at hand. */
  readonly hashed: Hashed | undefined;
  read(position: number, lengthBytes: number): Promise<Uint8Array>;
}

/** A file whose two ends are at hand: what programs write about it mostly stands there. */
export async function openEnds(place: Place): Promise<RandomAccess> {
  const { sizeBytes, head, tail, hashed } = await ask({
    kind: 'ends',
    ...place,
    headBytes: 1 << 15,
    tailBytes: 1 << 12,
  });
  const tailStart = sizeBytes - tail.length;
  return {
    hashed,
    async read(position, lengthBytes) {
      const end = Math.min(position + lengthBytes, sizeBytes);
      if (end <= head.length) return head.subarray(Math.min(position, end), end);
      if (position >= tailStart) return tail.subarray(position - tailStart, Math.max(end, position) - tailStart);
      return ask({ kind: 'piece', ...place, position, lengthBytes: end - position });
    },
  };
}

/** The bytes of a file from its beginning, and their hash once all were taken. */
export function readWhole(place: Place): {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly sha256: () => Sha256 | undefined;
} {
  let digest: Sha256 | undefined;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    const whole = await ask({ kind: 'whole', ...place, longestBytes: chunkBytes });
    if (whole) {
      if (whole.bytes.length > 0) yield whole.bytes;
      digest = whole.sha256;
    } else digest = yield* readInChunks(place);
  }
  return { bytes: bytes(), sha256: () => digest };
}

async function* readInChunks(place: Place): AsyncGenerator<Uint8Array, Sha256> {
  const handle = await guard(() => open(place.path, readFlags), 'read');
  const hash = createHash('sha256');
  try {
    await guard(async () => assertOpened(handle.fd, place), 'read');
    for (;;) {
      const { bytesRead, buffer } = await guard(
        () => handle.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes),
        'read',
      );
      if (bytesRead === 0) return hash.digest('hex') as Sha256;
      const chunk = buffer.subarray(0, bytesRead);
      hash.update(chunk);
      yield chunk;
    }
  } finally {
    await handle.close();
  }
}

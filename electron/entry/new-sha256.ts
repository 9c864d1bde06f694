import { createHash } from 'node:crypto';
import type { Sha256 } from '../../shared/model/sha256.ts';
import type { RunningHash } from '../engine/moving/move-parts.ts';

/** A SHA-256 of bytes that come in pieces. */
export function newSha256(): RunningHash {
  const hash = createHash('sha256');
  return {
    update: (bytes) => void hash.update(bytes),
    digest: () => hash.digest('hex') as Sha256,
  };
}

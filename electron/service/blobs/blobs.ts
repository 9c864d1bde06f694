import type { Readable } from 'node:stream';
import type { Sha256 } from '../../../shared/model/sha256.ts';

/** Bytes by their hash. Knows no names and no versions. */
export interface Blobs {
  /**
   * Takes bytes in without making them findable yet; they are on the disk when this resolves.
   * @throws AppError `body-too-large` after more than `maxBytes`; whatever the source throws
   */
  receive(bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<ReceivedBytes>;
  /**
   * The bytes, or those from `range.start` to `range.end` (both included).
   * @throws AppError `internal-error` when they are not there
   */
  open(sha256: Sha256, range?: ByteRange): Promise<Readable>;
  remove(sha256: Sha256): Promise<void>;
  /** Everything kept, with the time it was put there. */
  list(): AsyncIterable<{ readonly sha256: Sha256; readonly storedAt: number }>;
  close(): void;
}

/** Bytes that are on the disk and wait to be kept or discarded. */
export interface ReceivedBytes {
  readonly sha256: Sha256;
  readonly sizeBytes: number;
  /** Makes them findable by their hash; durable when this resolves. */
  keep(): Promise<void>;
  discard(): Promise<void>;
}

/** First and last byte, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

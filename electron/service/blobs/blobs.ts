import type { Readable } from 'node:stream';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import type { StoredBlob } from '../store/store.ts';

/**
 * Bytes by their hash. Knows no names and no versions. Where several processes share the place, bytes also go by the id
 * of their record, which never comes back: removing what a record that is gone had cannot hit what was stored since.
 */
export interface Blobs {
  /**
   * Takes bytes in without making them findable yet; they are on the disk when this resolves.
   * @throws AppError `body-too-large` after more than `maxBytes`; whatever the source throws
   */
  receive(bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<ReceivedBytes>;
  /**
   * The bytes, or those from `range.start` to `range.end` (both included).
   * @throws AppError `bytes-lost` when they are not there or have another length, `file-store-away` when nobody can tell
   */
  open(blob: StoredBlob, range?: ByteRange): Promise<Readable>;
  /** @param until ends it: what it waits for is broken off, and it fails; so with those below */
  remove(blob: BlobName, until?: AbortSignal): Promise<void>;
  /** Everything kept, with the time it was put there. */
  list(until?: AbortSignal): AsyncIterable<KeptBytes>;
  /** Drops what is left of bytes that somebody began to keep before that time and did not finish. */
  dropUnfinished(begunBefore: number, until?: AbortSignal): Promise<void>;
  close(): void;
}

/** By which bytes are removed. */
export interface BlobName {
  readonly sha256: Sha256;
  /** Id of their record; undefined where the place knows bytes by their hash alone. */
  readonly blobId: string | undefined;
}

export interface KeptBytes extends BlobName {
  readonly storedAt: number;
}

/** Bytes that are on the disk and wait to be kept or discarded. */
export interface ReceivedBytes {
  readonly sha256: Sha256;
  readonly sizeBytes: number;
  /**
   * Makes them findable; durable when this resolves. Where it fails, nothing of what arrived stays.
   * @param record theirs, once it is durable; only a place that names bytes by it waits for it
   * @throws AppError `file-store-away`; what `record` rejects with
   */
  keep(record: Promise<StoredBlob>): Promise<void>;
  discard(): Promise<void>;
}

/** First and last byte, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

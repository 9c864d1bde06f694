import { z } from 'zod';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import type { StoredBlob } from './store.ts';

const blobRow = z.object({ blob_id: z.string(), sha256: z.string(), size_bytes: z.number() });

/** The columns of a blob. */
export const blobColumns = 'blob_id, sha256, size_bytes';

/** Reads the blob columns of a row, whatever else the row holds. */
export function readBlob(row: unknown): StoredBlob {
  const { blob_id: blobId, sha256, size_bytes: sizeBytes } = blobRow.parse(row);
  return { blobId, sha256: sha256 as Sha256, sizeBytes };
}

import { blobColumns, readBlob } from '../blob-rows.ts';
import { pagesByKey } from '../list-pages.ts';
import { orderedGuid } from '../ordered-guid.ts';
import { readIfThere } from '../read-if-there.ts';
import type { BlobRecords, StoredBlob } from '../store.ts';
import { guidOf, type TenantDatabase } from './tenant.ts';

/** Blob records in PostgreSQL. */
export function createBlobRecords({ ask, known, tenantId }: TenantDatabase): BlobRecords {
  const find = async (blobId: string): Promise<StoredBlob | undefined> => {
    const one = `SELECT ${blobColumns} FROM blobs WHERE tenant_id = $1 AND blob_id = $2`;
    return readIfThere((await ask(one, [tenantId, guidOf(blobId)]))[0], readBlob);
  };
  return {
    async put({ sha256, sizeBytes, blobId }, storedAt) {
      await known();
      const standing = blobId === undefined ? undefined : await find(blobId);
      if (standing && standing.sha256 !== sha256) return standing;
      const [row] = await ask(
        `INSERT INTO blobs AS b (tenant_id, blob_id, sha256, size_bytes, stored_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (tenant_id, sha256) DO UPDATE SET stored_at = greatest(b.stored_at, excluded.stored_at) RETURNING ${blobColumns}`,
        [tenantId, blobId ?? orderedGuid(storedAt), sha256, sizeBytes, storedAt],
      );
      return readBlob(row);
    },
    listUsed: () =>
      pagesByKey<StoredBlob>(async (last, size) => {
        const page = `SELECT ${blobColumns} FROM blobs
          WHERE tenant_id = $1 AND ($2::uuid IS NULL OR blob_id > $2) AND used ORDER BY blob_id LIMIT $3`;
        return (await ask(page, [tenantId, last?.blobId ?? null, size])).map(readBlob);
      }),
    find,
    async findByHash(sha256) {
      const [row] = await ask(`SELECT ${blobColumns} FROM blobs WHERE tenant_id = $1 AND sha256 = $2`, [
        tenantId,
        sha256,
      ]);
      return readIfThere(row, readBlob);
    },
    listUnused: (storedBefore) =>
      pagesByKey<StoredBlob>(async (last, size) => {
        const page = `SELECT ${blobColumns} FROM blobs WHERE tenant_id = $1 AND ($2::uuid IS NULL OR blob_id > $2)
          AND stored_at < $3 AND NOT used ORDER BY blob_id LIMIT $4`;
        return (await ask(page, [tenantId, last?.blobId ?? null, storedBefore, size])).map(readBlob);
      }),
    // Whoever is about to refer to it holds the row; this one then waits, and finds it in use.
    async dropUnused(blobId, storedBefore) {
      const dropped = await ask(
        'DELETE FROM blobs WHERE tenant_id = $1 AND blob_id = $2 AND stored_at < $3 AND NOT used RETURNING blob_id',
        [tenantId, guidOf(blobId), storedBefore],
      );
      return dropped.length === 1;
    },
  };
}

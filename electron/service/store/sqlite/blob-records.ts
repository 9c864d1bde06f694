import type Database from 'better-sqlite3';
import { readBlob } from '../blob-rows.ts';
import { pagesByKey } from '../list-pages.ts';
import { orderedGuid } from '../ordered-guid.ts';
import { readIfThere } from '../read-if-there.ts';
import type { BlobRecords, StoredBlob } from '../store.ts';
import type { SharedCommits } from '../../../commits/shared-commits.ts';

const used = `(EXISTS (SELECT 1 FROM versions WHERE versions.blob_id = blobs.blob_id)
  OR EXISTS (SELECT 1 FROM validation_files WHERE validation_files.blob_id = blobs.blob_id))`;

const unused = `NOT ${used} AND stored_at < ?`;

interface LookedAt {
  readonly blob_id: string;
  readonly is_unused: 0 | 1;
}

/** Blob records in SQLite. */
export function createBlobRecords(database: Database.Database, commits: SharedCommits): BlobRecords {
  const insert = database.prepare(
    `INSERT INTO blobs (blob_id, sha256, size_bytes, stored_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (sha256) DO UPDATE SET stored_at = excluded.stored_at
     ON CONFLICT (blob_id) DO UPDATE SET stored_at = excluded.stored_at RETURNING blob_id, sha256, size_bytes`,
  );
  const byId = database.prepare('SELECT * FROM blobs WHERE blob_id = ?');
  const byHash = database.prepare('SELECT * FROM blobs WHERE sha256 = ?');
  // Nearly all are used: those of a page are looked at, and few of them are left.
  const lookAtNext = database.prepare(
    `SELECT *, ${unused} AS is_unused FROM blobs WHERE blob_id > ? ORDER BY blob_id LIMIT ?`,
  );
  const dropUnused = database.prepare(`DELETE FROM blobs WHERE blob_id = ? AND ${unused}`);

  const listUsed = database.prepare(`SELECT * FROM blobs WHERE blob_id > ? AND ${used} ORDER BY blob_id LIMIT ?`);

  return {
    put: (blob, storedAt) =>
      commits.add(() => {
        const { blobId = orderedGuid(storedAt), sha256, sizeBytes } = blob;
        return readBlob(insert.get(blobId, sha256, sizeBytes, storedAt));
      }),
    find: async (blobId) => readIfThere(byId.get(blobId.toLowerCase()), readBlob),
    findByHash: async (sha256) => readIfThere(byHash.get(sha256), readBlob),
    async *listUnused(storedBefore) {
      const after = async (last: LookedAt | undefined, size: number): Promise<LookedAt[]> =>
        lookAtNext.all(storedBefore, last?.blob_id ?? '', size) as LookedAt[];
      for await (const page of pagesByKey(after)) yield page.filter((row) => row.is_unused === 1).map(readBlob);
    },
    listUsed: () => pagesByKey<StoredBlob>(async (last, size) => listUsed.all(last?.blobId ?? '', size).map(readBlob)),
    dropUnused: (blobId, storedBefore) => commits.add(() => dropUnused.run(blobId, storedBefore).changes === 1),
  };
}

import type Database from 'better-sqlite3';
import { readBlob, readOptionalBlob } from '../blob-rows.ts';
import { pagesByKey } from '../list-pages.ts';
import { orderedGuid } from '../ordered-guid.ts';
import type { BlobRecords, StoredBlob } from '../store.ts';
import type { SharedCommits } from '../../../commits/shared-commits.ts';

const used = `(EXISTS (SELECT 1 FROM versions WHERE versions.blob_id = blobs.blob_id)
  OR EXISTS (SELECT 1 FROM validation_files WHERE validation_files.blob_id = blobs.blob_id))`;

const unused = `NOT ${used} AND stored_at < ?`;

/** Blob records in SQLite. */
export function createBlobRecords(database: Database.Database, commits: SharedCommits): BlobRecords {
  const insert = database.prepare(
    `INSERT INTO blobs (blob_id, sha256, size_bytes, stored_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (sha256) DO UPDATE SET stored_at = excluded.stored_at
     ON CONFLICT (blob_id) DO UPDATE SET stored_at = excluded.stored_at RETURNING blob_id, sha256, size_bytes`,
  );
  const byId = database.prepare('SELECT * FROM blobs WHERE blob_id = ?');
  const byHash = database.prepare('SELECT * FROM blobs WHERE sha256 = ?');
  const listUnused = database.prepare(`SELECT * FROM blobs WHERE ${unused}`);
  const dropUnused = database.prepare(`DELETE FROM blobs WHERE blob_id = ? AND ${unused}`);

  const listUsed = database.prepare(`SELECT * FROM blobs WHERE blob_id > ? AND ${used} ORDER BY blob_id LIMIT ?`);

  return {
    put: (blob, storedAt) =>
      commits.add(() => {
        const { blobId = orderedGuid(storedAt), sha256, sizeBytes } = blob;
        return readBlob(insert.get(blobId, sha256, sizeBytes, storedAt));
      }),
    find: async (blobId) => readOptionalBlob(byId.get(blobId.toLowerCase())),
    findByHash: async (sha256) => readOptionalBlob(byHash.get(sha256)),
    listUnused: async (storedBefore) => listUnused.all(storedBefore).map(readBlob),
    listUsed: () => pagesByKey<StoredBlob>(async (last, size) => listUsed.all(last?.blobId ?? '', size).map(readBlob)),
    dropUnused: (blobId, storedBefore) => commits.add(() => dropUnused.run(blobId, storedBefore).changes === 1),
  };
}

import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Sha256 } from '../../../../shared/model/sha256.ts';
import type { BlobRecords, StoredBlob } from '../store.ts';
import type { SharedCommits } from '../../../commits/shared-commits.ts';
import { orderedGuid } from './ordered-guid.ts';

const blobRow = z.object({ blob_id: z.string(), sha256: z.string(), size_bytes: z.number() });

const unused = `
  NOT EXISTS (SELECT 1 FROM versions WHERE versions.blob_id = blobs.blob_id)
  AND NOT EXISTS (SELECT 1 FROM validation_files WHERE validation_files.blob_id = blobs.blob_id)
  AND stored_at < ?`;

/** Blob records in SQLite. */
export function createBlobRecords(database: Database.Database, commits: SharedCommits): BlobRecords {
  const insert = database.prepare(
    `INSERT INTO blobs (blob_id, sha256, size_bytes, stored_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (sha256) DO UPDATE SET stored_at = excluded.stored_at RETURNING blob_id, sha256, size_bytes`,
  );
  const byId = database.prepare('SELECT * FROM blobs WHERE blob_id = ?');
  const byHash = database.prepare('SELECT * FROM blobs WHERE sha256 = ?');
  const listUnused = database.prepare(`SELECT * FROM blobs WHERE ${unused}`);
  const dropUnused = database.prepare(`DELETE FROM blobs WHERE blob_id = ? AND ${unused}`);

  return {
    put: (blob, storedAt) =>
      commits.add(() => readBlob(insert.get(orderedGuid(storedAt), blob.sha256, blob.sizeBytes, storedAt))),
    find: async (blobId) => readOptional(byId.get(blobId.toLowerCase())),
    findByHash: async (sha256) => readOptional(byHash.get(sha256)),
    listUnused: async (storedBefore) => listUnused.all(storedBefore).map(readBlob),
    dropUnused: (blobId, storedBefore) => commits.add(() => dropUnused.run(blobId, storedBefore).changes === 1),
  };
}

/** Reads the blob columns of a row, whatever else the row holds. */
export function readBlob(row: unknown): StoredBlob {
  const { blob_id: blobId, sha256, size_bytes: sizeBytes } = blobRow.parse(row);
  return { blobId, sha256: sha256 as Sha256, sizeBytes };
}

function readOptional(row: unknown): StoredBlob | undefined {
  return row === undefined ? undefined : readBlob(row);
}

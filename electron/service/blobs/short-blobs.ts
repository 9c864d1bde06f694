import { existsSync } from 'node:fs';
import type Database from 'better-sqlite3';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { createSharedCommits } from '../../commits/shared-commits.ts';
import { isGone } from '../../privacy/opened-note.ts';
import { openOwnDatabase, readOwnDatabase } from '../own-database.ts';

interface ListedBlob {
  readonly sha256: Sha256;
  readonly storedAt: number;
}

/** Short blobs in one database file: a file of its own costs each of them ten calls to the disk and two flushes. */
export interface ShortBlobs {
  /** Durable when this resolves; those put at the same moment share a flush. */
  put(sha256: Sha256, bytes: Uint8Array): Promise<void>;
  get(sha256: Sha256): Buffer | undefined;
  remove(sha256: Sha256): Promise<void>;
  /** Those that are there, and perhaps those that come meanwhile. */
  list(): Iterable<ListedBlob>;
  close(): void;
}

/** So many are read of a list at once: nobody is served meanwhile. */
const pageLength = 500;

/**
 * Opens them, or begins with none. Whoever opens them keeps other processes out.
 * @throws AppError those of `openOwnDatabase`
 */
export function openShortBlobs(file: string): ShortBlobs {
  return shortBlobsIn(openOwnDatabase(file, makeTable));
}

/** Opens them to read them; where there are none, none are begun with. @throws AppError those of `readOwnDatabase` */
export function readShortBlobs(file: string): ShortBlobs {
  return shortBlobsIn(readOwnDatabase(existsSync(file) || isGone(file) ? file : ':memory:', makeTable));
}

function makeTable(database: Database.Database): void {
  database.pragma('temp_store = MEMORY');
  database.exec(
    'CREATE TABLE IF NOT EXISTS blobs (sha256 TEXT PRIMARY KEY, stored_at INTEGER NOT NULL, bytes BLOB NOT NULL) STRICT',
  );
}

function shortBlobsIn(database: Database.Database): ShortBlobs {
  const commits = createSharedCommits(database);
  // With their bytes: those that are there may have been spoilt.
  const insert = database.prepare(
    'INSERT INTO blobs VALUES (?, ?, ?) ON CONFLICT (sha256) DO UPDATE SET stored_at = excluded.stored_at, bytes = excluded.bytes',
  );
  const find = database.prepare('SELECT bytes FROM blobs WHERE sha256 = ?').pluck();
  const remove = database.prepare('DELETE FROM blobs WHERE sha256 = ?');
  // In the order in which they lie: any other one reads all over the file.
  const page = database.prepare(
    'SELECT rowid AS row, sha256, stored_at AS storedAt FROM blobs WHERE rowid > ? ORDER BY rowid LIMIT ?',
  );
  function* list(): Generator<ListedBlob> {
    let last = 0;
    for (;;) {
      const blobs = page.all(last, pageLength) as (ListedBlob & { readonly row: number })[];
      for (const { sha256, storedAt } of blobs) yield { sha256, storedAt };
      last = blobs.at(-1)?.row ?? last;
      if (blobs.length < pageLength) return;
    }
  }

  return {
    put: async (sha256, bytes) => void (await commits.add(() => insert.run(sha256, Date.now(), bytes))),
    get: (sha256) => find.get(sha256) as Buffer | undefined,
    remove: async (sha256) => void (await commits.add(() => remove.run(sha256))),
    list,
    close() {
      commits.close();
      database.close();
    },
  };
}

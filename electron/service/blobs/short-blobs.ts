import Database from 'better-sqlite3';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { keepDatabasePrivate } from '../../privacy/private-files.ts';
import { createSharedCommits } from '../../commits/shared-commits.ts';

/** Short blobs in one database file: a file of its own costs each of them ten calls to the disk and two flushes. */
export interface ShortBlobs {
  /** Durable when this resolves; those put at the same moment share a flush. */
  put(sha256: Sha256, bytes: Uint8Array): Promise<void>;
  get(sha256: Sha256): Buffer | undefined;
  remove(sha256: Sha256): Promise<void>;
  list(): readonly { readonly sha256: Sha256; readonly storedAt: number }[];
  close(): void;
}

/** Opens them, or begins with none. Whoever opens them keeps other processes out. */
export function openShortBlobs(file: string): ShortBlobs {
  keepDatabasePrivate(file);
  const database = new Database(file);
  database.pragma('locking_mode = EXCLUSIVE');
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('temp_store = MEMORY');
  database.pragma('wal_autocheckpoint = 4000');
  database.exec(
    'CREATE TABLE IF NOT EXISTS blobs (sha256 TEXT PRIMARY KEY, stored_at INTEGER NOT NULL, bytes BLOB NOT NULL) STRICT',
  );
  const commits = createSharedCommits(database);
  // With their bytes: those that are there may have been spoilt.
  const insert = database.prepare(
    'INSERT INTO blobs VALUES (?, ?, ?) ON CONFLICT (sha256) DO UPDATE SET stored_at = excluded.stored_at, bytes = excluded.bytes',
  );
  const find = database.prepare('SELECT bytes FROM blobs WHERE sha256 = ?').pluck();
  const remove = database.prepare('DELETE FROM blobs WHERE sha256 = ?');
  const all = database.prepare('SELECT sha256, stored_at AS storedAt FROM blobs');

  return {
    put: async (sha256, bytes) => void (await commits.add(() => insert.run(sha256, Date.now(), bytes))),
    get: (sha256) => find.get(sha256) as Buffer | undefined,
    remove: async (sha256) => void (await commits.add(() => remove.run(sha256))),
    list: () => all.all() as { sha256: Sha256; storedAt: number }[],
    close() {
      commits.close();
      database.close();
    },
  };
}

import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { ownNames } from '../privacy/own-names.ts';
import { keepDatabasePrivate, openPrivateFolder } from '../privacy/private-files.ts';

/** A mirror of another form is not read: what was in it comes again with the next answers. */
const form = 1;

const tables = `
  CREATE TABLE mirror (salt BLOB NOT NULL, limit_bytes INTEGER NOT NULL) STRICT;

  -- Whose answers these are: of one service, as one client with one license code sees it.
  -- An id is drawn by lot, and never given again: what arrives for one who has signed out, or of whom a file knew that
  -- was begun anew since, must not become another's.
  CREATE TABLE owner (
    owner_id INTEGER PRIMARY KEY, service_id TEXT NOT NULL, fingerprint TEXT NOT NULL, UNIQUE (service_id, fingerprint)
  ) STRICT;

  CREATE TABLE answer (
    answer_id INTEGER PRIMARY KEY,
    owner_id INTEGER NOT NULL REFERENCES owner ON DELETE CASCADE,
    text TEXT NOT NULL, digest TEXT NOT NULL, seen_ms REAL NOT NULL, pinned INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX answer_by_age ON answer (pinned, answer_id);
  CREATE INDEX answer_by_owner ON answer (owner_id);

  -- What an answer is asked by.
  CREATE TABLE name (
    owner_id INTEGER NOT NULL, name TEXT NOT NULL, operation TEXT NOT NULL,
    answer_id INTEGER NOT NULL REFERENCES answer ON DELETE CASCADE,
    PRIMARY KEY (owner_id, name)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX name_by_answer ON name (answer_id);

  -- An answer that nobody can ask for any more goes.
  CREATE TRIGGER name_moved AFTER UPDATE ON name BEGIN
    DELETE FROM answer WHERE answer_id = OLD.answer_id
      AND NOT EXISTS (SELECT 1 FROM name WHERE answer_id = OLD.answer_id);
  END;
  CREATE TRIGGER name_gone AFTER DELETE ON name BEGIN
    DELETE FROM answer WHERE answer_id = OLD.answer_id
      AND NOT EXISTS (SELECT 1 FROM name WHERE answer_id = OLD.answer_id);
  END;

  PRAGMA user_version = ${form};
`;

/** What is written there is not what was written. */
export class MirrorDamaged extends Error {}

/** The file of a mirror, which is dropped and begun anew where it turns out to be damaged. */
export interface MirrorFile {
  /**
   * @returns what `work` does; `otherwise` where it cannot be done now (no room, another has it, the file was damaged):
   * what a mirror does not have is asked of the service
   */
  use<T>(work: (database: Database.Database) => T, otherwise: T): T;
  close(): void;
}

/** @param path absolute; several processes may have it open @param limitBytes of a mirror that is begun here */
export function openMirrorFile(path: string, limitBytes: number): MirrorFile {
  let database = openOrBegin(path, limitBytes);

  return {
    use(work, otherwise) {
      if (!database) return otherwise;
      try {
        return work(database);
      } catch (thrown) {
        if (isDamage(thrown)) {
          database.close();
          database = beginAnew(path, limitBytes);
        } else if (!(thrown instanceof Database.SqliteError)) throw thrown;
        return otherwise;
      }
    },
    close() {
      database?.close();
      database = undefined;
    },
  };
}

function openOrBegin(path: string, limitBytes: number): Database.Database | undefined {
  try {
    return open(path, limitBytes);
  } catch (thrown) {
    return isDamage(thrown) ? beginAnew(path, limitBytes) : undefined;
  }
}

function beginAnew(path: string, limitBytes: number): Database.Database | undefined {
  try {
    for (const companion of ['', '-wal', '-shm']) rmSync(path + companion, { force: true });
    return open(path, limitBytes);
  } catch {
    // Without a mirror every question is asked of the service.
    return undefined;
  }
}

/** Another process writes for moments only. */
const patienceMs = 500;

function open(path: string, limitBytes: number): Database.Database {
  openPrivateFolder(dirname(path), ownNames.data);
  keepDatabasePrivate(path);
  const database = new Database(path, { timeout: patienceMs });
  try {
    // Room that is given up goes back to the disk, and what was deleted cannot be read there any more.
    database.pragma('auto_vacuum = INCREMENTAL');
    database.pragma('secure_delete = ON');
    database.pragma('journal_mode = WAL');
    // What a power cut takes is asked of the service again.
    database.pragma('synchronous = NORMAL');
    database.pragma('foreign_keys = ON');
    prepare(database, limitBytes);
    return database;
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

function prepare(database: Database.Database, limitBytes: number): void {
  database
    .transaction(() => {
      const found = Number(database.pragma('user_version', { simple: true }));
      if (found === form) return;
      if (found !== 0) throw new MirrorDamaged(`It has form ${found}.`);
      database.exec(tables);
      database.prepare('INSERT INTO mirror VALUES (?, ?)').run(randomBytes(16), limitBytes);
    })
    .immediate();
}

const damages = ['SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_ERROR', 'SQLITE_CONSTRAINT', 'SQLITE_MISMATCH'];

function isDamage(thrown: unknown): boolean {
  if (thrown instanceof MirrorDamaged) return true;
  // A file that lacks a table is as good as one that is none.
  return thrown instanceof Database.SqliteError && damages.some((code) => thrown.code.startsWith(code));
}

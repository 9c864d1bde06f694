import Database from 'better-sqlite3';
import { AppError } from '../../../shared/errors/app-error.ts';
import { toStateError } from '../../../shared/errors/state-error.ts';
import { createOpenedNote, isBegun, isGone } from '../../privacy/opened-note.ts';
import { keepOwnLogOnly } from '../../privacy/own-log.ts';
import { keepDatabasePrivate } from '../../privacy/private-files.ts';
import { hasRoomBeside } from '../../privacy/room-beside.ts';

const form = 1;

const tables = `
  -- What was asked for and is still to be done, in this order. An id is given once.
  CREATE TABLE write (
    write_id INTEGER PRIMARY KEY AUTOINCREMENT,
    service_id TEXT NOT NULL,
    operation TEXT NOT NULL,
    record TEXT NOT NULL,
    tried INTEGER NOT NULL DEFAULT 0,
    failures INTEGER NOT NULL DEFAULT 0,
    error TEXT
  ) STRICT;

  -- What an id that was given meanwhile is at the service.
  CREATE TABLE meaning (
    service_id TEXT NOT NULL, provisional TEXT NOT NULL, real TEXT NOT NULL, PRIMARY KEY (service_id, provisional)
  ) STRICT, WITHOUT ROWID;

  PRAGMA user_version = ${form};
`;

/** What came to that form later, which an earlier app does without. */
const added = `
  -- The newest version of each CAD file, and of each attachment, that a service told of when it stored or released it.
  CREATE TABLE IF NOT EXISTS told_version (
    service_id TEXT NOT NULL,
    file TEXT NOT NULL,
    language TEXT NOT NULL,
    version TEXT NOT NULL,
    PRIMARY KEY (service_id, file, language)
  ) STRICT, WITHOUT ROWID;

  -- Bytes that a service took and has no version of yet. Since old_since_ms they are found too old at every look.
  CREATE TABLE IF NOT EXISTS sent_bytes (
    service_id TEXT NOT NULL,
    blob_id TEXT NOT NULL,
    bytes_id TEXT NOT NULL,
    file TEXT NOT NULL,
    sent_ms INTEGER NOT NULL,
    old_since_ms INTEGER,
    PRIMARY KEY (service_id, blob_id)
  ) STRICT, WITHOUT ROWID;
`;

/**
 * Opens the database of what waits, for this user alone and one process at a time. What is in it was acknowledged: it is
 * never begun anew.
 * @param path in a folder that is there
 * @param hasBytes whether bytes are there that belong to it
 * @throws AppError `disk-full`, `state-out-of-reach` where the system refuses it, else `writes-unreadable`
 */
export function openOutboxFile(path: string, hasBytes: boolean): Database.Database {
  if (isGone(path) || (hasBytes && !isBegun(path))) {
    const detail = `${path} is gone or empty, and what belongs to it is still there. Put it back.`;
    throw new AppError('writes-unreadable', { detail });
  }
  try {
    keepOwnLogOnly(path);
    keepDatabasePrivate(path);
    const database = new Database(path);
    try {
      database.pragma('journal_mode = WAL');
      database.pragma('synchronous = FULL');
      // Its log is there once it was read.
      database.pragma('user_version');
      createOpenedNote(path).write();
      prepare(database);
      return database;
    } catch (thrown) {
      database.close();
      throw thrown;
    }
  } catch (cause) {
    throw toUnopened(cause, path);
  }
}

/** Why what waits cannot be opened, in words. @param path of its database */
export function toUnopened(thrown: unknown, path: string): AppError {
  const error = toOutboxError(thrown, path);
  return error instanceof AppError ? error : unreadable(thrown, path);
}

/** What became of a question to the database, in words; what is not about the disk stays as it is. */
export function toOutboxError(thrown: unknown, path: string): Error {
  const error = toStateError(thrown, path, () => hasRoomBeside(path));
  // What waits is never set aside.
  return error instanceof AppError && error.code === 'state-damaged' ? unreadable(thrown, path) : error;
}

function unreadable(cause: unknown, path: string): AppError {
  return new AppError('writes-unreadable', { cause, detail: `They are in ${path}.` });
}

function prepare(database: Database.Database): void {
  database
    .transaction(() => {
      const found = Number(database.pragma('user_version', { simple: true }));
      if (found === 0) database.exec(tables);
      else if (found !== form) throw new Error(`It has form ${found}.`);
      database.exec(added);
    })
    .immediate();
}

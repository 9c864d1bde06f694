import { closeSync, existsSync, openSync, readSync, renameSync, rmSync, statSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { keepPrivate } from '../../../privacy/private-files.ts';
import { openOwnDatabase, readOwnDatabase } from '../../own-database.ts';
import { schemaSteps } from './schema.ts';

/** So much of two copies is compared at once. */
const pieceBytes = 1024 * 1024;

/**
 * Opens the service's database for this process alone and brings it to the newest form.
 * @param path file of the database; `:memory:` for one that ends with the process
 * @throws AppError those of `openOwnDatabase`, and `state-unreadable` when it was made by a newer version of the service
 */
export function openDatabase(path: string): Database.Database {
  return openOwnDatabase(path, (database) => {
    keepCopyBeforeMigration(database, path);
    migrate(database);
    database.pragma('foreign_keys = ON');
    // What a write within a shared commit may have to undo is noted in memory: a file for that costs more than the write.
    database.pragma('temp_store = MEMORY');
  });
}

/**
 * Opens the service's database for this process alone, to read it in the newest form: it keeps its own.
 * @param path file of a database that is there
 * @throws AppError those of `openDatabase`
 */
export function readDatabase(path: string): Database.Database {
  return readOwnDatabase(path, (database) => {
    // Nothing switches that within a transaction.
    database.pragma('foreign_keys = OFF');
    // Nobody ends this transaction, so all of it is undone when the database is closed, or the process ends.
    database.exec('BEGIN EXCLUSIVE');
    migrate(database);
  });
}

/** Where the data stands as it was before it was brought from form `form` to a newer one. */
export function copyBeforeForm(path: string, form: number | string): string {
  return `${path}.form-${form}.backup`;
}

/**
 * An older version of the service can go on with the copy; it is made whole before anything is changed. One of an
 * earlier time, before a backup was put back, stays. A start that did not come through left the same one.
 */
function keepCopyBeforeMigration(database: Database.Database, path: string): void {
  const reached = reachedForm(database);
  if (path === ':memory:' || reached === 0 || reached >= schemaSteps.length) return;
  let [copy, newest] = [copyBeforeForm(path, reached), ''];
  for (let number = 2; existsSync(copy); number += 1)
    [copy, newest] = [copyBeforeForm(path, `${reached}-${number}`), copy];
  const unfinished = `${copyBeforeForm(path, reached)}.new`;
  rmSync(unfinished, { force: true });
  // SQLite writes into an empty file that is there.
  keepPrivate(unfinished);
  database.prepare('VACUUM INTO ?').run(unfinished);
  if (newest !== '' && haveSameBytes(newest, unfinished)) rmSync(unfinished);
  else renameSync(unfinished, copy);
}

function haveSameBytes(one: string, other: string): boolean {
  if (statSync(one).size !== statSync(other).size) return false;
  const [first, second] = [openSync(one, 'r'), openSync(other, 'r')];
  const [ofFirst, ofSecond] = [Buffer.alloc(pieceBytes), Buffer.alloc(pieceBytes)];
  try {
    for (;;) {
      const readBytes = readSync(first, ofFirst);
      if (readSync(second, ofSecond) !== readBytes || !ofFirst.equals(ofSecond)) return false;
      if (readBytes === 0) return true;
    }
  } finally {
    closeSync(first);
    closeSync(second);
  }
}

/** @throws AppError `state-unreadable` for one that this version does not know */
function reachedForm(database: Database.Database): number {
  const reached = Number(database.pragma('user_version', { simple: true }));
  if (reached >= 0 && reached <= schemaSteps.length) return reached;
  const detail = `The data of the service has form ${reached}; this version knows forms up to ${schemaSteps.length}.`;
  throw new AppError('state-unreadable', { detail });
}

function migrate(database: Database.Database): void {
  // Off meanwhile: a step that rebuilds a table would otherwise remove what refers to it.
  database.pragma('foreign_keys = OFF');
  database
    .transaction(() => {
      for (const step of schemaSteps.slice(reachedForm(database))) database.exec(step);
      database.pragma(`user_version = ${schemaSteps.length}`);
    })
    .exclusive();
}

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../shared/errors/app-error.ts';
import { toStateError } from '../../shared/errors/state-error.ts';
import type { Database } from '../engine/ports.ts';
import { text } from '../engine/state/row.ts';
import { migrate, schemaVersion, schemaVersionOf } from '../engine/state/schema.ts';
import { createBegunAnewNote, createUncleanEndNote } from '../engine/state/settings-store.ts';
import { sql } from '../engine/state/sql.ts';
import { openSqlite } from '../platform/sqlite.ts';
import { findUnwritableState } from '../platform/state-files.ts';
import { createOpenedNote } from '../privacy/opened-note.ts';
import { ownNames } from '../privacy/own-names.ts';
import { openPrivateFolder } from '../privacy/private-files.ts';
import { databaseParts, setFilesAside } from '../privacy/set-aside.ts';
import { createClosedNote } from './closed-state.ts';
import { isProvenDamaged } from './prove-damage.ts';

/** A command that reads the state while no engine runs holds it for a moment: an engine that starts then waits for it. */
const othersReadForMs = 2_000;

/**
 * Opens the state database of a folder, at this version of its schema. All of it is checked first, unless a run that ended
 * in good order left it just so, less than a day after a check. One that is proven damaged is set aside under a name
 * with its date, never deleted, and a new one begun that notes it, as it does where one was that is gone. So is the log of
 * a database in whose place another one was put.
 * @param patienceMs how long it waits for another that has it open
 * @throws AppError `library-in-use` when another engine uses the folder, `state-unreadable` when a newer version of
 * the app wrote it or it cannot be opened, `state-out-of-reach` when the system refuses to read or write it, `disk-full`
 */
export function openState(stateDir: string, now: () => number = Date.now, patienceMs = othersReadForMs): Database {
  const openPatiently: OpenPatiently = (file) => openSqlite(file, patienceMs);
  const unwritable = findUnwritableState(stateDir);
  if (unwritable !== undefined)
    throw new AppError('state-out-of-reach', { detail: `${unwritable} is read-only, or belongs to another user.` });
  openFolder(stateDir);
  // Two engines that find the same damaged file must not both set it aside; and the lock of the state itself is gone with
  // its file, which somebody may remove. The system lets go of the lock of a process that ends, however it ends.
  const turn = openTurn(join(stateDir, 'state.lock'), openPatiently);
  try {
    const file = join(stateDir, 'state.db');
    const closed = createClosedNote(file);
    const checkedMs = closed.checkedMs(now());
    const opened = createOpenedNote(file);
    asideOr('replaced', () => opened.separateLog(now()));
    const isWhole = (database: StateDatabase): boolean => isWholeState(database, checkedMs !== undefined);
    const found = openUnlessDamaged(file, { openPatiently, isWhole });
    const endedInOrder = closed.isThere();
    closed.forget();
    const wasUsed = found !== undefined && schemaVersionOf(found) > 0;
    const isGone = found !== undefined && schemaVersionOf(found) === 0 && wasThere(turn);
    const setAside = found
      ? undefined
      : asideOr('damaged', () => setFilesAside(file, { as: 'damaged', parts: databaseParts, atMs: now() }));
    const sound = found ?? openPatiently(file);
    opened.write();
    const database = broughtUp(sound);
    if (isGone || setAside !== undefined) createBegunAnewNote(database).write({ setAside, atMs: now() });
    if (wasUsed && !endedInOrder) createUncleanEndNote(database).write({ foundMs: now() });
    noteThere(turn);
    return closingWith(database, {
      inOrder: () => closed.write(checkedMs ?? now()),
      atLast: () => turn.close(),
    });
  } catch (error) {
    turn.close();
    throw error;
  }
}

function openFolder(stateDir: string): void {
  try {
    openPrivateFolder(stateDir, ownNames.data);
  } catch (error) {
    throw toStateError(error, stateDir);
  }
}

type StateDatabase = ReturnType<typeof openSqlite>;
type OpenPatiently = (file: string) => StateDatabase;

interface Closing {
  /** The database was closed in good order, and nothing made it doubtful while it was open. */
  readonly inOrder: () => void;
  /** The next one may open it. */
  readonly atLast: () => void;
}

function closingWith(database: StateDatabase, { inOrder, atLast }: Closing): Database {
  return {
    ...database,
    close() {
      try {
        database.close();
        if (!database.isInDoubt()) inOrder();
      } finally {
        atLast();
      }
    },
  };
}

function openTurn(file: string, openPatiently: OpenPatiently): Database {
  const turn = openUnlessDamaged(file, { openPatiently, isWhole: () => true });
  if (turn) return turn;
  // Nothing is in it but that there was a state.
  for (const companion of databaseParts) rmSync(file + companion, { force: true });
  return openPatiently(file);
}

/** Whether a state was opened in this folder before: the lock says so, which nobody takes for the state. */
function wasThere(turn: Database): boolean {
  return schemaVersionOf(turn) > 0;
}

function noteThere(turn: Database): void {
  if (!wasThere(turn)) turn.run(sql`PRAGMA user_version = 1`);
}

interface Opening {
  readonly openPatiently: OpenPatiently;
  readonly isWhole: (database: StateDatabase) => boolean;
}

/**
 * The database, if it is whole; `undefined` where it is proven to be damaged.
 * @throws AppError `state-out-of-reach` where the system refuses to read it, and what opening it throws
 */
function openUnlessDamaged(file: string, opening: Opening): StateDatabase | undefined {
  const found = openIfWhole(file, opening);
  if (found || isProvenDamaged(file, (copy) => closed(openIfWhole(copy, opening)))) return found;
  // What the system refused a moment ago it may give now.
  const again = openIfWhole(file, opening);
  if (again) return again;
  throw new AppError('state-out-of-reach', { detail: `${file} is whole, and cannot be read all the time.` });
}

/** The database, if it is whole; `undefined` where it seems to be damaged. */
function openIfWhole(file: string, { openPatiently, isWhole }: Opening): StateDatabase | undefined {
  let database: StateDatabase | undefined;
  try {
    database = openPatiently(file);
    if (isWhole(database)) return database;
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'state-damaged')) {
      database?.close();
      throw error;
    }
  }
  database?.close();
  return undefined;
}

/** @returns whether there was anything to close */
function closed(database: StateDatabase | undefined): boolean {
  database?.close();
  return database !== undefined;
}

/**
 * Whether a database is a state of this app with nothing amiss.
 * @param wasChecked whether it stands as it was when it was last checked: then only its schema is looked at
 */
function isWholeState(database: StateDatabase, wasChecked: boolean): boolean {
  // Before its schema is changed it is checked in any case.
  const isTrusted = wasChecked && schemaVersionOf(database) === schemaVersion;
  const isSound = isTrusted || database.get(sql`PRAGMA quick_check(1)`, text('quick_check')) === 'ok';
  return isSound && isOurs(database);
}

/** The write-ahead log of another database makes a whole database of this one, but not ours. */
function isOurs(database: Database): boolean {
  const version = schemaVersionOf(database);
  // What a newer version of the app keeps is not for this one to judge.
  if (version > schemaVersion) return true;
  if (version === 0) return !database.has(sql`SELECT 1 FROM sqlite_master`);
  return database.has(sql`SELECT 1 FROM sqlite_master WHERE name = 'library'`);
}

function broughtUp(database: StateDatabase): StateDatabase {
  try {
    migrate(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** @throws AppError `state-unreadable` where it cannot be set aside */
function asideOr<T>(as: string, setAside: () => T): T {
  try {
    return setAside();
  } catch (cause) {
    throw new AppError('state-unreadable', { cause, detail: `The ${as} state cannot be set aside.` });
  }
}

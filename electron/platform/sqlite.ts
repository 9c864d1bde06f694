import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { AppError } from '../../shared/errors/app-error.ts';
import { toStateError } from '../../shared/errors/state-error.ts';
import { createSharedCommits } from '../commits/shared-commits.ts';
import { keepDatabasePrivate, openPrivateFolder } from '../privacy/private-files.ts';
import { hasRoomBeside } from '../privacy/room-beside.ts';

interface Statement {
  readonly text: string;
  readonly values: readonly (string | number | null)[];
}

type Row = Readonly<Record<string, unknown>>;

type Prepared = BetterSqlite3.Statement;

/**
 * Opens a SQLite database for one process and one person: write-ahead log, fully synchronous, locked against a second
 * program. Every call throws AppError `disk-full` while there is no room, `state-out-of-reach` where the system refuses
 * to read or write, `state-not-flushed`, and `state-damaged` where SQLite finds damage: of a read that the system refused
 * it says the same. Every write throws `state-taken-away` once the file was removed or replaced.
 * @param file absolute path, or `:memory:`
 * @param patienceMs how long it waits, without doing anything else, for a program that has it open and closes it soon
 * @throws AppError `library-in-use` when another program has it open, `state-unreadable` when it cannot be opened, and as
 * every call
 */
export function openSqlite(file: string, patienceMs = 0) {
  const database = open(file, patienceMs);
  const assertInPlace = watchPlace(file);
  let isInDoubt = false;
  const told = (thrown: unknown): Error => {
    const error = inOurWords(file)(thrown);
    isInDoubt ||= error instanceof AppError && doubtful.has(error.code);
    return error;
  };
  const prepare = createStatements(database);
  const together = createSharedCommits(database, { inWords: told, assertWritable: assertInPlace });
  const { within, isWithin } = createDepth();
  const transact = database.transaction(within);
  return {
    run({ text, values }: Statement) {
      try {
        if (!isWithin()) assertInPlace();
        const { changes, lastInsertRowid } = prepare(text).run(...values);
        return { changes, lastId: Number(lastInsertRowid) };
      } catch (thrown) {
        throw told(thrown);
      }
    },
    ...createReads(prepare, told),
    transaction<T>(work: () => T): T {
      // Nested calls join the outer transaction.
      if (database.inTransaction) return work();
      try {
        assertInPlace();
        return transact.immediate(work) as T;
      } catch (thrown) {
        throw told(thrown);
      }
    },
    together: <T>(work: () => T): Promise<T> => together.add(() => within(work)),
    /** Whether any call met what makes it worth a check: damage, a flush that failed, or another file in its place. */
    isInDoubt: (): boolean => isInDoubt,
    close(): void {
      together.close();
      database.close();
    },
  };
}

/** Three quarters of a million questions in a first sync, so without a function made for each. */
function createReads(prepare: (sql: string) => Prepared, told: (thrown: unknown) => Error) {
  const read = <M extends 'get' | 'all'>(method: M, { text, values }: Statement): ReturnType<Prepared[M]> => {
    try {
      return prepare(text)[method](...values) as ReturnType<Prepared[M]>;
    } catch (thrown) {
      throw told(thrown);
    }
  };
  return {
    get<T>(statement: Statement, readRow: (row: Row) => T): T | undefined {
      const row = read('get', statement);
      return row === undefined ? undefined : readRow(row as Row);
    },
    all: <T>(statement: Statement, readRow: (row: Row) => T): T[] =>
      read('all', statement).map((row) => readRow(row as Row)),
    has: (statement: Statement): boolean => read('get', statement) !== undefined,
  };
}

/** Whether a transaction of ours runs: to ask SQLite before each write costs as much as a short one. */
function createDepth() {
  let depth = 0;
  return {
    isWithin: (): boolean => depth > 0,
    within: <T>(work: () => T): T => {
      depth += 1;
      try {
        return work();
      } finally {
        depth -= 1;
      }
    },
  };
}

function createStatements(database: BetterSqlite3.Database): (sql: string) => Prepared {
  const statements = new Map<string, Prepared>();
  return (sql) => {
    let known = statements.get(sql);
    if (!known) statements.set(sql, (known = database.prepare(sql)));
    return known;
  };
}

const doubtful: ReadonlySet<string> = new Set(['state-damaged', 'state-not-flushed', 'state-taken-away']);

/**
 * What is written to a file without a name is lost when it is closed. Windows removes no file that is open.
 * @returns throws AppError `state-taken-away` once another file, or none, is where this one was
 */
function watchPlace(file: string): () => void {
  if (file === ':memory:' || process.platform === 'win32') return () => undefined;
  const inode = (): bigint | undefined => statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;
  const opened = inode();
  return () => {
    if (inode() !== opened) throw new AppError('state-taken-away', { detail: file });
  };
}

const inOurWords =
  (file: string) =>
  (thrown: unknown): Error =>
    toStateError(thrown, file, () => hasRoomBeside(file));

/** What SQLite keeps of a database in this process. */
const cacheKibibytes = 4_096;

function open(file: string, patienceMs: number): BetterSqlite3.Database {
  let database: BetterSqlite3.Database | undefined;
  try {
    if (file !== ':memory:') {
      // Whoever asked knows what else belongs in the folder.
      openPrivateFolder(dirname(file), () => false);
      keepDatabasePrivate(file);
    }
    database = new BetterSqlite3(file, { timeout: patienceMs });
    // Exclusive: the lock is taken with the first write and kept until the database is closed.
    database.pragma('locking_mode = EXCLUSIVE');
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    // What a transaction within another may have to undo is noted in memory: in a file that costs more than the writes.
    database.pragma('temp_store = MEMORY');
    // Pages that change with every transfer are then copied once for many.
    database.pragma('wal_autocheckpoint = 4000');
    // In KiB. More is filled by the first check and kept for ever; the system keeps the file at hand all the same.
    database.pragma(`cache_size = -${cacheKibibytes}`);
    database.exec('BEGIN IMMEDIATE; COMMIT');
    return database;
  } catch (cause) {
    // Where it stays open, nobody can set the file aside.
    database?.close();
    const error = inOurWords(file)(cause);
    throw error instanceof AppError
      ? error
      : new AppError('state-unreadable', { cause, detail: `${file}: ${String(cause)}` });
  }
}

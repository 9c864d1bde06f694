import { dirname } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { AppError } from '../../shared/errors/app-error.ts';
import { createSharedCommits } from '../commits/shared-commits.ts';
import { keepDatabasePrivate, openPrivateFolder } from '../privacy/private-files.ts';
import { toStateError } from './state-error.ts';

interface Statement {
  readonly text: string;
  readonly values: readonly (string | number | null)[];
}

type Row = Readonly<Record<string, unknown>>;

/**
 * Opens a SQLite database for one process and one person: write-ahead log, fully synchronous, locked against a second program.
 * @param file absolute path, or `:memory:`
 * @param patienceMs how long it waits, without doing anything else, for a program that has it open and closes it soon
 * Every call throws AppError `disk-full` while there is no room, `state-damaged` where the file turns out to be damaged.
 * @throws AppError `library-in-use` when another program has it open, `state-damaged` when it is no database,
 * `state-unreadable` when it cannot be opened
 */
export function openSqlite(file: string, patienceMs = 0) {
  const database = open(file, patienceMs);
  let isDamaged = false;
  const inWords = <T>(work: () => T): T => {
    try {
      return work();
    } catch (thrown) {
      const error = toStateError(thrown);
      isDamaged ||= error instanceof AppError && error.code === 'state-damaged';
      throw error;
    }
  };
  const statements = new Map<string, BetterSqlite3.Statement>();
  const prepare = (sql: string): BetterSqlite3.Statement => {
    let known = statements.get(sql);
    if (!known) statements.set(sql, (known = database.prepare(sql)));
    return known;
  };
  const together = createSharedCommits(database, { inWords: toStateError });
  const transact = database.transaction((work: () => unknown) => work());
  return {
    run({ text, values }: Statement) {
      const { changes, lastInsertRowid } = inWords(() => prepare(text).run(...values));
      return { changes, lastId: Number(lastInsertRowid) };
    },
    get<T>({ text, values }: Statement, read: (row: Row) => T): T | undefined {
      const row = inWords(() => prepare(text).get(...values));
      return row === undefined ? undefined : read(row as Row);
    },
    all: <T>({ text, values }: Statement, read: (row: Row) => T): T[] =>
      inWords(() => prepare(text).all(...values)).map((row) => read(row as Row)),
    has: ({ text, values }: Statement): boolean => inWords(() => prepare(text).get(...values)) !== undefined,
    transaction<T>(work: () => T): T {
      // Nested calls join the outer transaction.
      return database.inTransaction ? work() : inWords(() => transact.immediate(work) as T);
    },
    together: <T>(work: () => T): Promise<T> => together.add(work),
    /** Whether any call met damage. */
    isDamaged: (): boolean => isDamaged,
    close(): void {
      together.close();
      database.close();
    },
  };
}

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
    const error = toStateError(cause, file);
    throw error instanceof AppError
      ? error
      : new AppError('state-unreadable', { cause, detail: `${file}: ${String(cause)}` });
  }
}

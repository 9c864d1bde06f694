import type Database from 'better-sqlite3';
import { openLogFile, type LogFile } from './log-file.ts';

/** Writes of one database that share commits, so that the disk is waited for once for many, and not by this thread. */
export interface SharedCommits {
  /**
   * Does `work` in a transaction, soon, with others that are asked for meanwhile. What it throws undoes this one only.
   * @param work may be done twice: where one of several throws, all are undone and each is done again in a savepoint
   * @returns once the disk has it; whoever reads the database may see it a moment earlier
   */
  add<T>(work: () => T): Promise<T>;
  /** Resolves once the disk has everything that can be read now. */
  settled(): Promise<void>;
  /** Commits what waits and tells everybody; to be called before the database is closed. */
  close(): void;
}

interface SharedCommitsOptions {
  /** What failures are told as. */
  readonly inWords?: (thrown: unknown) => unknown;
  readonly openLog?: (databaseFile: string) => LogFile;
  /** Asked before each commit. @throws where nothing may be written */
  readonly assertWritable?: () => void;
}

/** Under load a commit waits this long after the one before, so that more writes share it. */
const gatherMs = 5;

interface Waiting {
  /** Does the work; the step returned tells its caller once the disk has it. */
  readonly run: () => () => void;
  readonly fail: (reason: unknown) => void;
}

/** @param database in write-ahead mode and fully synchronous; why it is as safe is in docs/decisions/28-flush-off-the-thread.md */
export function createSharedCommits(database: Database.Database, options: SharedCommitsOptions = {}): SharedCommits {
  const { inWords = (thrown) => thrown } = options;
  const commits = createCommits(database, options.assertWritable);
  const hasLog = database.pragma('journal_mode', { simple: true }) === 'wal';
  const flushes = createFlushes(hasLog ? (options.openLog ?? openLogFile)(database.name) : undefined);
  const schedule = createSchedule(() => void commitAndFlush());
  let waiting: Waiting[] = [];

  /** @returns how to tell each of them what became of it */
  function commitWaiting(unflushed: boolean): (() => void)[] {
    const batch = waiting;
    waiting = [];
    schedule.clear();
    try {
      flushes.check();
      return batch.length === 0 ? [] : commits.commit(batch, unflushed);
    } catch (thrown) {
      return batch.map(
        ({ fail }) =>
          () =>
            fail(thrown),
      );
    }
  }

  async function commitAndFlush(): Promise<void> {
    const batch = waiting;
    const tell = commitWaiting(hasLog);
    try {
      await flushes.flush();
      for (const tellOne of tell) tellOne();
    } catch (thrown) {
      for (const { fail } of batch) fail(thrown);
    }
    if (waiting.length > 0) schedule.set();
  }

  return {
    add: <T>(work: () => T) =>
      new Promise<T>((resolve, reject) => {
        if (flushes.isClosed()) throw inWords(new Error('The database was closed before this was written.'));
        waiting.push(waitingFor(work, resolve, (reason) => reject(inWords(reason) as Error)));
        if (!flushes.isUnderWay()) schedule.set();
      }),
    settled: () =>
      flushes.settled().catch((thrown: unknown) => {
        throw inWords(thrown);
      }),
    close() {
      for (const tell of commitWaiting(false)) tell();
      flushes.close();
    },
  };
}

function waitingFor<T>(work: () => T, resolve: (value: T) => void, fail: Waiting['fail']): Waiting {
  return {
    run() {
      const value = work();
      if (value instanceof Promise) throw new TypeError('What is written together cannot wait.');
      return () => resolve(value);
    },
    fail,
  };
}

/** Flushes of a log, one at a time; of none where there is no log. */
function createFlushes(log: LogFile | undefined) {
  let underWay: Promise<void> | undefined;
  /** Nobody knows what the disk has after a flush that failed, so nothing is told to be on it until it is read anew. */
  let broken: Error | undefined;
  let isClosed = false;
  const check = (): void => {
    if (broken) throw broken;
  };
  return {
    check,
    isUnderWay: (): boolean => underWay !== undefined,
    /** @throws Error as SQLite tells it, with its code */
    async flush(): Promise<void> {
      check();
      underWay = log?.flush();
      try {
        await underWay;
      } catch (cause) {
        const failure = new Error('What was written could not be flushed.', { cause });
        broken = Object.assign(failure, { code: 'SQLITE_IOERR_FSYNC' });
        throw broken;
      } finally {
        underWay = undefined;
      }
    },
    async settled(): Promise<void> {
      await underWay?.catch(() => undefined);
      check();
    },
    isClosed: (): boolean => isClosed,
    close(): void {
      isClosed = true;
      log?.close();
    },
  };
}

/** When the next commit is: at once, or under load a little after the one before. */
function createSchedule(commit: () => void) {
  let cancel: (() => void) | undefined;
  let committedAt = -Infinity;
  return {
    set(): void {
      if (cancel) return;
      const delayMs = committedAt + gatherMs - performance.now();
      if (delayMs > 0) {
        const timer = setTimeout(commit, delayMs);
        cancel = () => clearTimeout(timer);
      } else {
        const immediate = setImmediate(commit);
        cancel = () => clearImmediate(immediate);
      }
    },
    /** There is a commit now. */
    clear(): void {
      cancel?.();
      cancel = undefined;
      committedAt = performance.now();
    },
  };
}

/**
 * A failing write leaves its neighbours in the transaction alone. As `database.transaction` does within another, but
 * without asking for the state of the transaction before and after each.
 */
function createSavepoint(database: Database.Database): <T>(work: () => T) => T {
  const begin = database.prepare('SAVEPOINT alone');
  const keep = database.prepare('RELEASE alone');
  const undo = database.prepare('ROLLBACK TO alone');
  return (work) => {
    begin.run();
    try {
      const value = work();
      keep.run();
      return value;
    } catch (thrown) {
      if (database.inTransaction) {
        undo.run();
        keep.run();
      }
      throw thrown;
    }
  };
}

function createCommits(database: Database.Database, assertWritable: () => void = () => undefined) {
  const together = database.transaction((batch: readonly Waiting[], does: (one: Waiting) => () => void) =>
    batch.map(does),
  );
  const inSavepoint = createSavepoint(database);

  function alone({ run, fail }: Waiting): () => void {
    try {
      return inSavepoint(run);
    } catch (thrown) {
      // Some failures (a full disk) end the whole transaction; nothing of the batch then holds.
      if (!database.inTransaction) throw thrown;
      return () => fail(thrown);
    }
  }

  /**
   * Hardly any ever fails, and a savepoint for each costs a copy of every page that it changes: only where one fails all
   * of them are done again, each in a savepoint of its own.
   */
  function doAll(batch: readonly Waiting[]): (() => void)[] {
    try {
      return together.immediate(batch, ({ run }) => {
        const tell = run();
        // Whoever keeps a failure to himself that ended the transaction must not have the others write outside of it.
        if (!database.inTransaction) throw new Error('The transaction ended early.');
        return tell;
      });
    } catch (thrown) {
      if (batch.length === 1) throw thrown;
      return together.immediate(batch, alone);
    }
  }

  return {
    /** @param unflushed whether somebody else flushes the log before anybody is told */
    commit(batch: readonly Waiting[], unflushed: boolean): (() => void)[] {
      assertWritable();
      if (!unflushed) return doAll(batch);
      database.exec('PRAGMA synchronous = NORMAL');
      try {
        return doAll(batch);
      } finally {
        database.exec('PRAGMA synchronous = FULL');
      }
    },
  };
}

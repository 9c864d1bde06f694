import type Database from 'better-sqlite3';

/** Runs writes so that those waiting at the same moment share one commit: the disk is waited for once, not once each. */
export interface CommitQueue {
  /** Resolves after the commit. What `write` throws undoes this write only. */
  add<T>(write: () => T): Promise<T>;
  /** Commits what waits. */
  close(): void;
}

interface Waiting {
  /** Runs the write; the returned step tells the caller once the commit is on the disk. */
  readonly run: () => () => void;
  readonly fail: (reason: unknown) => void;
}

export function createCommitQueue(database: Database.Database): CommitQueue {
  let waiting: Waiting[] = [];
  let scheduled: NodeJS.Immediate | undefined;
  const commit = database.transaction((batch: readonly Waiting[]) => batch.map(({ run }) => run()));

  function flush(): void {
    clearImmediate(scheduled);
    scheduled = undefined;
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    try {
      for (const tell of commit.immediate(batch)) tell();
    } catch (thrown) {
      for (const { fail } of batch) fail(thrown);
    }
  }

  return {
    add<T>(write: () => T): Promise<T> {
      // A transaction inside the batch's transaction is a savepoint: a failing write leaves its neighbours alone.
      const alone = database.transaction(write);
      return new Promise<T>((resolve, reject) => {
        const run = (): (() => void) => {
          try {
            const result = alone();
            return () => resolve(result);
          } catch (thrown) {
            // Some failures (a full disk) end the whole transaction; nothing of the batch then holds.
            if (!database.inTransaction) throw thrown;
            return () => reject(thrown instanceof Error ? thrown : new Error(String(thrown)));
          }
        };
        waiting.push({ run, fail: reject });
        scheduled ??= setImmediate(flush);
      });
    },
    close: flush,
  };
}

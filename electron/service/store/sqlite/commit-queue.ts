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

/** Under load a commit waits this long after the one before, so that more writes share it. */
const gatherMs = 2;

/** A queue for all writes of one database. */
export function createCommitQueue(database: Database.Database): CommitQueue {
  let waiting: Waiting[] = [];
  let cancelSchedule: (() => void) | undefined;
  let committedAt = -Infinity;
  const commit = database.transaction((batch: readonly Waiting[]) => batch.map(({ run }) => run()));
  // A transaction inside the batch's transaction is a savepoint: a failing write leaves its neighbours alone.
  const runAlone = database.transaction((write: () => void) => write());

  function flush(): void {
    cancelSchedule?.();
    cancelSchedule = undefined;
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    try {
      for (const tell of commit.immediate(batch)) tell();
    } catch (thrown) {
      for (const { fail } of batch) fail(thrown);
    }
    committedAt = performance.now();
  }

  return {
    add<T>(write: () => T): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        const run = (): (() => void) => {
          try {
            let result: { readonly value: T } | undefined;
            runAlone(() => {
              result = { value: write() };
            });
            return () => result && resolve(result.value);
          } catch (thrown) {
            // Some failures (a full disk) end the whole transaction; nothing of the batch then holds.
            if (!database.inTransaction) throw thrown;
            return () => reject(thrown instanceof Error ? thrown : new Error(String(thrown)));
          }
        };
        waiting.push({ run, fail: reject });
        cancelSchedule ??= schedule(flush, committedAt + gatherMs - performance.now());
      });
    },
    close: flush,
  };
}

function schedule(flush: () => void, delayMs: number): () => void {
  if (delayMs > 0) {
    const timer = setTimeout(flush, delayMs);
    return () => clearTimeout(timer);
  }
  const immediate = setImmediate(flush);
  return () => clearImmediate(immediate);
}

import { close, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';

/** The write-ahead log of a database, as far as somebody else than SQLite flushes it. */
export interface LogFile {
  /** Resolves once the disk has everything that was written before the call. */
  flush(): Promise<void>;
  /** Closes it, after a flush that is under way. */
  close(): void;
}

const flushFile = promisify(fdatasync);

/**
 * Flushes the log on a thread of Node's pool. SQLite holds its locks on other files, so closing this one ends none; and
 * it neither replaces the log nor removes it while the database is open.
 * @param databaseFile whose log there is from the first commit on
 */
export function openLogFile(databaseFile: string): LogFile {
  let file: number | undefined;
  let flushing: Promise<void> = Promise.resolve();
  return {
    async flush() {
      // For writing: Windows flushes nothing else.
      file ??= openSync(`${databaseFile}-wal`, 'r+');
      flushing = flushFile(file);
      await flushing;
    },
    close() {
      const opened = file;
      if (opened === undefined) return;
      file = undefined;
      flushing.catch(() => undefined).finally(() => close(opened));
    },
  };
}

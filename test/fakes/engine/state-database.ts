import type { Database } from '../../../electron/engine/ports.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { forever, type Life } from './mortal.ts';

/**
 * The database, with a call before and after everything that changes it; transactions count as one.
 * @param beforeTogether what happens before something is written together with others, which is always a little later
 */
export function observedDatabase(
  database: Database,
  life: Life,
  onChange: ((moment: 'before' | 'after') => void) | undefined,
  beforeTogether: () => unknown = () => undefined,
  afterTogether: () => unknown = () => undefined,
): Database {
  if (!onChange)
    return {
      ...database,
      together: async (work) => {
        await beforeTogether();
        const done = database.transaction(work);
        // As on the real disk: whoever reads sees it, and nobody is told before it is flushed.
        await afterTogether();
        return done;
      },
    };
  let inside = false;
  const observed = <T>(work: () => T): T => {
    if (inside || !life.value) return work();
    onChange('before');
    inside = true;
    try {
      return work();
    } finally {
      inside = false;
      if (life.value) onChange('after');
    }
  };
  return {
    ...database,
    run: (statement) => observed(() => database.run(statement)),
    transaction: (work) => observed(() => database.transaction(work)),
    together: async (work) => {
      await beforeTogether();
      if (!life.value) return forever();
      const done = observed(() => database.transaction(work));
      await afterTogether();
      return life.value ? done : forever();
    },
  };
}

/** The database, on a disk that may be full: then nothing of it changes. */
export function databaseOnDisk(database: Database, isFull: () => boolean): Database {
  return {
    ...database,
    run: (statement) =>
      database.transaction(() => {
        const result = database.run(statement);
        // A statement that changes nothing writes nothing.
        if (isFull() && result.changes > 0) {
          throw new AppError('disk-full', { detail: 'The state database cannot be written.' });
        }
        return result;
      }),
  };
}

import { AppError } from '../../../shared/errors/app-error.ts';
import { isDriveFailure, toDiskError } from '../disk-error.ts';
import type { Question } from './questions.ts';
import { createReadingThreads, type ReadingThreads } from './reading-threads.ts';

const threads = createReadingThreads();

/** Has the thread begin that is asked first, while something else is done. */
export const prepareReading = (): void => threads.prepare();

/**
 * The same for a run that looks through this folder once and begins now: it is listed from now on.
 * @param leftOut the name of folders that nobody asks for
 */
export const prepareLookThrough = (folder: string, leftOut: string): void =>
  threads.prepare({ kind: 'ahead', root: folder, path: folder, leftOut });

type Threads = Pick<ReadingThreads, 'ask'>;

/** Asks the reading threads of this process. @throws as `createAsking` */
export const ask = createAsking(threads);

/**
 * Asks about places on the disk.
 * @throws AppError what the system's failure means for a file; `library-missing` where the root itself does not answer
 */
export function createAsking(asked: Threads): Threads['ask'] {
  return async (question) => {
    try {
      return await asked.ask(question);
    } catch (error) {
      if (await isRootAway(asked, question, error)) throw new AppError('library-missing', { cause: error });
      throw toDiskError(error, 'read');
    }
  };
}

/** Of these a library is made. That the bytes of a file cannot be had is a matter of this file. */
const ofTheTree: ReadonlySet<Question['kind']> = new Set(['stat', 'list', 'text']);

async function isRootAway(asked: Threads, { kind, root, path }: Question, error: unknown): Promise<boolean> {
  if (!ofTheTree.has(kind) || !isDriveFailure(error)) return false;
  if (path === root) return true;
  return asked.ask({ kind: 'stat', root, path: root }).then((found) => found === undefined, isDriveFailure);
}

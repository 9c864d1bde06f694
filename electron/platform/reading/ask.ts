import { guard } from '../disk-error.ts';
import type { AnswerTo, Question } from './questions.ts';
import { createReadingThreads } from './reading-threads.ts';

const threads = createReadingThreads();

/** Has the thread begin that is asked first, while something else is done. */
export const prepareReading = (): void => threads.prepare();

/**
 * The same for a run that looks through this folder once and begins now: it is listed from now on.
 * @param leftOut the name of folders that nobody asks for
 */
export const prepareLookThrough = (folder: string, leftOut: string): void =>
  threads.prepare({ kind: 'ahead', root: folder, path: folder, leftOut });

/** Asks the reading threads of this process. @throws AppError what the system's failure means for a file */
export const ask = <Q extends Question>(question: Q): Promise<AnswerTo<Q>> =>
  guard(() => threads.ask(question), 'read');

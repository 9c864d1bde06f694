import { createThreadLane } from '../thread-lane.ts';
import { createThreadsByDrive, type ThreadsByDriveOptions } from '../threads-by-drive.ts';
import { answerQuestion } from './answer-question.ts';
import type { AnswerTo, Question } from './questions.ts';

/** Asks about the disk without ever making anybody wait in this thread. */
export interface ReadingThreads {
  /** @throws the system's error */
  ask<Q extends Question>(question: Q): Promise<AnswerTo<Q>>;
  /** Questions about names come soon: their thread begins while something else is done, maybe with this one. */
  readonly prepare: (first?: Question) => void;
}

/** Names are asked for while a large file is read; each kind has a thread of its own. */
const lanes = {
  stat: 'names',
  list: 'names',
  ahead: 'names',
  // Small, and often asked for just before something is written: it is not to wait behind a large file.
  text: 'names',
  hash: 'content',
  whole: 'content',
  ends: 'content',
  piece: 'content',
} as const satisfies Record<Question['kind'], string>;

/** Threads for questions about the disk, which are answered there one after the other: two for each drive that may hang. */
export function createReadingThreads(options?: ThreadsByDriveOptions): ReadingThreads {
  const byDrive = createThreadsByDrive(() => ({ names: createLane(), content: createLane() }), options);
  return {
    prepare: (first) => (first ? byDrive.of(first.root) : byDrive.local).names.prepare(first),
    ask<Q extends Question>(question: Q): Promise<AnswerTo<Q>> {
      const { names, content } = byDrive.of(question.root);
      // The lane answers each question with what belongs to its kind.
      if (lanes[question.kind] === 'content') return content.ask(question) as Promise<AnswerTo<Q>>;
      // A file that is looked at by itself is soon read: its thread shall stand ready by then.
      if (question.kind === 'stat') content.prepare();
      return names.ask(question) as Promise<AnswerTo<Q>>;
    },
  };
}

const createLane = () =>
  createThreadLane<Question, AnswerTo<Question>>({
    source: import.meta.url,
    script: 'reading-worker',
    answerHere: answerQuestion,
  });

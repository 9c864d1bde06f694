import { parentPort } from 'node:worker_threads';
import { answerQuestion } from './answer-question.ts';
import type { Question, Reply } from './questions.ts';

/** A thread that does nothing but answer questions about the disk, a batch at a time. */
parentPort?.on('message', (questions: readonly Question[]) => {
  parentPort?.postMessage(questions.map(reply));
});

function reply(question: Question): Reply {
  try {
    return { answer: answerQuestion(question) };
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    return { failure: { message, code } };
  }
}

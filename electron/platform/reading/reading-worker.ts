import { parentPort } from 'node:worker_threads';
import { answerQuestion } from './answer-question.ts';
import type { Question, Reply } from './questions.ts';

/** Answers go back together, but none waits longer than this for those behind it. */
const longestWaitMs = 10;

/** A thread that does nothing but answer questions about the disk, in the order in which they come. */
parentPort?.on('message', (questions: readonly Question[]) => {
  let replies: Reply[] = [];
  let sinceMs = performance.now();
  for (const question of questions) {
    replies.push(reply(question));
    if (performance.now() - sinceMs < longestWaitMs) continue;
    parentPort?.postMessage(replies);
    replies = [];
    sinceMs = performance.now();
  }
  if (replies.length > 0) parentPort?.postMessage(replies);
});

function reply(question: Question): Reply {
  try {
    return { answer: answerQuestion(question) };
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    return { failure: { message, code } };
  }
}

import { parentPort } from 'node:worker_threads';
import { answerPicture } from './answer-picture.ts';
import type { PictureQuestion } from './picture-question.ts';

/** A thread that does nothing but find and make pictures, in the order in which they are asked for. */
let last = Promise.resolve();

parentPort?.on('message', (questions: readonly PictureQuestion[]) => {
  for (const question of questions) {
    last = last.then(async () => parentPort?.postMessage([{ answer: await answerPicture(question) }]));
  }
});

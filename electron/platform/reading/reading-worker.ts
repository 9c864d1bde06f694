import { parentPort } from 'node:worker_threads';
import { failed, type Reply } from '../thread-reply.ts';
import { answerQuestion } from './answer-question.ts';
import { lookAt } from './look-at.ts';
import { LookAhead } from './look-ahead.ts';
import type { Question } from './questions.ts';

/** Answers go back together, but none waits longer than this for those behind it. */
const longestWaitMs = 10;

const lookAhead = new LookAhead({
  list: (place) => answerQuestion({ kind: 'list', ...place }),
  look: lookAt,
  nowMs: () => performance.now(),
  soon: setImmediate,
});

/** A thread that does nothing but answer questions about the disk, in the order in which they come. */
parentPort?.on('message', (questions: readonly Question[]) => {
  let replies: Reply[] = [];
  let sinceMs = performance.now();
  for (const question of questions) {
    replies.push(reply(question));
    if (performance.now() - sinceMs < longestWaitMs) continue;
    send(replies);
    replies = [];
    sinceMs = performance.now();
  }
  if (replies.length > 0) send(replies);
});

function send(replies: readonly Reply[]): void {
  parentPort?.postMessage(
    replies,
    replies.flatMap((sent) => ('answer' in sent ? longBytesIn(sent.answer) : [])),
  );
}

/** From here on handing bytes over costs less than copying them. */
const longBytes = 16 * 1024;

/** What an answer holds of file contents that the other thread is to have instead of this one. */
function longBytesIn(answer: unknown): ArrayBuffer[] {
  if (typeof answer !== 'object' || answer === null) return [];
  const parts: readonly unknown[] = answer instanceof Uint8Array ? [answer] : Object.values(answer);
  return parts.flatMap((part) =>
    part instanceof Uint8Array && part.buffer instanceof ArrayBuffer && part.byteLength >= longBytes
      ? [part.buffer]
      : [],
  );
}

function reply(question: Question): Reply {
  try {
    return { answer: answerOf(question) };
  } catch (error) {
    return failed(error);
  }
}

function answerOf(question: Question): unknown {
  if (question.kind === 'list') return lookAhead.list(question);
  if (question.kind === 'ahead') return lookAhead.begin(question.path, question.leftOut);
  return answerQuestion(question);
}

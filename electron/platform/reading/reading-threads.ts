import { Worker } from 'node:worker_threads';
import { AppError } from '../../../shared/errors/app-error.ts';
import { isErrorCode } from '../../../shared/errors/catalogue.ts';
import { answerQuestion } from './answer-question.ts';
import type { AnswerTo, Failure, Question, Reply } from './questions.ts';

/** Asks about the disk without ever making anybody wait in this thread. */
export interface ReadingThreads {
  /** @throws the system's error */
  ask<Q extends Question>(question: Q): Promise<AnswerTo<Q>>;
  /** Questions about names come soon: their thread begins while something else is done. */
  readonly prepare: () => void;
}

/** Names are asked for while a large file is read; each kind has a thread of its own. */
const lanes = {
  stat: 'names',
  list: 'names',
  // Small, and often asked for just before something is written: it is not to wait behind a large file.
  text: 'names',
  hash: 'content',
  whole: 'content',
  ends: 'content',
  piece: 'content',
} as const satisfies Record<Question['kind'], string>;

/**
 * Threads for questions about the disk, started with the first question. What is asked in one go crosses over in one
 * message, so that a question costs microseconds instead of a round through Node's thread pool.
 */
export function createReadingThreads(): ReadingThreads {
  const names = createLane();
  const content = createLane();
  return {
    prepare: names.prepare,
    ask(question) {
      if (lanes[question.kind] === 'content') return content.ask(question);
      // A file that is looked at is soon read: its thread shall stand ready by then.
      content.prepare();
      return names.ask(question);
    },
  };
}

interface Waiting {
  readonly question: Question;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

function createLane(): ReadingThreads {
  let worker: Worker | undefined;
  let cannotStart = false;
  /** Asked since the last batch went out. */
  const next: Waiting[] = [];
  /** On their way, in the order in which their answers come. */
  const asked: Waiting[] = [];
  const rest = setTimeout(end, restMs).unref();
  /** The thread; where there is none, one that begins now. */
  const ready = (): Worker => (worker ??= startWorker(onReplies, onError));

  /** The next question starts another one. */
  function end(): void {
    if (next.length > 0 || asked.length > 0) return;
    const ended = worker;
    worker = undefined;
    void ended?.terminate();
  }

  function onReplies(replies: readonly Reply[]): void {
    for (const [index, waiting] of asked.splice(0, replies.length).entries()) settle(waiting, replies[index]);
    if (asked.length > 0) return;
    worker?.unref();
    rest.refresh();
  }

  function onError(hasAnswered: boolean): void {
    worker = undefined;
    // Where no thread can be had the questions are answered all the same, at the cost of this one waiting.
    cannotStart = !hasAnswered;
    for (const waiting of asked.splice(0)) answerHere(waiting);
  }

  function flush(): void {
    const batch = next.splice(0);
    if (cannotStart) {
      for (const waiting of batch) answerHere(waiting);
      return;
    }
    const thread = ready();
    // While something is asked the process must not end; afterwards the thread alone is no reason to stay.
    thread.ref();
    asked.push(...batch);
    thread.postMessage(batch.map(({ question }) => question));
  }

  return {
    prepare() {
      rest.refresh();
      if (!worker && !cannotStart) ready().unref();
    },
    ask: (question) =>
      new Promise((resolve, reject) => {
        // After all that runs now: who is answered together asks on together, if some a few steps later than others.
        if (next.length === 0) process.nextTick(flush);
        next.push({ question, resolve, reject });
      }),
  };
}

/** @param onError is told whether the thread had ever answered */
function startWorker(onReplies: (replies: readonly Reply[]) => void, onError: (hasAnswered: boolean) => void): Worker {
  const started = new Worker(new URL(scriptName, import.meta.url), { resourceLimits: smallHeap });
  let hasAnswered = false;
  started.on('message', (replies: readonly Reply[]) => {
    hasAnswered = true;
    onReplies(replies);
  });
  started.on('error', () => onError(hasAnswered));
  return started;
}

function answerHere({ question, resolve, reject }: Waiting): void {
  try {
    resolve(answerQuestion(question) as never);
  } catch (error) {
    reject(error as Error);
  }
}

/** A thread that keeps nothing needs little; the usual heap would cost more than the whole index. */
const smallHeap = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 };

/** A thread that was asked nothing for so long ends: each holds several megabytes. */
const restMs = 10_000;

/** Next to this file as source, next to the bundle when built. */
const scriptName = import.meta.url.endsWith('.ts') ? './reading-worker.ts' : './reading-worker.js';

function settle({ resolve, reject }: Waiting, reply: Reply | undefined): void {
  if (reply && 'answer' in reply) resolve(reply.answer as never);
  else reject(asError(reply?.failure));
}

function asError(failure: Failure | undefined): Error {
  const { code, detail } = failure ?? {};
  if (code !== undefined && isErrorCode(code)) return new AppError(code, detail === undefined ? {} : { detail });
  return Object.assign(new Error(failure?.message ?? 'A reading thread gave no answer.'), { code });
}

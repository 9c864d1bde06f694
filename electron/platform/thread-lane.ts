import { Worker } from 'node:worker_threads';
import { errorOf, type Reply } from './thread-reply.ts';

/** A thread that answers questions, one after the other. */
interface ThreadLane<Q, A> {
  /** @throws what the thread threw, as far as it can cross between threads */
  ask(question: Q): Promise<A>;
  /** Questions come soon: the thread begins while something else is done, with the first one if that is known. */
  readonly prepare: (first?: Q) => void;
}

interface LaneOptions<Q, A> {
  /** The module that asks: the script lies next to it as source, and next to the bundle when built. */
  readonly source: string;
  /** The name of the script, without its ending. It is sent questions in batches, and sends back a `Reply` for each. */
  readonly script: string;
  /** Where no thread can be had the questions are answered all the same, at the cost of this one waiting. */
  readonly answerHere: (question: Q) => A | Promise<A>;
}

interface Waiting<Q, A> {
  readonly question: Q;
  readonly resolve: (answer: A) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Asks one thread, which is started with the first question. What is asked in one go crosses over in one message, so that
 * a question costs microseconds instead of a round through Node's thread pool.
 */
export function createThreadLane<Q, A>(options: LaneOptions<Q, A>): ThreadLane<Q, A> {
  let worker: Worker | undefined;
  let cannotStart = false;
  /** Asked since the last batch went out. */
  const next: Waiting<Q, A>[] = [];
  /** On their way, in the order in which their answers come. */
  const asked: Waiting<Q, A>[] = [];
  const answerHere = (waiting: Waiting<Q, A>): void => void answerWith(options, waiting);
  const rest = setTimeout(end, restMs).unref();
  /** The thread; where there is none, one that begins now. */
  const ready = (): Worker => (worker ??= startWorker(options, onReplies, onError));

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
    cannotStart = !hasAnswered;
    asked.splice(0).forEach(answerHere);
  }

  function flush(): void {
    const batch = next.splice(0);
    if (batch.length === 0) return;
    if (cannotStart) return batch.forEach(answerHere);
    const thread = ready();
    // While something is asked the process must not end; afterwards the thread alone is no reason to stay.
    thread.ref();
    asked.push(...batch);
    thread.postMessage(batch.map(({ question }) => question));
  }

  return {
    prepare(first) {
      rest.refresh();
      if (!worker && !cannotStart) ready().unref();
      if (first === undefined) return;
      next.push({ question: first, resolve: () => undefined, reject: () => undefined });
      flush();
    },
    ask: (question) =>
      new Promise((resolve, reject) => {
        // After all that runs now: who is answered together asks on together, if some a few steps later than others.
        if (next.length === 0) setImmediate(flush);
        next.push({ question, resolve, reject });
      }),
  };
}

async function answerWith<Q, A>(
  { answerHere }: Pick<LaneOptions<Q, A>, 'answerHere'>,
  { question, resolve, reject }: Waiting<Q, A>,
): Promise<void> {
  try {
    resolve(await answerHere(question));
  } catch (error) {
    reject(error as Error);
  }
}

/** @param onError is told whether the thread had ever answered */
function startWorker(
  { source, script }: Pick<LaneOptions<unknown, unknown>, 'source' | 'script'>,
  onReplies: (replies: readonly Reply[]) => void,
  onError: (hasAnswered: boolean) => void,
): Worker {
  // What is packed into Electron's archive lies beside it too if a thread starts from it.
  const besideArchive = source.replace('/app.asar/', '/app.asar.unpacked/');
  const file = new URL(`./${script}${source.endsWith('.ts') ? '.ts' : '.js'}`, besideArchive);
  const started = new Worker(file, { resourceLimits: smallHeap });
  let hasAnswered = false;
  started.on('message', (replies: readonly Reply[]) => {
    hasAnswered = true;
    onReplies(replies);
  });
  started.on('error', () => onError(hasAnswered));
  return started;
}

/** A thread that keeps nothing needs little; the usual heap would cost more than the whole index. */
const smallHeap = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 };

/** A thread that was asked nothing for so long ends: each holds several megabytes. */
const restMs = 10_000;

function settle<A>({ resolve, reject }: Waiting<unknown, A>, reply: Reply | undefined): void {
  if (reply && 'answer' in reply) resolve(reply.answer as A);
  else reject(errorOf(reply?.failure));
}

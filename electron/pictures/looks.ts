import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { AppError, errorOf } from '../../shared/errors/app-error.ts';
import {
  sceneChunkBytes,
  type DistanceRecord,
  type LookComparison,
  type SceneRecord,
} from '../../shared/rpc/look-record.ts';
import { headBytes } from './kept-folder.ts';
import type { LookAnswerOf, LookedContent, LookQuestion, LookReply, LookTask } from './look-task.ts';

/** Of usual models, some hundreds. */
const limitBytes = 512 * 2 ** 20;

/** Looks at bytes, each time in a worker of its own, one for a person at a time. */
export interface Looks {
  /**
   * Reads what is to be seen, and keeps it.
   * @throws AppError as reading shapes does; `cancelled`
   */
  look(content: LookedContent, signal?: AbortSignal): Promise<SceneRecord>;
  /** @throws AppError `file-unreadable`, `cancelled` */
  compare(before: LookedContent, after: LookedContent, signal?: AbortSignal): Promise<LookComparison>;
  /** @throws AppError `look-no-surface`, as reading shapes does; `cancelled` */
  distances(before: LookedContent, after: LookedContent, signal?: AbortSignal): Promise<DistanceRecord>;
  /**
   * Some bytes of a scene that is kept.
   * @throws AppError `unknown-item` where it is kept no more: it is looked at again then
   */
  sceneBytes(sceneId: string, offset: number): Promise<Uint8Array>;
  /** Asks a worker, after what was asked before in the same row. */
  readonly ask: AskLook;
}

export type AskLook = <Q extends LookQuestion>(question: Q, signal?: AbortSignal) => Promise<LookAnswerOf<Q>>;

/** @param folder is made when something is looked at for the first time */
export function createLooks(folder: string): Looks {
  const ask: AskLook = (question, signal) => inWorker({ folder, limitBytes, question }, signal);
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Q extends LookQuestion>(question: Q, signal?: AbortSignal): Promise<LookAnswerOf<Q>> => {
    const asked = last.then(() => ask(question, signal));
    last = asked.catch(() => undefined);
    return asked;
  };
  return {
    ask,
    look: (content, signal) => inTurn({ kind: 'scene', content }, signal),
    compare: (before, after, signal) => inTurn({ kind: 'comparison', before, after }, signal),
    distances: (before, after, signal) => inTurn({ kind: 'distances', before, after }, signal),
    sceneBytes: (sceneId, offset) => readKept(join(folder, sceneId), headBytes + offset),
  };
}

async function inWorker<Q extends LookQuestion>(
  task: LookTask & { readonly question: Q },
  signal: AbortSignal | undefined,
): Promise<LookAnswerOf<Q>> {
  if (signal?.aborted) throw new AppError('cancelled');
  // Next to this module as source, and next to the bundle when built.
  const script = new URL(`./look-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);
  const worker = new Worker(script, { workerData: task });
  // Somebody who looks is no reason for the app to stay when it is closed.
  worker.unref();
  const replied = Promise.withResolvers<LookReply<Q>>();
  const cancel = (): void => replied.reject(new AppError('cancelled'));
  signal?.addEventListener('abort', cancel);
  worker.once('message', replied.resolve);
  worker.once('error', (cause: Error) => replied.reject(new AppError('look-failed', { cause })));
  worker.once('exit', () => replied.reject(new AppError('look-failed')));
  try {
    const reply = await replied.promise;
    if ('answer' in reply) return reply.answer;
    throw errorOf(reply.failure);
  } finally {
    signal?.removeEventListener('abort', cancel);
    await worker.terminate();
  }
}

async function readKept(path: string, position: number): Promise<Uint8Array> {
  const file = await open(path).catch((cause: unknown) => {
    throw new AppError('unknown-item', { cause });
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sceneChunkBytes), 0, sceneChunkBytes, position);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

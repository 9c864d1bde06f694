import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Worker } from 'node:worker_threads';
import { AppError, errorOf, toAppError, type ErrorRecord } from '../../shared/errors/app-error.ts';
import { cadKindOf } from '../../shared/model/cad-kind.ts';
import { lookLimits, type LookLimits } from './limits.ts';
import { withFittingCompiler } from './quick-compile.ts';
import { beyondLimit } from './look-errors.ts';
import type { Scene } from '../../shared/rpc/scene.ts';
import { shapeFormatOf, type ShapeFormat } from './shape-formats.ts';

/** What a worker is started with. */
export interface ShapeTask {
  readonly path: string;
  readonly format: ShapeFormat;
  readonly limits: LookLimits;
}

/** What a worker sends back, once. */
export type ShapeAnswer = { readonly scene: Scene } | { readonly failure: ErrorRecord };

interface ReadOptions {
  /** Says of which format the file is, where its own name does not. */
  readonly fileName?: string | undefined;
}

/** Reads the shapes of files, one file at a time. */
export interface ShapeReading {
  /**
   * Reads what is to be seen in a file, in a worker that is ended afterwards.
   * @throws AppError `look-no-reader`, `look-no-drawing`, `look-unreadable`, `look-limit`, `look-stopped`, `look-failed`, `file-unreadable`
   */
  read(path: string, options?: ReadOptions): Promise<Scene>;
}

const mebibyte = 1024 ** 2;

/** @param limits what one file may cost */
export function createShapeReading(limits: LookLimits = lookLimits): ShapeReading {
  let last: Promise<unknown> = Promise.resolve();

  async function read(path: string, { fileName = basename(path) }: ReadOptions): Promise<Scene> {
    const format = shapeFormatOf(fileName);
    if (!format) throw new AppError(cadKindOf(fileName) ? 'look-no-reader' : 'look-no-drawing');
    const sizeBytes = await sizeOfFile(path);
    if (sizeBytes > limits.fileBytes) throw beyondLimit('fileBytes', limits);
    return withFittingCompiler(sizeBytes, () => readInWorker({ path, format, limits }));
  }

  return {
    read(path, options = {}) {
      const result = last
        .then(() => read(path, options))
        .catch((thrown: unknown) => Promise.reject(toAppError(thrown)));
      // Nothing of what was read stays here.
      last = result.then(
        () => undefined,
        () => undefined,
      );
      return result;
    },
  };
}

async function sizeOfFile(path: string): Promise<number> {
  const found = await stat(path).catch((cause: unknown) => Promise.reject(new AppError('file-unreadable', { cause })));
  if (!found.isFile()) throw new AppError('file-unreadable', { detail: 'It is no file.' });
  return found.size;
}

async function readInWorker(task: ShapeTask): Promise<Scene> {
  const { limits } = task;
  const worker = startWorker(task);
  const settled = Promise.withResolvers<ShapeAnswer>();
  const timer = setTimeout(() => settled.reject(beyondLimit('timeMs', limits)), limits.timeMs);
  worker.once('message', settled.resolve);
  worker.once('error', (error: Error) => settled.reject(causeOfDeath(error, limits)));
  worker.once('exit', () => settled.reject(new AppError('look-failed')));
  try {
    const answer = await settled.promise;
    if ('failure' in answer) throw errorOf(answer.failure);
    return answer.scene;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

function startWorker(task: ShapeTask): Worker {
  // Next to this module as source, and next to the bundle when built.
  const script = new URL(`./shape-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);
  return new Worker(script, {
    workerData: task,
    // Libraries write what they think of a file; that is nothing to anybody.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: task.limits.memoryBytes / mebibyte },
  });
}

function causeOfDeath(error: Error, limits: LookLimits): AppError {
  if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') return beyondLimit('memoryBytes', limits);
  return new AppError('look-failed', { cause: error });
}

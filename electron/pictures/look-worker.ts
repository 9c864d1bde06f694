import { parentPort, workerData } from 'node:worker_threads';
import { toAppError } from '../../shared/errors/app-error.ts';
import { answerLook } from './answer-look.ts';
import type { LookTask } from './look-task.ts';

/** A thread that looks once: whatever it held is free when it ends. */
parentPort?.postMessage(
  await answerLook(workerData as LookTask).then(
    (answer) => ({ answer }),
    (thrown: unknown) => ({ failure: toAppError(thrown).toRecord() }),
  ),
);

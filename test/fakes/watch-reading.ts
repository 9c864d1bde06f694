import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** What a program that read a file again and again saw. */
export interface Readings {
  readonly wholes: number;
  readonly absences: number;
  /** What was neither: how long it was, and its first and last byte. */
  readonly parts: readonly string[];
}

const reader = `
  const { readFileSync } = require('node:fs');
  const { parentPort, workerData: { file, sizeBytes, stop } } = require('node:worker_threads');
  const parts = [];
  let wholes = 0, absences = 0, last;
  while (Atomics.load(stop, 0) === 0) {
    let seen = 'absence';
    try {
      const bytes = readFileSync(file);
      const isWhole = bytes.length === sizeBytes && bytes.every((byte) => byte === bytes[0]);
      seen = isWhole ? 'whole' : 'part';
      if (!isWhole) parts.push(bytes.length + ' bytes from ' + bytes[0] + ' to ' + bytes.at(-1));
    } catch (error) {
      if (error.code !== 'ENOENT') parts.push(String(error));
    }
    if (seen === 'whole') wholes += 1;
    if (seen === 'absence') absences += 1;
    if (seen !== last) parentPort.postMessage(seen);
    last = seen;
  }
  parentPort.postMessage({ wholes, absences, parts });
`;

/**
 * Reads a file without pause in a thread of its own. It is whole when it has that many bytes, all of them the same.
 * Returns when it was read once.
 */
export async function watchReading(file: string, sizeBytes: number) {
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(reader, { eval: true, workerData: { file, sizeBytes, stop } });
  let seen: string | undefined;
  let readings: Readings | undefined;
  worker.on('message', (message: string | Readings) => {
    if (typeof message === 'string') seen = message;
    else readings = message;
  });
  await once(worker, 'message');
  return {
    /** Returns when that is what is read. */
    async until(wanted: 'whole' | 'absence'): Promise<void> {
      while (seen !== wanted) await once(worker, 'message');
    },

    async stop(): Promise<Readings> {
      Atomics.store(stop, 0, 1);
      await once(worker, 'exit');
      if (!readings) throw new Error('The reader ended without a word.');
      return readings;
    },
  };
}

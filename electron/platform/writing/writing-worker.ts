import { closeSync, fsync, linkSync, mkdirSync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { parentPort } from 'node:worker_threads';
import { thisDiskSystem, type DiskSystem } from '../disk-system.ts';
import { folderFlags } from '../real-place.ts';
import type { Reply } from '../thread-lane.ts';
import { putWhole, type Put, type WholeFile } from './put-whole.ts';

/** So many open files at a time are safe on every system, and more would not be flushed faster. */
const mostTogether = 64;

const flush = promisify(fsync);

/** A thread of its own may wait for the system: that costs a fraction of a round through Node's thread pool. */
const waitedFor: DiskSystem = {
  ...thisDiskSystem,
  link: async (from, to) => linkSync(from, to),
  makeFolder: async (path) => mkdirSync(path),
  openFolder: async (path) => {
    const fd = openSync(path, folderFlags);
    return { fd, sync: () => flush(fd), close: async () => closeSync(fd) };
  },
};

const waiting: WholeFile[] = [];
let isWriting = false;

/** A thread that does nothing but put small files into their places: those that come while it writes go together next. */
parentPort?.on('message', (files: readonly WholeFile[]) => {
  waiting.push(...files);
  if (!isWriting) void writeAll();
});

async function writeAll(): Promise<void> {
  isWriting = true;
  while (waiting.length > 0) {
    const puts = await putWhole(waiting.splice(0, mostTogether), waitedFor);
    parentPort?.postMessage(puts.map(replyOf));
  }
  isWriting = false;
}

function replyOf(put: Put): Reply {
  if ('outside' in put) return { answer: put.outside };
  const { message, code, detail } = put.error as NodeJS.ErrnoException & { readonly detail?: string };
  return { failure: { message, code, detail } };
}

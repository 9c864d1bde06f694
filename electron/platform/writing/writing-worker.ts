import { closeSync, fsync, linkSync, mkdirSync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { parentPort } from 'node:worker_threads';
import { thisDiskSystem, type DiskSystem } from '../disk-system.ts';
import { flushingThreads } from '../flushing-threads.mjs';
import { folderFlags } from '../real-place.ts';
import { failed, type Reply } from '../thread-reply.ts';
import { makeFolders } from './make-folders.ts';
import { putWhole, type Put, type WholeFile } from './put-whole.ts';
import type { Writing } from './writings.ts';

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

const waiting: Writing[] = [];
let isWriting = false;

/** A thread that does nothing but write: what comes while it does goes together next. */
parentPort?.on('message', (writings: readonly Writing[]) => {
  waiting.push(...writings);
  if (!isWriting) void writeAll();
});

/** As many at a time as can be flushed together: so many open files are safe on every system. */
async function writeAll(): Promise<void> {
  isWriting = true;
  while (waiting.length > 0) {
    const together = waiting.splice(0, flushingThreads);
    const replies = new Map<Writing, Reply>();
    const folders = together.filter((one) => !isFile(one));
    const failures = await makeFolders(folders, waitedFor);
    for (const [index, folder] of folders.entries()) replies.set(folder, replyTo(failures[index]));
    const files = together.filter(isFile);
    const puts = await putWhole(files, waitedFor);
    for (const [index, file] of files.entries()) replies.set(file, replyTo(puts[index]));
    parentPort?.postMessage(together.map((one) => replies.get(one)));
  }
  isWriting = false;
}

const isFile = (writing: Writing): writing is WholeFile => 'bytes' in writing;

function replyTo(done: Put | undefined): Reply {
  if (!done) return { answer: undefined };
  return 'outside' in done ? { answer: done.outside } : failed(done.error);
}

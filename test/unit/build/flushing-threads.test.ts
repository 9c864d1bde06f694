import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { cadsyncProcess } from '../../../build/cadsync-process.mjs';
import { flushingEnvironment, flushingThreads } from '../../../electron/platform/flushing-threads.mjs';

/** In a process of its own: asks for more flushes than four threads could wait for, and counts the threads. */
const countThreads = `
  const { open, readdir } = require('node:fs/promises');
  Promise.all(Array.from({ length: 80 }, () => open(process.execPath))).then(async () => {
    console.log((await readdir('/proc/self/task')).length);
    process.exit();
  });`;

function threadsOf(environment: Readonly<Record<string, string>>): number {
  const { UV_THREADPOOL_SIZE: _, ...others } = process.env;
  const options = { env: { ...others, ...environment }, encoding: 'utf8' } as const;
  return Number(execFileSync(process.execPath, ['-e', countThreads], options));
}

describe('what writes to libraries', () => {
  it('has many threads that wait for the disk, where it is the command', () => {
    expect(cadsyncProcess(['sync']).environment).toMatchObject(flushingEnvironment);
  });

  it.runIf(process.platform === 'linux')('has that many more than Node has otherwise, by its environment', () => {
    expect(threadsOf(flushingEnvironment) - threadsOf({})).toBe(flushingThreads - 4);
  });
});

import { execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Seldom enough not to slow down what is watched. */
const lookEveryMs = 100;

/** What a process holds in memory (resident), in megabytes. */
async function memoryOf(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout.trim()) / 1_024;
}

/** Watches how much memory a process holds while something is done. @returns the most it held more than before, in megabytes */
export async function memoryGrowth(pid: number, work: () => Promise<void>): Promise<number> {
  const before = await memoryOf(pid);
  let most = before;
  let done = false;
  const watch = (async () => {
    while (!done) {
      most = Math.max(most, await memoryOf(pid));
      await wait(lookEveryMs);
    }
  })();
  await work();
  done = true;
  await watch;
  return most - before;
}

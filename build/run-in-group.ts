import { spawn, type SpawnOptions } from 'node:child_process';

const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a Node script to its end, and ends what it leaves running: a process that was forgotten would keep the output of
 * whoever waits for this one open for ever. What ends this process ends the script too.
 * Windows has no groups of processes; what is left there stays.
 * @returns the exit code, 1 when a signal ended the script
 */
export function runInGroup(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const hasGroups = process.platform !== 'win32';
  // A group of its own is not asked by the terminal: it reads nothing.
  const options: SpawnOptions = { stdio: ['ignore', 'inherit', 'inherit'], env, detached: hasGroups };
  const child = spawn(process.execPath, args, options);
  const endGroup = (signal: NodeJS.Signals): void => {
    if (!hasGroups || child.pid === undefined) return void child.kill(signal);
    try {
      process.kill(-child.pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  };
  for (const signal of passedOn) process.on(signal, endGroup);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      for (const signal of passedOn) process.off(signal, endGroup);
      if (hasGroups) endGroup('SIGKILL');
      resolve(code ?? 1);
    });
  });
}

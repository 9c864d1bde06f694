import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpuSecondsOfEndedChildren, type Cost } from './process-cost.ts';

/** Whether a program of somebody else is installed here. */
export function isInstalled(program: string, versionOption: string): boolean {
  return spawnSync(program, [versionOption]).error === undefined;
}

/**
 * Runs a program of somebody else to its end.
 * @throws Error with what it said when it fails
 */
export async function timeCommand(
  program: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<Cost> {
  const cpuBefore = cpuSecondsOfEndedChildren();
  const start = performance.now();
  const child = spawn(program, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${errors.slice(-2_000)}`);
  const wallSeconds = (performance.now() - start) / 1_000;
  return { wallSeconds, cpuSeconds: cpuSecondsOfEndedChildren() - cpuBefore };
}

import { spawn } from 'node:child_process';
import { environmentAsGiven } from '../electron/entry/environment-for-others.ts';
import { buildShell } from './build-shell.ts';

/** A failure this soon after the start is that of a system the desktop app cannot run on, not of the app. */
const startTimeMs = 3_000;

/**
 * Runs the desktop app until it ends.
 * @returns its exit code, or `undefined` when it could not start: a system may refuse Chromium's sandbox, or lack its libraries
 */
export async function runInElectron(program: string, dataDir: string): Promise<number | undefined> {
  await buildShell();
  const startedMs = Date.now();
  // The app gives its engine what that needs; programs that it opens get what it has itself.
  const env = environmentAsGiven();
  const child = spawn(program, ['.', `--data=${dataDir}`], { env, stdio: 'inherit', windowsHide: false });
  // A terminal reaches both processes with Ctrl+C, a service manager this one only; the app then ends in good order.
  const passOn = (signal: NodeJS.Signals): void => void child.kill(signal);
  process.on('SIGINT', passOn).on('SIGTERM', passOn);
  const exitCode = await new Promise<number>((resolve) => {
    child.once('error', () => resolve(1));
    child.once('close', (code, signal) => resolve(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)));
  });
  process.off('SIGINT', passOn).off('SIGTERM', passOn);
  return exitCode !== 0 && Date.now() - startedMs < startTimeMs ? undefined : exitCode;
}

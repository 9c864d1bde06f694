import { spawn } from 'node:child_process';
import { buildShell } from './build-shell.ts';

/** Runs the desktop app and ends when it ends. */
export async function runInElectron(program: string, dataDir: string): Promise<void> {
  await buildShell();
  const child = spawn(program, ['.', `--data=${dataDir}`], { stdio: 'inherit', windowsHide: false });
  // A terminal reaches both processes with Ctrl+C, a service manager this one only; the app then ends in good order.
  const passOn = (signal: NodeJS.Signals): void => void child.kill(signal);
  process.on('SIGINT', passOn).on('SIGTERM', passOn);
  process.exitCode = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 0));
  });
}

import { spawn, type SpawnOptions } from 'node:child_process';
import { dirname } from 'node:path';
import { AppError } from '../../shared/errors/app-error.ts';
import { environmentForOthers } from './environment-for-others.ts';

/** Opens a file or address with the program this computer has for it. */
export function openWithSystem(target: string): Promise<void> {
  switch (process.platform) {
    case 'win32':
      // `start` of cmd would interpret & and ^ in names; this takes the name as it is.
      return run('rundll32.exe', ['url.dll,FileProtocolHandler', target]);
    case 'darwin':
      return run('open', [target]);
    default:
      return run('xdg-open', [target]);
  }
}

/** Shows a file in the folder it is in. */
export function revealWithSystem(file: string): Promise<void> {
  switch (process.platform) {
    case 'win32':
      // It takes its command line apart itself: a path in quotes, with the option before them. Node would quote both.
      return run('explorer.exe', [`/select,"${file}"`], { windowsVerbatimArguments: true });
    case 'darwin':
      return run('open', ['-R', file]);
    default:
      return run('xdg-open', [dirname(file)]);
  }
}

/** A program that finds nothing to open a file with says so this soon. */
const failsWithinMs = 2_000;

/** Resolves once the program has opened it, or still runs after a while; what it does then is the person's. */
function run(program: string, args: readonly string[], how: SpawnOptions = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (detail: string, cause?: unknown): void => reject(new AppError('file-not-opened', { detail, cause }));
    const child = spawn(program, args, { ...how, env: environmentForOthers(), stdio: 'ignore', detached: true });
    child.once('error', (cause) => fail(`${program} cannot be started.`, cause));
    child.once('spawn', () => {
      const patience = setTimeout(resolve, failsWithinMs);
      patience.unref();
      child.unref();
      child.once('exit', (code) => {
        clearTimeout(patience);
        // The explorer of Windows ends with 1 whatever it did.
        if (code === 0 || program === 'explorer.exe') resolve();
        else fail(`${program} ended with ${String(code)}.`);
      });
    });
  });
}

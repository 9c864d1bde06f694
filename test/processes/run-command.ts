import { AsyncLocalStorage } from 'node:async_hooks';
import { runCadsync } from '../../electron/entry/cadsync.ts';
import { withoutOurs, type FinishedCommand } from './processes.ts';

/** What the command that writes has written so far. */
const written = new AsyncLocalStorage<{ output: string; errors: string }>();

function takeOver(stream: NodeJS.WriteStream, name: 'output' | 'errors'): void {
  const write = stream.write.bind(stream);
  stream.write = (chunk: string | Uint8Array, ...rest: never[]): boolean => {
    const store = written.getStore();
    if (!store) return write(chunk, ...rest);
    store[name] += Buffer.from(chunk as Uint8Array).toString('utf8');
    return true;
  };
}
takeOver(process.stdout, 'output');
takeOver(process.stderr, 'errors');

let running = 0;
let usualEnvironment = process.env;

/**
 * Runs `cadsync` to its end in the process of the test, where it is not the process that is tested: starting one takes
 * longer than most commands. Commands that run at the same time share their environment.
 */
export async function runCommand(
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<FinishedCommand> {
  if (running === 0) usualEnvironment = process.env;
  running += 1;
  process.env = { ...withoutOurs(usualEnvironment), ...environment };
  const listeners = { SIGINT: process.listeners('SIGINT'), SIGTERM: process.listeners('SIGTERM') };
  const store = { output: '', errors: '' };
  try {
    const exitCode = await written.run(store, () => runCadsync(args));
    return { exitCode, ...store };
  } finally {
    running -= 1;
    if (running === 0) process.env = usualEnvironment;
    // A command that ends leaves its listeners to the process that ends with it.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      for (const listener of process.listeners(signal)) {
        if (!listeners[signal].includes(listener)) process.removeListener(signal, listener);
      }
    }
  }
}

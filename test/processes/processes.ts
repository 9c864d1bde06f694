import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { cadsyncProcess } from '../../build/cadsync-process.mjs';

const projectRoot = join(import.meta.dirname, '..', '..');

/** A process of the product, as a person would start it. */
export interface RunningProcess {
  /** Resolves with the first match in what it prints on standard output; rejects when it ends before. */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>;
  readonly pid: number;
  readonly output: () => string;
  readonly errors: () => string;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
  kill(signal?: NodeJS.Signals): void;
}

export interface FinishedCommand {
  readonly exitCode: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Starts a script of the project on the project's own Node. */
export function startScript(
  script: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  nodeOptions: readonly string[] = [],
): RunningProcess {
  const child = spawn(process.execPath, [...nodeOptions, resolve(projectRoot, script), ...args], {
    cwd: projectRoot,
    env: { ...withoutOurs(process.env), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    pid: child.pid ?? -1,
    output: () => output,
    errors: () => errors,
    ended,
    kill: (signal = 'SIGTERM') => void child.kill(signal),
    waitFor: (pattern) =>
      waitForOutput(
        child,
        pattern,
        () => output,
        () => errors,
      ),
  };
}

/** Starts the process that the command `cadsync` starts, just as it does. */
export function startCadsync(args: readonly string[], environment: NodeJS.ProcessEnv = {}): RunningProcess {
  const { script, nodeOptions, environment: usual } = cadsyncProcess(args);
  return startScript(script, args, { ...usual, ...environment }, nodeOptions);
}

/** Runs `cadsync` to its end. */
export async function runCadsync(
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<FinishedCommand> {
  const running = startCadsync(args, environment);
  const exitCode = await running.ended;
  return { exitCode, output: running.output(), errors: running.errors() };
}

function waitForOutput(
  child: ChildProcess,
  pattern: RegExp,
  output: () => string,
  errors: () => string,
): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const match = pattern.exec(output());
      if (match) resolve(match);
    };
    child.stdout?.on('data', look);
    child.once('close', (code) =>
      reject(new Error(`Ended with ${code} before it printed ${pattern}: ${output()}${errors()}`)),
    );
    look();
  });
}

/** The product's own variables of whoever runs the tests stay out of them. */
export function withoutOurs(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('CADSYNC_')));
}

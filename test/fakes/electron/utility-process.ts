import { EventEmitter } from 'node:events';
import { Worker, type MessagePort } from 'node:worker_threads';
import type * as Electron from 'electron';
import { MessagePortMain } from './message-ports.ts';

/** What a program running in the stand-in process can do. */
export interface ProcessSide {
  say(message: unknown): void;
  exit(code: number): void;
  /** Ends as when V8 cannot go on: out of memory, for one. */
  breakDown(): void;
}

/** A program running in the stand-in process, as its parent reaches it. */
export interface Program {
  receive(message: unknown, ports: readonly MessagePort[]): void;
  kill(): void;
}

export class UtilityProcess extends EventEmitter {
  readonly script: string;
  /** As it was given, where it was. */
  readonly env: Electron.ForkOptions['env'];
  readonly #program: Program;
  #ended = false;

  constructor(script: string, run: (script: string, self: ProcessSide) => Program, { env }: Electron.ForkOptions = {}) {
    super();
    this.script = script;
    this.env = env;
    const exit = (code: number): void => {
      if (this.#ended) return;
      this.#ended = true;
      this.emit('exit', code);
    };
    this.#program = run(script, {
      say: (message) => this.emit('message', message),
      exit,
      breakDown: () => {
        this.emit('error', 'FatalError', 'node::OOMErrorHandler', '{}');
        exit(134);
      },
    });
  }

  postMessage(message: unknown, transfer: readonly unknown[] = []): void {
    const ports = transfer.filter((port) => port instanceof MessagePortMain).map((port) => port.detach());
    this.#program.receive(message, ports);
  }

  kill(): boolean {
    this.#program.kill();
    return true;
  }
}

/** Runs the script in a thread of its own, with `process.parentPort` as a utility process has it. */
export function runInWorker(script: string, self: ProcessSide): Program {
  const worker = new Worker(new URL('./utility-worker.ts', import.meta.url), { workerData: { script } });
  worker.on('message', (message) => self.say(message));
  worker.on('error', (error) => process.stderr.write(`${String(error)}\n`));
  worker.once('exit', (code) => self.exit(code));
  return {
    receive: (message, ports) => worker.postMessage({ message, ports }, [...ports]),
    kill: () => void worker.terminate(),
  };
}

export const utilityProcess = {
  /** Every process that was forked, oldest first. */
  forked: [] as UtilityProcess[],
  /** How the next script runs. */
  run: runInWorker,
  fork(script: string, _args?: readonly string[], options?: Electron.ForkOptions): UtilityProcess {
    const child = new UtilityProcess(script, this.run, options);
    this.forked.push(child);
    return child;
  },
};

UtilityProcess satisfies new (
  ...given: ConstructorParameters<typeof UtilityProcess>
) => Pick<Electron.UtilityProcess, 'postMessage' | 'kill'>;

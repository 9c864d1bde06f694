import type { MessagePort } from 'node:worker_threads';
import { utilityProcess } from '../../fakes/electron/electron.ts';
import type { ProcessSide } from '../../fakes/electron/utility-process.ts';

/** One run of an engine that does what the test says. */
export interface EngineRun extends ProcessSide {
  readonly received: { readonly message: unknown; readonly ports: readonly MessagePort[] }[];
  killed: boolean;
}

/**
 * Lets every forked process be a run that the test speaks for.
 * @param obeys whether it ends when it is killed
 */
export function scriptEngine(obeys = true): { readonly runs: readonly EngineRun[]; latest(): EngineRun } {
  const runs: EngineRun[] = [];
  utilityProcess.forked.length = 0;
  utilityProcess.run = (_script, self) => {
    const run: EngineRun = { ...self, received: [], killed: false };
    runs.push(run);
    return {
      receive: (message, ports) => void run.received.push({ message, ports }),
      kill: () => {
        run.killed = true;
        if (obeys) self.exit(15);
      },
    };
  };
  return {
    runs,
    latest() {
      const run = runs.at(-1);
      if (!run) throw new Error('No engine was started.');
      return run;
    },
  };
}

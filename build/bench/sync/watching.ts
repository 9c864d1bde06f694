import { startCadsync, type RunningProcess } from '../../../test/processes/processes.ts';
import { setTimeout as wait } from 'node:timers/promises';
import type { CountingProxy } from './counting-proxy.ts';
import { cpuSecondsOf } from './process-cost.ts';
import { syncArguments, type SyncOrder } from './sync-once.ts';

const lookEveryMs = 500;
/** Work is over when the CPU was nearly still for so many looks: longer than until memory is given back (`createMemoryAtRest`). */
const quietLooks = 36;

/** Runs `cadsync sync --watch` for as long as the work takes. */
export async function withWatchingEngine<T>(
  { root, stateDir, service, environment }: SyncOrder,
  work: (engine: RunningProcess) => Promise<T>,
): Promise<T> {
  const args = [...syncArguments({ root, stateDir }), '--watch'];
  const engine = startCadsync(args, { ...service.environment, ...environment });
  try {
    return await work(engine);
  } finally {
    engine.kill();
    await engine.ended;
  }
}

/** Waits until an engine has asked the service and has nothing more to do. */
export async function untilIdle(engine: RunningProcess, proxy: CountingProxy): Promise<void> {
  let before = cpuSecondsOf(engine.pid);
  for (let quiet = 0; quiet < quietLooks || proxy.exchanges.length === 0;) {
    await wait(lookEveryMs);
    const now = cpuSecondsOf(engine.pid);
    quiet = now - before < 0.03 ? quiet + 1 : 0;
    before = now;
  }
}

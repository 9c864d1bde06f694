import { join } from 'node:path';
import { startCadsync } from '../../../test/processes/processes.ts';
import type { ServiceProcess } from '../../../test/processes/service-process.ts';
import { formatProgram } from '../../../shared/model/program.ts';
import { withService } from '../with-service.ts';
import { benchPrograms } from './cad-body.ts';
import { cpuSecondsOf, cpuSecondsOfEndedChildren, residentMegabytes, type Cost } from './process-cost.ts';

/** What one `cadsync sync --once` did and cost. */
export interface SyncRun extends Cost {
  readonly uploaded: number;
  readonly downloaded: number;
  readonly serviceCpuSeconds: number;
  readonly mostMegabytes: number;
}

export interface SyncOrder {
  readonly root: string;
  readonly stateDir: string;
  readonly service: Pick<ServiceProcess, 'process' | 'environment'>;
  /** Variables that come on top of the service's own, e.g. the address of a proxy. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Arguments that come on top of the usual ones. */
  readonly more?: readonly string[];
  /** 2 where files are to wait for a person. */
  readonly exitCode?: number;
}

/** The shortest there is: a library that was just made has files that were just touched, and waiting is not what is measured. */
const quietTimeMs = '200';

/** The arguments of `cadsync sync` for a benchmark's library. */
export function syncArguments({ root, stateDir }: Pick<SyncOrder, 'root' | 'stateDir'>): string[] {
  const programs = benchPrograms.flatMap((program) => ['--application', formatProgram(program)]);
  return ['sync', root, '--state', stateDir, ...programs, '--json'];
}

/**
 * Brings a library in step as a user would, in a process of its own, the start of the program included.
 * @throws Error when anything is left over
 */
export async function syncOnce(order: SyncOrder): Promise<SyncRun> {
  const { service, environment, more = [], exitCode: expected = 0 } = order;
  const before = { service: cpuSecondsOf(service.process.pid), children: cpuSecondsOfEndedChildren() };
  const start = performance.now();
  const engine = startCadsync([...syncArguments(order), '--once', '--quiet-time', quietTimeMs, ...more], {
    ...service.environment,
    ...environment,
  });
  let mostMegabytes = 0;
  const look = setInterval(() => {
    const { most } = residentMegabytes(engine.pid);
    if (!Number.isNaN(most)) mostMegabytes = most;
  }, 50);
  const exitCode = await engine.ended.finally(() => clearInterval(look));
  const wallSeconds = (performance.now() - start) / 1_000;
  if (exitCode !== expected) {
    throw new Error(`cadsync sync ended with ${exitCode}: ${engine.output()}${engine.errors()}`);
  }
  const { uploaded, downloaded } = JSON.parse(engine.output()) as Pick<SyncRun, 'uploaded' | 'downloaded'>;
  return {
    uploaded,
    downloaded,
    wallSeconds,
    mostMegabytes,
    cpuSeconds: cpuSecondsOfEndedChildren() - before.children,
    serviceCpuSeconds: cpuSecondsOf(service.process.pid) - before.service,
  };
}

/** A service of its own for one repetition, and a folder for the state of the engine. */
export interface FreshService {
  readonly service: ServiceProcess;
  readonly stateDir: string;
}

/**
 * Runs a service on a fresh folder. Nothing is removed afterwards: that would slow down what comes next.
 * @param prepare fills the folder before the service starts
 */
export async function withFreshService<T>(
  folder: string,
  work: (fresh: FreshService) => Promise<T>,
  { prepare, rateLimit }: { readonly prepare?: (dataDir: string) => Promise<void>; readonly rateLimit?: string } = {},
): Promise<T> {
  const own = join(folder, `run-${Date.now().toString(36)}`);
  const dataDir = join(own, 'service');
  await prepare?.(dataDir);
  return withService(
    dataDir,
    (service) => work({ service, stateDir: join(own, 'state') }),
    rateLimit === undefined ? {} : { rateLimit },
  );
}

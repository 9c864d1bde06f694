import { AppError, describeError } from '../../../shared/errors/app-error.ts';
import type { EngineEvent } from '../../../shared/rpc/records.ts';
import { defaultContentType } from '../../../shared/model/content-key.ts';
import { createEngine, type Engine } from '../../engine/run/engine.ts';
import { clientFromEnvironment } from '../environment.ts';
import { createEnginePorts } from '../engine-ports.ts';
import { exitCodes, printResult } from './output.ts';
import { untilInterrupted } from './until-interrupted.ts';

export interface SyncOptions {
  readonly folder: string;
  readonly mode: 'once' | 'watch';
  readonly stateDir: string;
  readonly applicationName: string;
  readonly applicationVersion: string;
  readonly languageCode?: string | undefined;
  readonly quietTimeMs?: number | undefined;
  readonly json: boolean;
}

/** What one run did and what is left. */
interface Summary {
  uploaded: number;
  downloaded: number;
  conflicts: number;
  unassigned: number;
  doublyClaimed: number;
  waiting: number;
  failed: number;
}

/** When nothing more gets through for this long, a run that is to end gives up. */
const giveUpMs = 20_000;

/**
 * Keeps one folder in step with the service: once, until nothing is left to do, or until interrupted.
 * @returns the exit code
 */
export async function syncCommand(options: SyncOptions): Promise<number> {
  const { service, serviceId } = clientFromEnvironment();
  const log = (level: string, message: string, about: object = {}): void => {
    if (process.env['CADSYNC_LOG'] !== undefined) {
      process.stderr.write(`${service.redact(JSON.stringify({ level, message, ...about }))}\n`);
    }
  };
  const ports = createEnginePorts(options.stateDir, { current: () => ({ service, serviceId }) }, log);
  // A run that ends does not wait for a file to come back: what is not there now is reported as not there.
  const engine = createEngine(ports, {
    watch: options.mode === 'watch',
    absenceGraceMs: options.mode === 'watch' ? 30_000 : 0,
  });
  try {
    if (options.quietTimeMs !== undefined) engine.saveSettings({ quietTimeMs: options.quietTimeMs });
    await engine.start();
    // Whoever runs the command again wants tried again what failed before.
    engine.tryNow();
    await ensureLibrary(engine, options);
    return options.mode === 'once' ? await runOnce(engine, serviceId, options) : await runWatching(engine, options);
  } finally {
    await engine.close();
    await service.close();
  }
}

/** The state folder remembers its libraries; this run is about the one folder named. */
async function ensureLibrary(engine: Engine, options: SyncOptions): Promise<void> {
  const draft = {
    root: options.folder,
    applicationName: options.applicationName,
    applicationVersion: options.applicationVersion,
    contentType: defaultContentType,
    ...(options.languageCode ? { languageCode: options.languageCode } : {}),
  };
  const root = await engine.canonicalFolder(options.folder);
  const known = engine.libraries().find(({ library }) => library.root === root);
  if (!known) {
    await engine.addLibrary(draft);
    return;
  }
  const { library } = known;
  if (library.applicationName !== draft.applicationName || library.applicationVersion !== draft.applicationVersion) {
    throw new AppError('library-overlaps', {
      detail: `This state folder has the library as ${library.applicationName} ${library.applicationVersion}; use another --state for another application.`,
    });
  }
}

async function runOnce(engine: Engine, serviceId: string, { json }: SyncOptions): Promise<number> {
  const done = { uploaded: 0, downloaded: 0 };
  let lastProgressMs = Date.now();
  const stopLooking: (() => void)[] = [];
  const onEvent = (event: EngineEvent): void => {
    if (event.kind === 'progress') lastProgressMs = Date.now();
    if (event.kind !== 'activity') return;
    lastProgressMs = Date.now();
    if (event.entry.kind === 'uploaded' || event.entry.kind === 'downloaded') done[event.entry.kind] += 1;
  };
  stopLooking.push(engine.events.listen(onEvent));
  const failure = await new Promise<AppError | undefined>((resolve) => {
    const look = (): void => {
      const problem = engine.gate.state === 'refused' ? engine.gate.error : engine.libraries()[0]?.runner.problem;
      if (problem) resolve(new AppError(problem.code, problem.detail === undefined ? {} : { detail: problem.detail }));
      else if (engine.isIdle()) resolve(undefined);
      else if (Date.now() - lastProgressMs > giveUpMs && engine.transfers.running() === 0) {
        resolve(
          new AppError(engine.gate.error?.code ?? 'service-failed', {
            detail: 'Nothing got through any more; what is waiting goes on with the next run.',
          }),
        );
      }
    };
    stopLooking.push(engine.onStatusChange(look));
    // Giving up is about nothing happening, which no event can tell.
    const timer = setInterval(look, 250);
    stopLooking.push(() => clearInterval(timer));
    look();
  });
  for (const stop of stopLooking) stop();
  const summary = summarize(engine, serviceId, done);
  printResult(json, failure ? { ...summary, error: failure.toRecord() } : summary, () => describeSummary(summary));
  if (failure) {
    process.stderr.write(`${describeError(failure)}\n`);
    return exitCodes.failed;
  }
  const { conflicts, unassigned, doublyClaimed, waiting, failed } = summary;
  return conflicts + unassigned + doublyClaimed + waiting + failed === 0 ? exitCodes.done : exitCodes.needsPerson;
}

function summarize(engine: Engine, serviceId: string, done: Pick<Summary, 'uploaded' | 'downloaded'>): Summary {
  const summary: Summary = { ...done, conflicts: 0, unassigned: 0, doublyClaimed: 0, waiting: 0, failed: 0 };
  for (const { library } of engine.libraries()) {
    const states = engine.fileList.states(serviceId, library.libraryId);
    const count = (...names: Parameters<typeof states.get>[0][]): number =>
      names.reduce((sum, name) => sum + (states.get(name) ?? 0), 0);
    summary.conflicts += count('conflict');
    summary.unassigned += count('unassigned');
    summary.doublyClaimed += count('doublyClaimed');
    summary.waiting += count('waiting', 'uploading', 'downloading', 'settling', 'openElsewhere');
    summary.failed += count('needsYou');
  }
  // Downloads that a person has to look at have no file yet.
  const parked = engine.queue
    .list(1_000)
    .filter((entry) => entry.state === 'needsAttention' && entry.intent.operation === 'download');
  summary.failed += parked.filter((entry) => entry.intent.operation === 'download' && !entry.intent.replaces).length;
  return summary;
}

function describeSummary(summary: Summary): string {
  const words: Record<keyof Summary, string> = {
    uploaded: 'uploaded',
    downloaded: 'downloaded',
    conflicts: 'in conflict',
    unassigned: 'without a class',
    doublyClaimed: 'sharing a key with another file',
    waiting: 'waiting',
    failed: 'needing you',
  };
  return (Object.keys(words) as (keyof Summary)[]).map((name) => `${summary[name]} ${words[name]}`).join(', ');
}

async function runWatching(engine: Engine, { json }: SyncOptions): Promise<number> {
  engine.events.listen((event) => {
    if (event.kind !== 'activity') return;
    const { kind, title, version, key } = event.entry;
    printResult(json, { kind, title, version, key }, () => [kind, title, version].filter(Boolean).join(' '));
  });
  await untilInterrupted();
  return exitCodes.done;
}

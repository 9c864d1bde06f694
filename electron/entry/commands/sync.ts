import { resolve } from 'node:path';
import type { LibrarySettings } from '../../../shared/rpc/library-settings.ts';
import type { Program } from '../../../shared/model/program.ts';
import { createCommandRouter } from '../../channels/command-router.ts';
import { serveCommands } from '../../channels/serve-commands.ts';
import { createEngineRequests } from '../../engine/application/engine-requests.ts';
import { createEngine, type Engine } from '../../engine/engine.ts';
import type { Log, Ports } from '../../engine/ports.ts';
import type { AddIns } from '../../engine/application/add-ins.ts';
import type { ServiceAtHand } from '../../engine/application/connection-ports.ts';
import { createBegunAnewNote, createBudgetMemories } from '../../engine/state/settings-store.ts';
import { keepHeapSmall } from '../../platform/small-heap.ts';
import type { ClientOptions } from '../../client/connection.ts';
import { clientFromEnvironment } from '../client-from-environment.ts';
import { createEnginePorts } from '../engine-ports.ts';
import { headlessAddIns } from '../headless-add-ins.ts';
import { diagnosticsOf } from '../headless-diagnostics.ts';
import { viewsOfEnvironment } from '../mirror-port.ts';
import type { ChangeAnswers } from './many-changes.ts';
import { describeRequests, standingsOfRequests } from './waiting-requests.ts';
import { listenForInterrupt, type Interrupt } from './listen-for-interrupt.ts';
import { exitCodeOfStandings } from './exit-code-of-standings.ts';
import { exitCodes, printNote } from './output.ts';
import { printableJson } from './printable.ts';
import { sayWhatItSyncs } from './say-what-it-syncs.ts';
import { ensureLibrary } from './sync-library.ts';
import { countTransfers, runOnce } from './sync-once.ts';
import { runWatching } from './sync-watching.ts';
import { tellAboutState } from './tell-about-state.ts';

export interface SyncOptions {
  readonly folder: string;
  readonly mode: 'once' | 'watch';
  readonly stateDir: string;
  /** Those of a folder that becomes a library; one that is a library already has its own. */
  readonly programs: readonly Program[];
  readonly languageCode?: string | undefined;
  readonly quietTimeMs?: number | undefined;
  /** What to do when many files at once are gone or would be replaced; without an answer that waits. */
  readonly manyChanges?: ChangeAnswers | undefined;
  /** What it fetches, where the folder becomes a library; without, as is usual. */
  readonly fetch?: LibrarySettings['fetch'] | undefined;
  /** Whether an unusual folder is meant. */
  readonly yes: boolean;
  readonly json: boolean;
}

type Limits = NonNullable<ClientOptions['limits']>;

/** Nobody waits for a run that goes on, which tells when the service is away. */
const unheard = { onSilence: (): void => undefined };

/**
 * Keeps one folder in step with the service: once, until nothing is left to do, or on and on. An interrupt ends it in
 * good order.
 * @returns the exit code
 */
export async function syncCommand(options: SyncOptions): Promise<number> {
  keepHeapSmall();
  // Where it is kept is there by the first call.
  const limits: Limits = (account) => createBudgetMemories(ports.database)(account);
  const { service, serviceId } = clientFromEnvironment({ limits, ...(options.mode === 'watch' ? unheard : {}) });
  const log = (level: string, message: string, about: object = {}): void => {
    if (process.env['CADSYNC_LOG'] !== undefined) {
      process.stderr.write(`${service.redact(printableJson({ level, message, ...about }))}\n`);
    }
  };
  const connected = { service, serviceId };
  const ports = await openPorts(() => createEnginePorts(options.stateDir, { current: () => connected }, log), options);
  tellAboutState(ports.database);
  // A run that ends does not wait for a file to come back: what is not there now is reported as not there.
  const engine = createEngine(ports, {
    watch: options.mode === 'watch',
    listsEverything: options.mode === 'once',
    absenceGraceMs: options.mode === 'watch' ? 30_000 : 0,
    settings: options.quietTimeMs === undefined ? {} : { quietTimeMs: options.quietTimeMs },
  });
  const done = countTransfers(engine);
  const started = Promise.withResolvers<void>();
  const { views, close: closeMirror } = viewsOfEnvironment(options.stateDir, service, serviceId);
  const diagnostics = diagnosticsOf(options.stateDir, ports.database);
  const addIns = addInsOf({ engine, ports, log, options }, () => ({ serviceId, views: views(), remote: service }));
  const requests = { ...createEngineRequests(engine, ports, views), diagnostics, addIns };
  const router = createCommandRouter(requests, () => started.promise);
  const commands = await serveCommands(router, options.stateDir, log);
  // Not sooner: it keeps a command that failed from ending.
  const interrupt = listenForInterrupt();
  try {
    // The state folder remembers its libraries; this run is about the one folder named.
    const root = (await engine.canonicalFolder(resolve(options.folder))) ?? resolve(options.folder);
    await engine.start((library) => library.root === root);
    // Whoever runs the command again wants tried again what failed before.
    engine.tryNow();
    const runner = await ensureLibrary(engine, options);
    if (!runner) return exitCodes.needsPerson;
    // It was told above, and the state has a library again.
    createBegunAnewNote(ports.database).forget();
    started.resolve();
    await addIns.start();
    const { libraryId } = runner.context.library;
    if (options.mode === 'watch') return await runWatching(engine, { libraryId, interrupt }, options);
    const exitCode = await runOnce(engine, { libraryId, done, interrupt, clock: ports.clock }, options);
    return await sendWaiting({ writes: addIns.writes, serviceId, interrupt }, exitCode);
  } finally {
    interrupt.stop();
    await commands.close();
    await addIns.close();
    await engine.close();
    await service.close();
    await closeMirror();
  }
}

/** @throws AppError `library-in-use`, `state-unreadable` */
async function openPorts(open: () => Ports, options: SyncOptions): Promise<Ports> {
  try {
    return open();
  } catch (thrown) {
    throw await sayWhatItSyncs(thrown, options);
  }
}

interface LastSending {
  readonly writes: AddIns['writes'];
  readonly serviceId: string;
  readonly interrupt: Interrupt;
}

/** A run that ends takes along what waits. @returns the exit code of the run, or of what is left of that */
async function sendWaiting({ writes, serviceId, interrupt }: LastSending, exitCode: number): Promise<number> {
  if (!interrupt.signal.aborted) await Promise.race([writes.run(), interrupt.asked]);
  const { waiting, needsAttention } = writes.counts(serviceId);
  const requests = { waiting, refused: needsAttention, problems: [] };
  for (const line of describeRequests(requests)) printNote(line);
  return exitCode === exitCodes.done ? exitCodeOfStandings(standingsOfRequests(requests)) : exitCode;
}

interface AddInSurroundings {
  readonly engine: Engine;
  readonly ports: Ports;
  readonly log: Log;
  readonly options: SyncOptions;
}

/** Add-ins are answered by a run that goes on. */
function addInsOf({ options, ...parts }: AddInSurroundings, connected: () => ServiceAtHand): AddIns {
  const { stateDir, mode } = options;
  const addIns = headlessAddIns({ ...parts, stateDir, connected, serves: mode === 'watch', sends: true });
  parts.engine.onStatusChange(() => void addIns.follow());
  return addIns;
}

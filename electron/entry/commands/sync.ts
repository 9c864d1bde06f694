import { resolve } from 'node:path';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { EngineEvent } from '../../../shared/rpc/engine-event.ts';
import type { LibrarySettings } from '../../../shared/rpc/library-settings.ts';
import { formatProgram, isSameProgram, type Program } from '../../../shared/model/program.ts';
import { defaultContentType } from '../../../shared/model/content-key.ts';
import { createCommandRouter } from '../../channels/command-router.ts';
import { serveCommands } from '../../channels/serve-commands.ts';
import { createEngineRequests } from '../../engine/application/engine-requests.ts';
import type { ChangeQuestion } from '../../engine/state/bounded-changes.ts';
import { createEngine, type Engine } from '../../engine/engine.ts';
import type { ConnectionPort } from '../../engine/ports.ts';
import { createBudgetMemories } from '../../engine/state/settings-store.ts';
import type { LibraryRunner } from '../../engine/cycle/library-runner.ts';
import type { LibraryDraft } from '../../engine/person/library-setup.ts';
import { createMemoryAtRest } from '../../platform/memory-at-rest.ts';
import { prepareReading } from '../../platform/reading/ask.ts';
import { clientFromEnvironment } from '../client-from-environment.ts';
import { createEnginePorts } from '../engine-ports.ts';
import { diagnosticsOf } from '../headless-diagnostics.ts';
import { viewsOfEnvironment } from '../mirror-port.ts';
import { describeFolderQuestion, describeSecondLibrary } from './describe-library.ts';
import { createQuestionAnswers, describeQuestion, type ChangeAnswers } from './many-changes.ts';
import { exitCodes, printNote, printProblem, printResult } from './output.ts';
import { printableJson } from './printable.ts';
import { createConnectionTeller } from './tell-connection.ts';
import { listenForInterrupt } from './listen-for-interrupt.ts';
import { tellBegunAnew } from './tell-begun-anew.ts';
import { showSyncProgress } from './sync-progress.ts';
import { endsByPersonOnly, exitCodeOfStall, whyStalled, type Stall } from './stall.ts';
import { describeSync, isInStep, summarizeSync } from './sync-summary.ts';

export interface SyncOptions {
  readonly folder: string;
  readonly mode: 'once' | 'watch';
  readonly stateDir: string;
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

/** When nothing more gets through for this long, a run that is to end gives up; at once where only a person can end that. */
const giveUpMs = 20_000;

/** So many of what waits then are asked why. */
const lookedAtMost = 10_000;

/**
 * Keeps one folder in step with the service: once, until nothing is left to do, or until interrupted.
 * @returns the exit code
 */
export async function syncCommand(options: SyncOptions): Promise<number> {
  // Where it is kept is there by the first call.
  const { service, serviceId } = clientFromEnvironment((account) => createBudgetMemories(ports.database)(account));
  const log = (level: string, message: string, about: object = {}): void => {
    if (process.env['CADSYNC_LOG'] !== undefined) {
      process.stderr.write(`${service.redact(printableJson({ level, message, ...about }))}\n`);
    }
  };
  // It stands ready by the time the state is open.
  prepareReading();
  const connection: ConnectionPort = {
    current: () => ({ service, serviceId }),
    requestsSpent: () => service.requestsSpent(),
    dropIdle: () => service.dropIdle(),
  };
  const ports = createEnginePorts(options.stateDir, connection, log);
  tellBegunAnew(ports.database);
  // A run that ends does not wait for a file to come back: what is not there now is reported as not there.
  const engine = createEngine(ports, {
    watch: options.mode === 'watch',
    listsEverything: options.mode === 'once',
    absenceGraceMs: options.mode === 'watch' ? 30_000 : 0,
    settings: options.quietTimeMs === undefined ? {} : { quietTimeMs: options.quietTimeMs },
  });
  const started = Promise.withResolvers<void>();
  const { views, close: closeMirror } = viewsOfEnvironment(options.stateDir, service, serviceId);
  const diagnostics = diagnosticsOf(options.stateDir, ports.database);
  const requests = { ...createEngineRequests(engine, ports, views), diagnostics };
  const router = createCommandRouter(requests, () => started.promise);
  const commands = await serveCommands(router, options.stateDir, log);
  try {
    // The state folder remembers its libraries; this run is about the one folder named.
    const root = (await engine.canonicalFolder(resolve(options.folder))) ?? resolve(options.folder);
    await engine.start((library) => library.root === root);
    // Whoever runs the command again wants tried again what failed before.
    engine.tryNow();
    const runner = await ensureLibrary(engine, options);
    if (!runner) return exitCodes.needsPerson;
    started.resolve();
    const { libraryId } = runner.context.library;
    return options.mode === 'once'
      ? await runOnce(engine, libraryId, serviceId, options)
      : await runWatching(engine, libraryId, options);
  } finally {
    await commands.close();
    await engine.close();
    await service.close();
    closeMirror();
  }
}

/**
 * The library of the run, which the folder becomes where it is none. What a person should know of that is said before.
 * @returns `undefined` where a person is asked about the folder first
 * @throws AppError as `Engine.addLibrary`; `invalid-request` for settings of a folder that is a library already
 */
async function ensureLibrary(engine: Engine, options: SyncOptions): Promise<LibraryRunner | undefined> {
  const draft = {
    root: resolve(options.folder),
    programs: options.programs,
    contentType: defaultContentType,
    ...(options.languageCode ? { languageCode: options.languageCode } : {}),
  };
  const [known] = engine.libraries();
  if (!known) return addLibrary(engine, draft, options);
  const { library } = known;
  // A library may be for more programs than a command says.
  const other = draft.programs.find((program) => !library.programs.some((one) => isSameProgram(one, program)));
  if (other) {
    const declared = library.programs.map(formatProgram).join(', ');
    throw new AppError('invalid-request', {
      detail: `${library.root} is a library for ${declared}; "cadsync library set ${library.root} --application '${formatProgram(other)}'" declares ${formatProgram(other)}.`,
    });
  }
  if (options.fetch !== undefined && options.fetch !== known.runner.context.settings().fetch) {
    throw new AppError('invalid-request', {
      detail: `${library.root} is a library already; "cadsync library set ${library.root} --fetch ${options.fetch}" changes what it fetches.`,
    });
  }
  return known.runner;
}

async function addLibrary(
  engine: Engine,
  draft: LibraryDraft,
  { fetch, yes, json }: SyncOptions,
): Promise<LibraryRunner | undefined> {
  const { question } = await engine.lookAtFolder(draft.root);
  if (question && !yes) {
    printResult(json, { done: false, root: draft.root, question }, (told) =>
      describeFolderQuestion(told.root, told.question),
    );
    return undefined;
  }
  const others = engine.librariesFor(draft.programs);
  if (others.length > 0) printNote(describeSecondLibrary(draft, others, fetch));
  return engine.addLibrary({ ...draft, settings: fetch === undefined ? {} : { fetch } });
}

const removedMeanwhile = { detail: 'Meanwhile somebody said that the folder is no library any more.' };

function isKnown(engine: Engine, libraryId: string): boolean {
  return engine.knownLibraries().some(({ library }) => library.libraryId === libraryId);
}

/**
 * Answers what is asked with what was said with the command.
 * @returns looks for questions; what it returns is asked and was not answered
 */
function createAnswerer(
  engine: Engine,
  libraryId: string,
  answers: ChangeAnswers = { byKind: new Map() },
): () => readonly ChangeQuestion[] {
  const said = createQuestionAnswers(answers);
  return () => {
    const [running] = engine.libraries();
    const { answered, open } = said.sort(engine.changeQuestions(libraryId), running?.runner.isQuiet() ?? false);
    for (const { question, answer } of answered) {
      const { kind, lastChangeId } = question;
      engine.answerChanges(libraryId, { kind, lastChangeId, answer });
    }
    return open;
  };
}

async function runOnce(
  engine: Engine,
  libraryId: string,
  serviceId: string,
  { json, manyChanges }: SyncOptions,
): Promise<number> {
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
  const answer = createAnswerer(engine, libraryId, manyChanges);
  const failure = await new Promise<AppError | undefined>((resolve) => {
    const look = (): void => {
      // What a command says of the library meanwhile may have started it again, or ended it.
      const [running] = engine.libraries();
      if (!running)
        return isKnown(engine, libraryId) ? undefined : resolve(new AppError('unknown-item', removedMeanwhile));
      const { runner } = running;
      answer();
      if (runner.isLooking()) lastProgressMs = Date.now();
      const problem = engine.gate.isRefused() ? engine.gate.error : runner.problem;
      if (problem) resolve(new AppError(problem.code, problem.detail === undefined ? {} : { detail: problem.detail }));
      else if (engine.isIdle()) resolve(undefined);
      else if (engine.transfers.running() > 0) return;
      else if (Date.now() - lastProgressMs > giveUpMs || (runner.isQuiet() && waitsForPerson(engine, runner)))
        resolve(whyStalled(readStall(engine, runner)));
    };
    stopLooking.push(engine.onStatusChange(look));
    stopLooking.push(showSyncProgress(engine));
    // Giving up is about nothing happening, which no event can tell.
    const timer = setInterval(look, 250);
    stopLooking.push(() => clearInterval(timer));
    look();
  });
  for (const stop of stopLooking) stop();
  if (!isKnown(engine, libraryId)) throw failure ?? new AppError('unknown-item', removedMeanwhile);
  const summary = summarizeSync(engine, serviceId, libraryId, done);
  printResult(json, failure ? { ...summary, error: failure.toRecord() } : summary, () => describeSync(summary));
  if (failure) {
    printProblem(failure);
    return exitCodeOfStall(failure);
  }
  return isInStep(summary) ? exitCodes.done : exitCodes.needsPerson;
}

function waitsForPerson(engine: Engine, runner: LibraryRunner): boolean {
  const stall = readStall(engine, runner);
  return endsByPersonOnly(stall) && stall.waiting.length === engine.queue.waiting([runner.context.library.libraryId]);
}

function readStall(engine: Engine, { context, poll }: LibraryRunner): Stall {
  return {
    connection: engine.gate.error ?? poll.problem,
    waiting: engine.queue
      .unfinished(context.library.libraryId, lookedAtMost)
      .map((entry) => ({ title: engine.titleOf(entry), key: entry.key, attempts: entry.attempts, error: entry.error })),
  };
}

async function runWatching(engine: Engine, libraryId: string, { json, manyChanges }: SyncOptions): Promise<number> {
  const removed = Promise.withResolvers<void>();
  const memory = createMemoryAtRest();
  engine.onStatusChange(memory.noteWork);
  engine.onStatusChange(createConnectionTeller(engine.gate));
  let said = '';
  const answer = createAnswerer(engine, libraryId, manyChanges);
  engine.onStatusChange(() => {
    const questions = answer();
    const text = questions.map(describeQuestion).join('\n');
    if (text !== '' && text !== said) printResult(json, { questions }, () => text);
    said = text;
  });
  engine.events.listen((event) => {
    if (event.kind !== 'activity') return;
    const { kind, title, version, key } = event.entry;
    if (kind === 'libraryRemoved' && !isKnown(engine, libraryId)) removed.resolve();
    printResult(json, { kind, title, version, key }, (told) =>
      [told.kind, told.title, told.version].filter(Boolean).join(' '),
    );
  });
  const interrupt = listenForInterrupt();
  await Promise.race([interrupt.asked, removed.promise]);
  interrupt.stop();
  memory.stop();
  return exitCodes.done;
}

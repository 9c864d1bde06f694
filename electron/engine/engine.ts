import { toAppError } from '../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../shared/model/content-key.ts';
import { settingsSchema, type Settings } from '../../shared/rpc/settings.ts';
import type { Ports } from './ports.ts';
import { createStatusReader } from './explain/status-reader.ts';
import { createExplainer, type ExplainerParts } from './explain/explainer.ts';
import { createQueue } from './queue/queue.ts';
import { createActivityLog } from './state/activity-log.ts';
import { createFileList } from './state/file-list.ts';
import { createLastStops } from './state/settings-store.ts';
import { createLibraries, type Library } from './state/libraries.ts';
import { migrate } from './state/schema.ts';
import { createSettingsStore } from './state/settings-store.ts';
import { createChangeGuard } from './cycle/change-guard.ts';
import { createConnectionGate } from './transfer/connection-gate.ts';
import { createEarlierCopies } from './person/earlier-copies.ts';
import { createEventHub } from './event-hub.ts';
import type { EngineOptions } from './engine-options.ts';
import type { LibraryContext } from './library/library-context.ts';
import { createLibrarySetup } from './person/library-setup.ts';
import { createPersonAnswers } from './person/person-answers.ts';
import { createPicks } from './person/picks.ts';
import { createReporter } from './reporter.ts';
import { createRestingLibraries } from './cycle/resting-libraries.ts';
import { createRunners } from './cycle/runners.ts';
import { createScrub } from './upkeep/scrub.ts';
import { createLibraryStart } from './cycle/start-library.ts';
import { createStepTaker } from './cycle/step-taker.ts';
import { createTransferRunner } from './transfer/transfer-runner.ts';

/**
 * The sync engine: libraries on disk on one side, the service on the other, a queue between them. Knows no window;
 * whoever wants to follow listens to `events`.
 * @throws AppError `state-unreadable` when the state database is not one this app can read
 */
export function createEngine(ports: Ports, options: EngineOptions) {
  const { keepPartsFromBytes = 256 * 1024, settings: settingsOfRun } = options;
  const { database, clock } = ports;
  migrate(database);
  const libraries = createLibraries(database);
  const settingsStore = createSettingsStore(database);
  const activity = createActivityLog(database);
  const queue = createQueue(
    database,
    () => clock.steadyMs(),
    () => clock.now(),
  );
  const runners = createRunners(createRestingLibraries({ ports, queue, libraries }));
  const isConfirmed = (libraryId: string): boolean => runners.get(libraryId)?.freshness === 'fresh';
  /** While the state cannot be written (a full disk), what was judged before is told. */
  function refresh(): void {
    try {
      for (const { libraryId } of libraries.all()) runners.keeperOf(libraryId).judgement.refresh();
    } catch (error) {
      ports.log('warn', 'What changed could not be judged', { code: toAppError(error).code });
    }
  }

  const fileList = createFileList(database, {
    isRunning: queue.isRunning,
    isConfirmed,
    unseenFolders: (libraryId) => runners.get(libraryId)?.unseenFolders ?? [],
    refresh,
  });
  const events = createEventHub();
  const contextOf = (libraryId: string): LibraryContext | undefined => runners.get(libraryId)?.context;
  const report = createReporter({ clock, events, activity, context: contextOf });
  let settings: Settings = { ...settingsStore.settings(), ...settingsOfRun };

  const lastStops = createLastStops(database);
  const gate = createConnectionGate(clock, ports.random, onGateChange, queue.hasWishes);
  function onGateChange(): void {
    noteConnection();
    report.statusChanged();
    for (const runner of runners.all()) runner.noteFreshness();
    if (!gate.isOpen()) return;
    // Whoever was not answered may have been told to wait for a person; somebody else's answer says that it works.
    for (const runner of runners.all())
      if (runner.lastPollMs === undefined || runner.pollProblem !== undefined) runner.pollSoon();
    transfers.connectionIsBack();
  }

  /** What is only being tried again says nothing yet. */
  function noteConnection(): void {
    const { state, error } = gate;
    if (state !== 'online' && !error) return;
    try {
      lastStops.noteConnection(error, clock.now());
    } catch (failure) {
      ports.log('warn', 'What stopped the connection could not be written down', { code: toAppError(failure).code });
    }
  }

  gate.reset(ports.connection.current() !== undefined);
  const steps = createStepTaker({
    ports,
    queue,
    guard: createChangeGuard({ clock, limits: options.changeLimits }),
    onQueued: () => transfers.pump(),
    onPaths: (context, paths) => report.filesChanged(context.library.libraryId, paths),
    onDone: (context, news) => report.keyNews(context.library, news),
  });

  const transfers = createTransferRunner({
    ports,
    queue,
    gate,
    context: contextOf,
    parallelTransfers: () => settings.parallelTransfers,
    keepPartsFromBytes,
    onMoved: (libraryId, keys) => runners.get(libraryId)?.planSoon(keys),
    readyLibraries: () =>
      runners
        .all()
        .filter((runner) => runner.isReady())
        .map(({ context }) => context.library.libraryId),
    prove: async (libraryId, atMostMsAgo) => runners.get(libraryId)?.prove(atMostMsAgo),
    onFolderLost: (libraryId) => runners.get(libraryId)?.scanSoon(),
    onLoss: (libraryId) => runners.get(libraryId)?.noteLoss(),
    onLook: (libraryId, path) => runners.get(libraryId)?.readChangedSoon(path),
    onProgress: report.progress,
    onOutcome: report.outcome,
    onFailure: report.failure,
    onQueueChange: report.queueChanged,
  });

  const earlierCopies = createEarlierCopies({
    ports,
    settings: () => settings,
    keepPartsFromBytes,
    keepers: () => libraries.all().map(({ libraryId }) => runners.keeperOf(libraryId)),
    keeperOf: runners.keeperOf,
    tell: report.tell,
  });

  const scrub = createScrub({
    ports,
    libraries: runners.all,
    isBusy: () => transfers.running() > 0 || runners.all().some((runner) => runner.isReading()),
    onUnreadable: ({ context }, file) => report.unreadable(context, file),
  });

  const startLibrary = createLibraryStart({
    ports,
    options,
    queue,
    gate,
    steps,
    runners,
    libraries,
    report,
    settings: () => settings,
    onReady: () => transfers.pump(),
    onCompared: () => scrub.soon(),
    finishConflicts: (libraryId) => answers.finishConflicts(libraryId),
  });

  const explaining: ExplainerParts = {
    database,
    queue,
    fileList,
    clock,
    serviceId: () => ports.connection.current()?.serviceId,
    live: (libraryId, path) => runners.get(libraryId)?.facts(path),
  };
  const explainer = createExplainer(explaining);

  const setup = createLibrarySetup({ ports, libraries, runners, queue, fileList, transfers, report, startLibrary });

  /** A person wants everything that waits tried now. */
  function tryNow(entryId?: number): void {
    gate.reset(ports.connection.current() !== undefined);
    for (const runner of runners.all()) runner.pollSoon();
    transfers.tryNow(entryId);
    report.queueChanged();
  }

  const answers = createPersonAnswers({ ports, runners, queue, steps, transfers, report, tryNow });

  return {
    ...setup,
    ...answers,
    events,
    explainer,
    statusReader: createStatusReader(explaining, { explainer, libraries: libraries.all, disk: ports.disk }),
    queue,
    activity,
    fileList,
    settingsStore,
    gate,
    transfers,

    /** Calls back when anything that `status` shows may have changed. */
    onStatusChange: report.onStatusChange,

    settings: (): Settings => settings,

    saveSettings(patch: Partial<Settings>): Settings {
      settings = settingsSchema.parse({ ...settings, ...patch });
      settingsStore.saveSettings(settings);
      for (const runner of runners.all()) runner.settingsChanged();
      report.statusChanged();
      return settings;
    },

    /** @param isWanted which of the libraries take part in this run; all of them where nothing is said */
    async start(isWanted: (library: Library) => boolean = () => true): Promise<void> {
      for (const library of libraries.all().filter(isWanted)) await startLibrary(library);
      // The code may have been set while the app was not running.
      transfers.licenseChanged();
    },

    canonicalFolder: (folder: string): Promise<string | undefined> => ports.disk.canonicalFolder(folder),

    libraries: runners.libraries,

    runnerOf: runners.of,
    keeperOf: runners.keeperOf,

    contextHolding: (key: ContentKeyText): LibraryContext | undefined => runners.holding(key)?.context,

    earlierCopies,

    picks: createPicks({ newId: ports.newId, keeperOf: runners.keeperOf }),

    /** The service, its addresses or its secrets changed. */
    connectionChanged(): void {
      gate.reset(ports.connection.current() !== undefined);
      for (const runner of runners.all()) runner.connectionChanged();
      // What was refused or failed elsewhere says nothing of this service.
      transfers.tryNow();
      report.statusChanged();
    },

    tryNow,

    /** Whether every library of this run is compared and planned and nothing is left that could be carried out without a person. */
    isIdle: (): boolean =>
      transfers.running() === 0 &&
      queue.waiting(runners.ids()) === 0 &&
      runners.all().every((runner) => runner.isQuiet()),

    async close(): Promise<void> {
      report.close();
      earlierCopies.close();
      await scrub.close();
      await transfers.close();
      await Promise.all(runners.all().map((runner) => runner.close()));
      refresh();
      await runners.resting.close();
      database.close();
    },

    titleOf: report.titleOf,
  };
}

export type Engine = ReturnType<typeof createEngine>;

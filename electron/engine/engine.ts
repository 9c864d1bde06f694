import { toAppError } from '../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../shared/model/content-key.ts';
import { createRestingLibraries } from './cycle/resting-libraries.ts';
import { createRunners, type Runners } from './cycle/runners.ts';
import type { EngineOptions } from './engine-options.ts';
import { createEventHub } from './event-hub.ts';
import { createExplainer } from './explain/explainer.ts';
import type { ExplainerParts } from './explain/file-facts.ts';
import { createStatusReader } from './explain/status-reader.ts';
import { createEarlierCopies } from './person/earlier-copies.ts';
import { createEarlierVersions } from './person/earlier-versions.ts';
import { createLibrarySetup } from './person/library-setup.ts';
import { createPersonAnswers } from './person/person-answers.ts';
import { createAdditions } from './person/additions.ts';
import { createPicks } from './person/picks.ts';
import { createConflictResolution } from './person/resolve-conflict.ts';
import { carryAgreement, type CarryParts } from './moving/carry-agreement.ts';
import type { Ports } from './ports.ts';
import { createQueue, type Queue } from './queue/queue.ts';
import { createReporter } from './reporter.ts';
import { createRunSettings } from './run-settings.ts';
import { createServiceRequests, requestBudget } from './service-requests.ts';
import { createActivityLog } from './state/activity-log.ts';
import { createFileList } from './state/file-list.ts';
import { createLibraries, type Libraries, type Library } from './state/libraries.ts';
import { migrate } from './state/schema.ts';
import { carryChanges, createBoundedChanges } from './state/bounded-changes.ts';
import { createServiceTrees, hasAgreedWith } from './state/service-trees.ts';
import { createSettingsStore } from './state/settings-store.ts';
import { createSyncWork, type SyncWork } from './sync-work.ts';
import { addAmounts, createWorkProgress, nothing, type WorkProgressReader } from './work-progress.ts';
import type { LibraryRecords, ServiceSide } from './state/library-state.ts';

/**
 * The sync engine: libraries on disk on one side, the service on the other, a queue between them. Knows no window;
 * whoever wants to follow listens to `events`.
 * @throws AppError `state-unreadable` when the state database is not one this app can read
 */
export function createEngine(ports: Ports, options: EngineOptions) {
  const { keepPartsFromBytes = 1024 ** 2 } = options;
  const state = openState(ports, options);
  const { runners, report, events, queue, activity, fileList, settingsStore } = state;
  const settings = state.settings.inForce;
  const conflicts = createConflictResolution(ports);
  const parts = { ...state, ports, options, keepPartsFromBytes, settings };
  const work = createSyncWork({ ...parts, finishConflicts: conflicts.finish });
  const { gate, transfers } = work;
  const setup = createLibrarySetup({ ...parts, ...work });
  const requests = createServiceRequests(ports, state, work);
  const earlierVersions = createEarlierVersions(parts);
  let stopListening = (): void => undefined;
  return {
    ...setup,
    ...createPersonAnswers({ ...parts, ...work, ...requests, conflicts }),
    ...requests,
    ...readersOf(ports, state, work),
    ...registryOf(ports, state),
    ...{ events, queue, activity, fileList, settingsStore, gate, transfers, earlierVersions },
    earlierCopies: createEarlierCopies(parts),
    settings: state.settings.now,
    settingsInForce: settings,
    settingsProblem: state.settings.problem,
    isLanguageOpen: state.settings.isLanguageOpen,

    /** Calls back when anything that `status` shows may have changed. */
    onStatusChange: report.onStatusChange,
    /** How far the work is that goes on by itself; `undefined` while there is none. */
    workProgress: () => state.work.now(),
    titleOf: report.titleOf,
    canonicalFolder: (folder: string): Promise<string | undefined> => ports.disk.canonicalFolder(folder),
    ...broughtAndSaid(parts),

    /** @param isWanted which of the libraries take part in this run; all of them where nothing is said */
    async start(isWanted: (library: Library) => boolean = () => true): Promise<void> {
      stopListening = listenForSleep(ports, requests.wokeUp);
      await setup.startLibraries(isWanted);
      // The code may have been set while the app was not running.
      transfers.licenseChanged();
    },

    async close(): Promise<void> {
      stopListening();
      report.close();
      earlierVersions.close();
      await work.scrub.close();
      await transfers.close();
      await Promise.all(runners.all().map((runner) => runner.close()));
      state.refresh();
      await runners.resting.close();
      ports.database.close();
    },
  };
}

export type Engine = ReturnType<typeof createEngine>;

/** What a person brings, and says of files; both can be taken back. */
function broughtAndSaid(parts: Parameters<typeof createAdditions>[0]) {
  const { ports, runners } = parts;
  return {
    additions: createAdditions(parts),
    picks: createPicks({ newId: ports.newId, keeperOf: runners.keeperOf }),
  };
}

/** What is kept and told, below all work. */
function openState(ports: Ports, options: EngineOptions) {
  const { database, clock } = ports;
  migrate(database);
  const libraries = createLibraries(database);
  const settingsStore = createSettingsStore(database);
  const activity = createActivityLog(database, clock);
  const serviceId = (): string | undefined => ports.connection.current()?.serviceId;
  const queue = createQueue(database, clock, serviceId);
  const runners = createRunners(createRestingLibraries({ ports, queue, libraries }));
  const refresh = (): void => refreshVerdicts(ports, libraries, runners);
  const fileList = createFileList(database, {
    serviceId,
    isRunning: queue.isRunning,
    isConfirmed: (libraryId) => runners.get(libraryId)?.freshness === 'fresh',
    unseenFolders: (libraryId) => runners.get(libraryId)?.unseenFolders ?? [],
    refresh,
  });
  const events = createEventHub();
  const work = workProgressOf(ports, queue, runners);
  const report = createReporter({ clock, events, activity, work, context: runners.contextOf });
  const settings = createRunSettings(settingsStore, options.settings);
  const unreadCount = settings.unreadCount();
  if (unreadCount > 0) ports.log('warn', 'settings-not-read', { count: unreadCount });
  return { libraries, settingsStore, settings, activity, queue, runners, refresh, fileList, events, work, report };
}

function workProgressOf({ clock, connection }: Ports, queue: Queue, runners: Runners): WorkProgressReader {
  return createWorkProgress(clock, {
    toRead: () =>
      runners
        .all()
        .map(({ toRead }) => toRead())
        .reduce(addAmounts, nothing),
    transferCount: queue.transferCount,
    transferBytes: () => queue.transferBytes(connection.current()?.serviceId ?? ''),
  });
}

type State = ReturnType<typeof openState>;

function listenForSleep({ clock, connection }: Ports, wokeUp: () => void): () => void {
  const stops = [clock.onWake(wokeUp), clock.onFallAsleep(() => connection.current()?.service.fallAsleep?.())];
  return () => stops.forEach((stop) => stop());
}

const idsOf = (libraries: Libraries): string[] => libraries.all().map(({ libraryId }) => libraryId);

/** While the state cannot be written (a full disk), what was judged before is told. */
function refreshVerdicts({ log }: Ports, libraries: Libraries, runners: Runners): void {
  try {
    for (const { libraryId } of libraries.all()) runners.keeperOf(libraryId).judgement.refresh();
  } catch (error) {
    log('warn', 'judgement-failed', { code: toAppError(error).code });
  }
}

/** Why files stand as they do, and how everything stands. */
function readersOf(ports: Ports, { queue, fileList, runners, libraries }: State, { gate }: SyncWork) {
  const { database, clock, disk } = ports;
  const parts: ExplainerParts = {
    ...{ database, clock, queue, fileList },
    ignoresCase: disk.ignoresCase,
    serviceId: () => ports.connection.current()?.serviceId,
    live: (libraryId, path) => runners.get(libraryId)?.facts(path),
  };
  const explainer = createExplainer(parts);
  const told = {
    connection: () => gate.standing(),
    budget: requestBudget(ports, queue),
    linksProblem: (libraryId: string) => runners.get(libraryId)?.context.linksProblem(),
  };
  return { explainer, statusReader: createStatusReader(parts, { ...told, explainer, libraries: libraries.all, disk }) };
}

/** The libraries, by their id and by what they hold, and what they agreed on with services. */
function registryOf({ database, clock }: Ports, { runners, libraries }: State) {
  return {
    runners: runners.all,
    runnerOf: runners.of,
    keeperOf: runners.keeperOf,
    hasAgreedWith: (serviceId: string): boolean => hasAgreedWith(database, serviceId),

    /** Takes what libraries agreed on with one service over to another one that has the same. */
    carryAgreement: (between: Omit<CarryParts, 'database' | 'libraryIds' | 'nowMs'>): Promise<void> =>
      carryAgreement({
        ...between,
        database,
        libraryIds: idsOf(libraries),
        nowMs: () => clock.now(),
      }),

    /** What people asked and answered about files while one service was connected is carried out with another one. */
    carryWishes(from: string, to: string): void {
      for (const libraryId of idsOf(libraries)) {
        createServiceTrees(database, libraryId, to).wantAsOf(from);
        const changesWith = (serviceId: string) => createBoundedChanges(database, libraryId, serviceId);
        carryChanges(changesWith(from), changesWith(to));
      }
    },

    contextHolding: (key: ContentKeyText): (LibraryRecords & ServiceSide) | undefined => runners.holding(key)?.context,
  };
}

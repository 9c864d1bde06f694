import { AppError } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import {
  defaultLibrarySettings,
  librarySettingsSchema,
  type LibrarySettings,
  type LibrarySettingsPatch,
} from '../../../shared/rpc/library-settings.ts';
import { settingsSchema, type Settings } from '../../../shared/rpc/settings.ts';
import type { ConflictChoice } from '../../../shared/rpc/records.ts';
import { readMarker } from '../observe/marker.ts';
import type { Ports } from '../ports.ts';
import { createStatusReader } from '../explain/status-reader.ts';
import { createExplainer, type ExplainerParts } from '../explain/explainer.ts';
import { createQueue } from '../queue/queue.ts';
import type { ChangeKind, ChangeLimits } from '../plan/bounded-change.ts';
import { createActivityLog } from '../state/activity-log.ts';
import type { ChangeQuestion } from '../state/bounded-changes.ts';
import { createFileList } from '../state/file-list.ts';
import { createLibraries, type Library } from '../state/libraries.ts';
import { migrate } from '../state/schema.ts';
import { createSettingsStore } from '../state/settings-store.ts';
import { addAtStake, atStakeInLibrary, atStakeInSettings, nothingAtStake, type AtStake } from './at-stake.ts';
import { createChangeGuard } from './change-guard.ts';
import { createConnectionGate } from './connection-gate.ts';
import { createEarlierCopies } from './earlier-copies.ts';
import { createEventHub } from './event-hub.ts';
import { createLibraryContext, type LibraryContext } from './library-context.ts';
import { createLibraryFolders } from './library-folders.ts';
import { createLibraryRunner, type LibraryRunner } from './library-runner.ts';
import { publish } from './publish.ts';
import { answerRemoval } from './removals.ts';
import { createReporter } from './reporter.ts';
import { resolveConflict } from './resolve-conflict.ts';
import { createStepTaker } from './step-taker.ts';
import { createTransferRunner } from './transfer-runner.ts';

export interface EngineOptions {
  /** Whether folders are watched; without, they are scanned at the start only. */
  readonly watch: boolean;
  /** How long a vanished file may come back before that counts as its removal. */
  readonly absenceGraceMs: number;
  /** Downloads at least this long are gone on with where they broke off; keeping a record of one costs a flush. */
  readonly keepPartsFromBytes?: number;
  /** How many removals and overwrites pass without a question. */
  readonly changeLimits?: ChangeLimits;
  /** Settings of this run only; they are not kept. */
  readonly settings?: Partial<Settings>;
}

/**
 * The sync engine: libraries on disk on one side, the service on the other, a queue between them. Knows no window;
 * whoever wants to follow listens to `events`.
 * @throws AppError `state-unreadable` when the state database is not one this app can read
 */
export function createEngine(ports: Ports, options: EngineOptions) {
  const { watch, absenceGraceMs, keepPartsFromBytes = 256 * 1024, settings: settingsOfRun } = options;
  const { database, clock } = ports;
  migrate(database);
  const libraries = createLibraries(database);
  const folders = createLibraryFolders(ports, libraries);
  const settingsStore = createSettingsStore(database);
  const activity = createActivityLog(database);
  const queue = createQueue(
    database,
    () => clock.steadyMs(),
    () => clock.now(),
  );
  const isConfirmed = (libraryId: string): boolean => runners.get(libraryId)?.facts().freshness === 'fresh';
  const fileList = createFileList(database, {
    isRunning: queue.isRunning,
    isConfirmed,
    goneBeforeMs: () => clock.now() - absenceGraceMs,
  });
  const events = createEventHub();
  const runners = new Map<string, LibraryRunner>();
  const report = createReporter({
    clock,
    events,
    activity,
    context: (libraryId) => runners.get(libraryId)?.context,
  });
  let settings: Settings = { ...settingsStore.settings(), ...settingsOfRun };

  const gate = createConnectionGate(clock, ports.random, () => {
    report.statusChanged();
    for (const runner of runners.values()) runner.noteFreshness();
    if (!gate.isOpen()) return;
    for (const runner of runners.values()) if (runner.lastPollMs === undefined) runner.pollSoon();
    transfers.pump();
  });
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
    context: (libraryId) => runners.get(libraryId)?.context,
    parallelTransfers: () => settings.parallelTransfers,
    keepPartsFromBytes,
    onMoved: (libraryId, keys) => runners.get(libraryId)?.planSoon(keys),
    readyLibraries: () =>
      [...runners.values()].filter((runner) => runner.isReady()).map(({ context }) => context.library.libraryId),
    prove: async (libraryId, atMostMsAgo) => runners.get(libraryId)?.prove(atMostMsAgo),
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
    runners: () => runners.values(),
    runnerOf,
    tell: report.tell,
  });

  async function startLibrary(library: Library): Promise<LibraryRunner> {
    const context = createLibraryContext(ports, queue, library, () => absenceGraceMs);
    const runner = createLibraryRunner({
      ports,
      context,
      gate,
      steps,
      settings: () => settings,
      quietTimeOfRunMs: settingsOfRun?.quietTimeMs,
      absenceGraceMs,
      onChange: (paths) => report.filesChanged(library.libraryId, paths),
      onMarker: (markerId) => {
        context.noteMarker(markerId);
        libraries.setMarker(library.libraryId, markerId);
      },
      onFreshness: () => report.everyFileChanged(),
      onPaused: ({ code, detail }) =>
        report.tell(library.libraryId, {
          kind: 'libraryPaused',
          title: library.name,
          error: { code, ...(detail === undefined ? {} : { detail }) },
        }),
      onReady: () => transfers.pump(),
      onScanned: (atMs) => libraries.setLastScan(library.libraryId, atMs),
    });
    runners.set(library.libraryId, runner);
    await runner.start(watch);
    return runner;
  }

  /** As it stands in the state: the marker is written after a library was started. */
  function storedLibrary(libraryId: string): Library {
    const library = libraries.all().find((one) => one.libraryId === libraryId);
    if (!library || !runners.has(libraryId)) throw new AppError('unknown-item');
    return library;
  }

  async function startAnew(library: Library): Promise<LibraryRunner> {
    const { libraryId } = library;
    const before = runners.get(libraryId);
    runners.delete(libraryId);
    await before?.close();
    await transfers.stop(libraryId);
    const runner = await startLibrary(library);
    report.statusChanged();
    return runner;
  }

  const explaining: ExplainerParts = {
    database,
    queue,
    fileList,
    clock,
    absenceGraceMs,
    serviceId: () => ports.connection.current()?.serviceId,
    live: (libraryId, path) => runners.get(libraryId)?.facts(path),
  };
  const explainer = createExplainer(explaining);

  return {
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
      for (const runner of runners.values()) runner.settingsChanged();
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

    libraries: (): readonly { readonly library: Library; readonly runner: LibraryRunner }[] =>
      [...runners.values()].map((runner) => ({ library: runner.context.library, runner })),

    runnerOf,

    earlierCopies,

    /** @throws AppError `library-missing`, `library-overlaps`, `library-moved` */
    async addLibrary(draft: LibraryDraft): Promise<LibraryRunner> {
      const { root } = await folders.lookAt(draft.root);
      const library = {
        ...draft,
        libraryId: ports.newId(),
        name: folderName(root),
        root,
        settings: { ...defaultLibrarySettings, ...draft.settings },
      };
      libraries.add(library);
      report.tell(library.libraryId, { kind: 'libraryAdded', title: library.name });
      const runner = await startLibrary(library);
      report.statusChanged();
      return runner;
    },

    /** Whether a folder holds the marker of a library: it was one before. */
    wasLibrary: async (folder: string): Promise<boolean> => {
      const root = await ports.disk.canonicalFolder(folder);
      return root !== undefined && (await readMarker(ports.disk.library(root)).catch(() => undefined)) !== undefined;
    },

    /**
     * A person says that the folder of a paused library is the library: it gets its marker again and goes on.
     * @throws AppError `unknown-item`, `library-missing`, `library-overlaps`, or what the disk says
     */
    async confirmLibrary(libraryId: string): Promise<void> {
      const library = storedLibrary(libraryId);
      const markerId = await folders.confirm(library);
      libraries.setMarker(libraryId, markerId);
      await startAnew({ ...library, markerId });
    },

    /**
     * The folder of a library was moved: the library goes on where it is now, without being compared anew.
     * @throws AppError `unknown-item`, `library-missing`, `library-overlaps`, `library-unproven`
     */
    async relocateLibrary(libraryId: string, folder: string): Promise<LibraryRunner> {
      const library = storedLibrary(libraryId);
      const root = await folders.expectMoved(library, folder);
      libraries.setRoot(libraryId, root, folderName(root));
      return startAnew({ ...library, root, name: folderName(root) });
    },

    /** What the service does not have yet, of one library or of all: what nobody sends once they are forgotten. */
    atStake: (serviceId: string | undefined, libraryId?: string): AtStake =>
      [...runners.keys()]
        .filter((id) => libraryId === undefined || id === libraryId)
        .map((id) => atStakeInLibrary({ queue, fileList }, serviceId, id))
        .reduce(addAtStake, nothingAtStake),

    /** What would stay unsent if a library went on with other settings. */
    atStakeInSettings(serviceId: string | undefined, libraryId: string, patch: LibrarySettingsPatch): AtStake {
      const { context } = runnerOf(libraryId);
      const whole = atStakeInLibrary({ queue, fileList }, serviceId, libraryId);
      return atStakeInSettings(whole, context, settingsWith(context, patch), ports.disk.ignoresCase);
    },

    /** Goes on with other settings of a library, at once. Releases they rule out are dropped: ask `atStakeInSettings` before. */
    async saveLibrarySettings(
      serviceId: string | undefined,
      libraryId: string,
      patch: LibrarySettingsPatch,
    ): Promise<LibrarySettings> {
      const runner = runnerOf(libraryId);
      const { context } = runner;
      // What runs was begun under the settings before; it is put back and judged anew.
      await transfers.stop(libraryId);
      const next = settingsWith(context, patch);
      database.transaction(() => {
        for (const { entryId } of this.atStakeInSettings(serviceId, libraryId, patch).releases) queue.finish(entryId);
        libraries.setSettings(libraryId, next);
      });
      context.changeSettings(next);
      runner.librarySettingsChanged();
      report.queueChanged();
      report.filesChanged(libraryId, []);
      transfers.pump();
      return next;
    },

    /** Forgets a library and what is queued for it: ask `atStake` before. No file is touched. */
    async removeLibrary(libraryId: string): Promise<void> {
      const runner = runnerOf(libraryId);
      runners.delete(libraryId);
      await runner.close();
      await transfers.stop(libraryId);
      libraries.remove(libraryId);
      report.tell(undefined, { kind: 'libraryRemoved', title: runner.context.library.name });
      report.statusChanged();
    },

    /** Queues a release of each key; see `publish`. */
    publish(keys: readonly ContentKeyText[], comment: string): number {
      const queued = publish({ database, queue, steps, runnerHolding }, keys, comment);
      report.queueChanged();
      transfers.pump();
      return queued;
    },

    /**
     * Notes what a person says to files that are gone; what is to be restored is queued.
     * @throws AppError see `answerRemoval`
     */
    answerRemovals(libraryId: string, keys: readonly ContentKeyText[], answer: 'restore' | 'confirmed'): void {
      const runner = runnerOf(libraryId);
      database.transaction(() => {
        for (const key of keys) answerRemoval(runner.context, key, answer, clock.now());
      });
      runner.planSoon(keys);
      report.filesChanged(
        libraryId,
        keys.flatMap((key) => runner.context.files.gonePaths(key)),
      );
    },

    contextHolding,

    /**
     * Ends a conflict the way a person chose.
     * @throws AppError `unknown-item`, `file-changed-meanwhile`, or what the disk says
     */
    async resolveConflict(libraryId: string, key: ContentKeyText, choice: ConflictChoice): Promise<void> {
      const runner = runnerOf(libraryId);
      await resolveConflict(ports, runner.context, key, choice).finally(() => runner.planSoon([key]));
      // A copy that stands beside now is found by looking.
      if (choice === 'keepBoth') runner.scanSoon();
    },

    /** What a person is asked about files of a library that are gone or would be replaced, or said to leave. */
    changeQuestions: (libraryId: string): readonly ChangeQuestion[] =>
      runners.get(libraryId)?.context.changes()?.questions() ?? [],

    /**
     * Answers such a question, as far as it was asked: what came after `lastChangeId` goes on waiting.
     * - `goOn`: what is gone counts as removed, and newer versions take the place of the files;
     * - `keep`: what is gone comes back from the service, and the files stay as they are until somebody says `goOn`.
     * @throws AppError `unknown-item`, `not-connected`
     */
    answerChanges(libraryId: string, { kind, answer, lastChangeId }: ChangeAnswer): void {
      const runner = runnerOf(libraryId);
      const changes = runner.context.changes();
      if (!changes) throw new AppError('not-connected');
      const kept = kind === 'removal' ? 'restored' : 'kept';
      runner.planSoon(changes.answer(kind, lastChangeId, answer === 'goOn' ? 'allowed' : kept));
      report.statusChanged();
    },

    /** A person says that nobody has a file open, whatever its lock says: what waited for that goes on. */
    async ignoreLock(libraryId: string, path: string): Promise<void> {
      const runner = this.runnerOf(libraryId);
      const { context } = runner;
      const lock = await context.lockCheck().openLock(path);
      for (const file of lock?.files ?? []) context.ignoredLocks.add(file.path, file.modifiedMs);
      const key = context.files.get(path)?.key;
      if (key !== undefined) runner.planSoon([key]);
      this.tryNow();
    },

    /** The service, its addresses or its secrets changed. */
    connectionChanged(): void {
      gate.reset(ports.connection.current() !== undefined);
      for (const runner of runners.values()) runner.connectionChanged();
      transfers.licenseChanged();
      report.statusChanged();
    },

    /** A person wants everything that waits tried now. */
    tryNow(entryId?: number): void {
      gate.reset(ports.connection.current() !== undefined);
      for (const runner of runners.values()) runner.pollSoon();
      transfers.tryNow(entryId);
      report.queueChanged();
    },

    /**
     * Takes a release back that was not sent.
     * @throws AppError `unknown-item` when it is gone, running or no release
     */
    withdraw(entryId: number): void {
      const entry = queue.get(entryId);
      if (
        entry?.intent.operation !== 'release' ||
        entry.state === 'running' ||
        entry.intent.sentFromMajor !== undefined
      ) {
        throw new AppError('unknown-item', { detail: 'It was sent already.' });
      }
      queue.finish(entryId);
      // What was sent for its sake only is held back again.
      runners.get(entry.libraryId)?.planSoon([entry.key]);
      report.queueChanged();
    },

    /** Whether every library of this run is compared and planned and nothing is left that could be carried out without a person. */
    isIdle: (): boolean =>
      transfers.running() === 0 &&
      queue.waiting([...runners.keys()]) === 0 &&
      [...runners.values()].every((runner) => runner.isQuiet()),

    async close(): Promise<void> {
      report.close();
      earlierCopies.close();
      await transfers.close();
      await Promise.all([...runners.values()].map((runner) => runner.close()));
      database.close();
    },

    titleOf: report.titleOf,
  };

  function runnerOf(libraryId: string): LibraryRunner {
    const runner = runners.get(libraryId);
    if (!runner) throw new AppError('unknown-item');
    return runner;
  }

  function runnerHolding(key: ContentKeyText): LibraryRunner | undefined {
    const all = [...runners.values()];
    return (
      all.find(({ context }) => context.files.claimants(key, Infinity).settled.length > 0) ??
      all.find(({ context }) => context.files.claimants(key, Infinity).unsettled) ??
      all.find(({ context }) => context.trees()?.remote(key) !== undefined)
    );
  }

  function contextHolding(key: ContentKeyText): LibraryContext | undefined {
    return runnerHolding(key)?.context;
  }
}

export type Engine = ReturnType<typeof createEngine>;

export interface ChangeAnswer {
  readonly kind: ChangeKind;
  readonly answer: 'goOn' | 'keep';
  readonly lastChangeId: number;
}

/** A library as it is set up; what is not said is as usual. */
export type LibraryDraft = Omit<Library, 'libraryId' | 'name' | 'settings'> & {
  readonly settings?: LibrarySettingsPatch | undefined;
};

function settingsWith(context: LibraryContext, patch: LibrarySettingsPatch): LibrarySettings {
  return librarySettingsSchema.parse({ ...context.settings(), ...patch });
}

function folderName(root: string): string {
  return (
    root
      .split(/[\\/]/)
      .filter((part) => part !== '')
      .at(-1) ?? root
  );
}

import { toAppError, type AppError, type ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Settings } from '../../../shared/rpc/settings.ts';
import { createFolderWatch } from '../observe/folder-watch.ts';
import { networkQuietTimeMs } from '../../../shared/rpc/library-settings.ts';
import type { TracelessChange } from '../observe/file-reading.ts';
import { createSettling } from '../observe/settling.ts';
import type { Ports } from '../ports.ts';
import type { ConnectionGate } from './connection-gate.ts';
import type { Freshness } from './freshness.ts';
import { createHousekeeping } from './housekeeping.ts';
import type { LibraryContext } from './library-context.ts';
import type { LibraryFacts } from './library-facts.ts';
import { createLibraryStanding } from './library-standing.ts';
import { createMovedKeys } from './moved-keys.ts';
import { createServicePoll } from './service-poll.ts';
import type { StepTaker } from './step-taker.ts';

export interface LibraryRunnerOptions {
  readonly ports: Ports;
  readonly context: LibraryContext;
  readonly gate: ConnectionGate;
  readonly steps: StepTaker;
  readonly settings: () => Settings;
  /** A quiet time that was asked for this run goes before all others. */
  readonly quietTimeOfRunMs?: number | undefined;
  /** How long a vanished file may come back before that counts as its removal. */
  readonly absenceGraceMs: number;
  /** Called after anything changed that people can see, with the paths concerned. */
  readonly onChange: (paths: readonly string[]) => void;
  /** Called when whether its files may be called up to date has changed. */
  readonly onFreshness: () => void;
  /** Called when the trees are true, after they were not. */
  readonly onReady: () => void;
  /** Called once when the library is paused, with the reason. */
  readonly onPaused: (reason: AppError) => void;
  /** Bytes changed and nothing else; called in the transaction that writes it down. */
  readonly onTraceless: (found: readonly TracelessChange[]) => void;
  readonly onMarker: (markerId: string) => void;
  readonly onScanned: (atMs: number) => void;
  /** Called when what a scan showed was followed as far as can be done now. */
  readonly onCompared: () => void;
  /** Carries out what a person chose in conflicts before the app ended. */
  readonly finishConflicts: () => Promise<void>;
}

export type LibraryState = 'scanning' | 'working' | 'inStep' | 'paused';

/** How long after it was paused a library is looked at again. */
const pausedWaitMs = 10_000;

/** How long after folders could not be read all are looked at again. */
const unseenWaitMs = 300_000;

/**
 * Keeps one library's trees true: scans, follows the watcher's hints, waits until files stand still, asks the service
 * for changes, and has every key planned whose ground moved. One thing at a time, in one loop.
 */
export function createLibraryRunner(options: LibraryRunnerOptions) {
  const { ports, context, settings, onChange } = options;
  const { library, disk } = context;
  const stopping = new AbortController();
  const { signal } = stopping;
  let driveKind: Awaited<ReturnType<Ports['disk']['driveKind']>> = 'unknown';
  /** What the person set for the library, else for all of them; network drives are given more time than that. */
  const quietTimeMs = (): number => {
    const { quietTimeMs: usual } = settings();
    const set = options.quietTimeOfRunMs ?? context.settings().quietTimeMs;
    return set ?? (driveKind === 'network' ? Math.max(usual, networkQuietTimeMs) : usual);
  };
  const settling = createSettling({
    ports,
    context,
    quietTimeMs,
    prove: () => folder.prove(),
    onTraceless: options.onTraceless,
  });
  const folder = createFolderWatch({
    ports,
    library,
    disk,
    ignored: () => context.ignoreRules(),
    signal,
    onMarker: options.onMarker,
  });
  const poll = createServicePoll({ ports, context, gate: options.gate, settings, signal });
  const housekeeping = createHousekeeping({ ports, context, settings });
  const moved = createMovedKeys(context, options.steps, ports.clock);
  /** Files that are not what was read of them, whatever their outside says. */
  const changedPaths = new Set<string>();
  let ready = false;
  /** By the steady clock; a setting that changes counts at once. */
  let scanDueMs = (): number => 0;
  let lastScanMs: number | undefined;
  let unseenFolders: readonly string[] = [];
  let hasScanned = false;
  let state: LibraryState = 'scanning';
  const standing = createLibraryStanding({
    ports,
    libraryName: library.name,
    gate: options.gate,
    poll,
    settings,
    scans: { lastMs: () => lastScanMs, dueMs: () => scanDueMs(), unseen: () => unseenFolders },
    isReady: () => ready,
    onChange: () => onChange([]),
    onFreshness: options.onFreshness,
    onPaused: options.onPaused,
  });
  let loop: Promise<void> | undefined;
  let again = false;
  let cancelTimer: (() => void) | undefined;

  const wake = (): void => {
    if (signal.aborted) return;
    again = true;
    loop ??= run().finally(() => {
      loop = undefined;
      if (again) wake();
    });
  };

  async function run(): Promise<void> {
    while (again && !signal.aborted) {
      again = false;
      cancelTimer?.();
      try {
        await cycle();
        if (state === 'paused') continue;
        standing.goOn();
      } catch (error) {
        pause(toAppError(error));
      }
    }
    schedule();
  }

  async function cycle(): Promise<void> {
    if (scanDueMs() <= ports.clock.steadyMs()) await scanNow();
    // While the folder is not proven to be there, nothing is decided about what is in it.
    if (state === 'paused') return;
    await followHints();
    moved.add(await settling.readReady(signal));
    if (settling.takeMissing()) await scanNow();
    const changedThere = await poll.askIfDue();
    context.tryMissingAgain(changedThere);
    moved.add(changedThere);
    takeSteps();
    await options.finishConflicts();
    await housekeeping.clearConflicts();
    state = settling.count() > 0 ? 'working' : 'inStep';
    onChange(settling.takeTouchedPaths());
    if (hasScanned) options.onCompared();
    hasScanned = false;
  }

  async function scanNow(): Promise<void> {
    state = 'scanning';
    const presentBefore = context.files.present();
    const result = await folder.scan();
    for (const path of await context.readLinks()) settling.readAgain(path);
    moved.add(await settling.takeOver(result, presentBefore));
    lastScanMs = ports.clock.now();
    hasScanned = true;
    const scannedMs = ports.clock.steadyMs();
    noteUnseen(result.unreadable);
    scanDueMs = () =>
      scannedMs + Math.min(settings().fullScanIntervalMs, unseenFolders.length > 0 ? unseenWaitMs : Infinity);
    options.onScanned(lastScanMs);
    await housekeeping.keepIfDue(result);
  }

  /** What is said of the files below depends on it. */
  function noteUnseen(folders: readonly string[]): void {
    const isAsBefore = JSON.stringify(folders) === JSON.stringify(unseenFolders);
    unseenFolders = folders;
    if (!isAsBefore) options.onFreshness();
  }

  async function followHints(): Promise<void> {
    // What is seen in another folder that lies in its place is not of this library, nor is it missing there.
    if (folder.hasHints() || changedPaths.size > 0 || context.missingSinceMs.size > 0) await folder.prove();
    for (const path of folder.takeHints()) await settling.look(path);
    await settling.lookForMissing(options.absenceGraceMs);
    for (const path of [...changedPaths]) {
      await settling.readChanged(path);
      changedPaths.delete(path);
    }
  }

  function takeSteps(): void {
    // Without having asked the service once, nothing is known of its side: nothing may be decided.
    if (poll.lastMs === undefined || lastScanMs === undefined) return;
    moved.plan(settling.count());
    if (ready) return;
    ready = true;
    options.onReady();
  }

  function pause(error: AppError): void {
    if (error.code === 'cancelled') return;
    state = 'paused';
    ready = false;
    const pausedMs = ports.clock.steadyMs();
    scanDueMs = () => pausedMs + pausedWaitMs;
    standing.pause(error);
  }

  function schedule(): void {
    if (signal.aborted) return;
    standing.noteFreshness();
    const now = ports.clock.steadyMs();
    const due = [scanDueMs(), poll.dueMs, settling.nextDueMs() ?? Infinity, absenceDueMs(now)];
    const next = state === 'paused' ? scanDueMs() : Math.min(...due);
    cancelTimer = ports.clock.after(Math.max(10, next - now), wake);
  }

  /** When the time is over in which a missing file may come back: its key is planned again then. */
  function absenceDueMs(now: number): number {
    const [longestMs] = context.missingSinceMs.values();
    if (longestMs !== undefined) return now + longestMs + options.absenceGraceMs - ports.clock.now();
    return moved.hasAbsent() ? now + options.absenceGraceMs : Infinity;
  }

  function scanSoon(): void {
    scanDueMs = () => 0;
    wake();
  }

  return {
    context,

    get state(): LibraryState {
      return state;
    },
    get problem(): ErrorRecord | undefined {
      return standing.problem;
    },
    get lastPollMs(): number | undefined {
      return poll.lastMs;
    },
    /** Why the service did not answer when it was asked last; `undefined` when it did. */
    get pollProblem(): ErrorRecord | undefined {
      return poll.problem;
    },
    /** How often the service is asked now. */
    get pollIntervalMs(): number {
      return poll.intervalMs;
    },
    get lastScanMs(): number | undefined {
      return lastScanMs;
    },

    /** Whether what was found equal may be called up to date; asked for every row of a list. */
    get freshness(): Freshness {
      return standing.freshnessNow();
    },
    /** Folders the last look could not see into. */
    get unseenFolders(): readonly string[] {
      return unseenFolders;
    },

    /** How the library stands, for a person who asks why a file is not in step. */
    facts(path?: string): LibraryFacts {
      const reading = path === undefined ? undefined : settling.readingOf(path);
      return { ...standing.facts(), reading: reading && { ...reading, dueMs: standing.byTheClock(reading.dueMs) } };
    },

    /** How long a file of this library must stand still now. */
    quietTimeMs,

    /** Whether everything that could be looked at was looked at, and nothing waits to be decided. */
    isQuiet: (): boolean =>
      !loop &&
      !again &&
      lastScanMs !== undefined &&
      poll.lastMs !== undefined &&
      !folder.hasHints() &&
      moved.isEmpty() &&
      settling.moving() === 0,

    noteFreshness: standing.noteFreshness,

    /** Whether it is looking at the folder or the service right now. */
    isLooking: (): boolean => loop !== undefined,

    /** Whether files are looked at or read, for a reason of its own. */
    isReading: (): boolean => state === 'scanning' || settling.moving() > 0,

    /** Whether the trees are true, so that what was planned on them may be carried out. */
    isReady: (): boolean => ready,

    /**
     * Looks whether the folder is still the library before something is put into it or sent from it.
     * @param atMostMsAgo a look that began so long ago is good enough
     * @throws AppError `library-missing`, `library-unproven`
     */
    async prove(atMostMsAgo?: number): Promise<void> {
      try {
        await folder.prove(atMostMsAgo);
      } catch (error) {
        scanSoon();
        throw error;
      }
    },

    async start(watch: boolean): Promise<void> {
      const hear = (everything: boolean): void => {
        if (everything) scanDueMs = () => 0;
        wake();
      };
      driveKind = await ports.disk.driveKind(library.root);
      if (watch) await folder.start(hear);
      wake();
    },

    /** Compares the whole folder again, soon. */
    scanSoon,

    /** The settings of the library changed: every key is planned with them. */
    librarySettingsChanged(): void {
      settling.ignoredChanged();
      moved.startOver();
      scanSoon();
    },

    /** What is due when is reckoned anew. */
    settingsChanged: wake,

    /** Asks the service again, soon. */
    pollSoon(): void {
      poll.soon();
      wake();
    },

    /** The service changed: everything is compared with the new one from the start. */
    connectionChanged(): void {
      ready = false;
      poll.startOver();
      moved.startOver();
      wake();
    },

    /** Has keys planned again whose ground moved elsewhere (a transfer ended, a bulk check told something new). */
    planSoon(keys: Iterable<ContentKeyText>): void {
      moved.add(keys);
      wake();
    },

    /** A person says what files belong to: they are given their keys anew. See `LibraryContext.relink`. */
    async relink(decide: Parameters<LibraryContext['relink']>[0]): Promise<void> {
      for (const path of await context.relink(decide)) settling.readAgain(path);
      wake();
    },

    /** A file is not what was read of it: it is read again. */
    readChangedSoon(path: string): void {
      changedPaths.add(path);
      wake();
    },

    async close(): Promise<void> {
      stopping.abort();
      cancelTimer?.();
      await folder.close();
      await loop?.catch(() => undefined);
    },
  };
}

export type LibraryRunner = ReturnType<typeof createLibraryRunner>;

import { AppError, toAppError, type ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Settings } from '../../../shared/rpc/settings.ts';
import { isLibraryPath, isProven, scan } from '../observe/scan.ts';
import { createSettling } from '../observe/settling.ts';
import { readMarker, writeMarker } from '../observe/marker.ts';
import type { Ports } from '../ports.ts';
import { backOffMs } from '../queue/back-off.ts';
import { linksFileName } from '../tree/library-links.ts';
import { isCompanionName } from '../../../shared/model/cad-companions.ts';
import type { ConnectionGate } from './connection-gate.ts';
import type { LibraryContext } from './library-context.ts';
import { pollService } from './poll-service.ts';
import type { StepTaker } from './step-taker.ts';

export interface LibraryRunnerOptions {
  readonly ports: Ports;
  readonly context: LibraryContext;
  readonly gate: ConnectionGate;
  readonly steps: StepTaker;
  readonly settings: () => Settings;
  /** How long a vanished file may come back before that counts as its removal. */
  readonly absenceGraceMs: number;
  /** Called after anything changed that people can see, with the paths concerned. */
  readonly onChange: (paths: readonly string[]) => void;
  /** Called when the trees are true, after they were not. */
  readonly onReady: () => void;
  readonly onMarker: (markerId: string) => void;
  readonly onScanned: (atMs: number) => void;
}

export type LibraryState = 'scanning' | 'working' | 'inStep' | 'paused';

/**
 * Keeps one library's trees true: scans, follows the watcher's hints, waits until files stand still, asks the service
 * for changes, and has every key planned whose ground moved. One thing at a time, in one loop.
 */
export function createLibraryRunner(options: LibraryRunnerOptions) {
  const { ports, context, gate, steps, settings, onChange } = options;
  const { library, disk } = context;
  const stopping = new AbortController();
  const settling = createSettling({ ports, context, quietTimeMs: () => settings().quietTimeMs });
  const dirtyKeys = new Set<ContentKeyText>();
  /** Keys whose file is missing for a moment, and keys that wait until every file was read. */
  let absentKeys = new Set<ContentKeyText>();
  const blockedKeys = new Set<ContentKeyText>();
  /** How many files were unread when the blocked keys were last planned. */
  let unreadThen = 0;
  let ready = false;
  let pollFailures = 0;
  const hints = new Set<string>();
  /** Files that are not what was read of them, whatever their outside says. */
  const changedPaths = new Set<string>();
  let markerId = library.markerId;
  let scanDueMs = 0;
  let pollDueMs = 0;
  let fullListDueMs = 0;
  let planAllWanted = true;
  let problem: ErrorRecord | undefined;
  let loop: Promise<void> | undefined;
  let again = false;
  let cancelTimer: (() => void) | undefined;
  let stopWatching: (() => Promise<void>) | undefined;
  let state: LibraryState = 'scanning';
  let lastPollMs: number | undefined;
  let lastScanMs: number | undefined;

  const wake = (): void => {
    if (stopping.signal.aborted) return;
    again = true;
    loop ??= run().finally(() => {
      loop = undefined;
      if (again) wake();
    });
  };

  async function run(): Promise<void> {
    while (again && !stopping.signal.aborted) {
      again = false;
      cancelTimer?.();
      try {
        await cycle();
        if (state !== 'paused') setProblem(undefined);
      } catch (error) {
        pause(toAppError(error));
      }
    }
    schedule();
  }

  async function cycle(): Promise<void> {
    const now = ports.clock.now();
    if (scanDueMs <= now) await scanNow();
    // While the folder is not proven to be there, nothing is decided about what is in it.
    if (state === 'paused') return;
    await followHints();
    for (const key of await settling.readReady(stopping.signal)) dirtyKeys.add(key);
    if (settling.takeMissing()) await scanNow();
    if (pollDueMs <= ports.clock.now()) await poll();
    if (planAllWanted && context.trees()) {
      planAllWanted = false;
      for (const key of steps.allKeys(context)) dirtyKeys.add(key);
    }
    takeSteps();
    state = settling.count() > 0 ? 'working' : 'inStep';
    onChange(settling.takeTouchedPaths());
  }

  async function scanNow(): Promise<void> {
    state = 'scanning';
    await ensureMarker();
    for (const path of await context.readLinks()) settling.readAgain(path);
    // What is hinted at from here on may have happened behind the scan's back.
    hints.clear();
    const result = await scan(disk, markerId, stopping.signal);
    const gone = settling.takeOver(result);
    for (const key of gone) dirtyKeys.add(key);
    const now = ports.clock.now();
    scanDueMs = now + settings().fullScanIntervalMs;
    lastScanMs = now;
    options.onScanned(now);
    if (result.unreadable.length > 0) {
      ports.log('warn', 'Folders could not be read', { library: library.name, folders: result.unreadable.length });
    }
  }

  /** A library gets its marker at the first scan; a folder that cannot be written to does without. */
  async function ensureMarker(): Promise<void> {
    if (markerId !== undefined || !(await disk.list(''))) return;
    const found = await readMarker(disk);
    const id = found ?? ports.newId();
    try {
      if (found === undefined) await writeMarker(disk, id);
    } catch (error) {
      ports.log('warn', 'No marker can be written', { library: library.name, cause: toAppError(error).code });
      return;
    }
    markerId = id;
    options.onMarker(id);
  }

  async function followHints(): Promise<void> {
    const paths = [...hints];
    hints.clear();
    for (const path of paths) await settling.look(path);
    const changed = [...changedPaths];
    changedPaths.clear();
    for (const path of changed) await settling.readChanged(path);
  }

  async function poll(): Promise<void> {
    const trees = context.trees();
    const service = ports.connection.current()?.service;
    if (!trees || !service || !gate.mayTry()) {
      pollDueMs = Math.max(gate.nextTryMs(), ports.clock.now() + 1_000);
      return;
    }
    const full = fullListDueMs <= ports.clock.now();
    try {
      const changed = await pollService({ service, context, trees, full, signal: stopping.signal });
      gate.noteSuccess();
      pollFailures = 0;
      for (const key of changed) dirtyKeys.add(key);
      const now = ports.clock.now();
      pollDueMs = now + settings().pollIntervalMs;
      if (full) fullListDueMs = now + settings().fullScanIntervalMs;
      lastPollMs = now;
    } catch (error) {
      pollDueMs = ports.clock.now() + waitAfterFailedPoll(toAppError(error));
    }
  }

  function waitAfterFailedPoll(error: AppError): number {
    pollFailures += 1;
    if (gate.noteFailure(error)) return Math.max(gate.nextTryMs() - ports.clock.now(), 1_000);
    // The service answered, so the connection works.
    if (error.receivedStatus !== undefined) gate.noteSuccess();
    return Math.max(error.retryAfterMs ?? backOffMs(pollFailures, ports.random), 1_000);
  }

  function takeSteps(): void {
    // Without having asked the service once, nothing is known of its side: nothing may be decided.
    if (lastPollMs === undefined || lastScanMs === undefined) return;
    const unread = settling.count();
    if (unread !== unreadThen) moveAll(blockedKeys, dirtyKeys);
    unreadThen = unread;
    moveAll(absentKeys, dirtyKeys);
    const taken = steps.take(context, [...dirtyKeys]);
    dirtyKeys.clear();
    absentKeys = new Set(taken.mayReturn);
    for (const key of taken.unread) blockedKeys.add(key);
    if (ready) return;
    ready = true;
    options.onReady();
  }

  function pause(error: AppError): void {
    if (error.code === 'cancelled') return;
    ports.log('warn', 'Library paused', { library: library.name, code: error.code });
    state = 'paused';
    ready = false;
    scanDueMs = ports.clock.now() + 10_000;
    setProblem(error.toRecord());
  }

  function setProblem(next: ErrorRecord | undefined): void {
    if (problem?.code === next?.code && problem?.detail === next?.detail) return;
    problem = next;
    onChange([]);
  }

  function schedule(): void {
    if (stopping.signal.aborted) return;
    const next =
      state === 'paused'
        ? scanDueMs
        : Math.min(scanDueMs, pollDueMs, settling.nextDueMs() ?? Infinity, nextAbsenceMs());
    cancelTimer = ports.clock.after(Math.max(10, next - ports.clock.now()), wake);
  }

  /** While a file is missing but may come back, its key is planned again when its time is over. */
  function nextAbsenceMs(): number {
    return absentKeys.size > 0 ? ports.clock.now() + options.absenceGraceMs : Infinity;
  }

  return {
    context,

    get state(): LibraryState {
      return state;
    },
    get problem(): ErrorRecord | undefined {
      return problem;
    },
    get lastPollMs(): number | undefined {
      return lastPollMs;
    },
    get lastScanMs(): number | undefined {
      return lastScanMs;
    },

    /** Whether everything that could be looked at was looked at, and nothing waits to be decided. */
    isQuiet: (): boolean =>
      !loop &&
      !again &&
      lastScanMs !== undefined &&
      lastPollMs !== undefined &&
      hints.size === 0 &&
      dirtyKeys.size === 0 &&
      absentKeys.size === 0 &&
      settling.moving() === 0,

    /** Whether the trees are true, so that what was planned on them may be carried out. */
    isReady: (): boolean => ready,

    /**
     * Looks whether the folder is still the library before something is put into it.
     * @throws AppError `library-missing`
     */
    async prove(): Promise<void> {
      try {
        if (!(await disk.list(''))) throw new AppError('library-missing', { detail: 'The folder is not there.' });
        await isProven(disk, markerId);
      } catch (error) {
        this.scanSoon();
        throw error;
      }
    },

    async start(watch: boolean): Promise<void> {
      if (watch) await startWatching();
      wake();
    },

    /** Compares the whole folder again, soon. */
    scanSoon(): void {
      scanDueMs = 0;
      wake();
    },

    /** Asks the service again, soon. */
    pollSoon(): void {
      pollDueMs = 0;
      wake();
    },

    /** The service changed: everything is compared with the new one from the start. */
    connectionChanged(): void {
      lastPollMs = undefined;
      ready = false;
      pollDueMs = 0;
      fullListDueMs = 0;
      planAllWanted = true;
      dirtyKeys.clear();
      wake();
    },

    /** Has keys planned again whose ground moved elsewhere (a transfer ended, a bulk check told something new). */
    planSoon(keys: Iterable<ContentKeyText>): void {
      for (const key of keys) dirtyKeys.add(key);
      wake();
    },

    /** What a file belongs to was changed by a person: it is given its key anew. */
    readAgainSoon(path: string): void {
      settling.readAgain(path);
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
      await stopWatching?.();
      await loop?.catch(() => undefined);
    },
  };

  async function startWatching(): Promise<void> {
    try {
      stopWatching = await ports.watcher.watch(
        library.root,
        (path) => {
          // Temp, lock and backup files come and go with every save and download.
          if (path !== '' && isCompanionName(path.slice(path.lastIndexOf('/') + 1))) return;
          if (path === '' || path === linksFileName || !isLibraryPath(path))
            scanDueMs = Math.min(scanDueMs, ports.clock.now());
          else hints.add(path);
          wake();
        },
        (cause) =>
          ports.log('warn', 'Watching failed; the hourly scan goes on', {
            library: library.name,
            cause: String(cause),
          }),
      );
    } catch (cause) {
      ports.log('warn', 'The folder cannot be watched; the hourly scan goes on', {
        library: library.name,
        cause: String(cause),
      });
    }
  }
}

function moveAll<T>(from: Set<T>, to: Set<T>): void {
  for (const item of from) to.add(item);
  from.clear();
}

export type LibraryRunner = ReturnType<typeof createLibraryRunner>;

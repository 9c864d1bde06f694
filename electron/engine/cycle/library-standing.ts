import { toAppError, type AppError, type ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { Settings } from '../../../shared/rpc/settings.ts';
import type { Clock, Ports } from '../ports.ts';
import type { ConnectionGate } from '../transfer/connection-gate.ts';
import { judgeFreshness, type Freshness } from '../library/freshness.ts';
import type { TellLibrary } from '../library/library-event.ts';
import type { LibraryFacts } from '../library/library-facts.ts';
import type { LocalDiscovery } from './local-discovery.ts';
import type { ServicePoll } from './service-poll.ts';
import type { LibraryRecords } from '../state/library-state.ts';

interface LibraryStandingOptions {
  readonly ports: Pick<Ports, 'clock' | 'log'>;
  readonly context: LibraryRecords;
  readonly gate: ConnectionGate;
  readonly poll: ServicePoll;
  readonly settings: () => Settings;
  readonly discovery: Pick<LocalDiscovery, 'scans'>;
  readonly isReady: () => boolean;
  readonly tell: TellLibrary;
}

/** What is said of a library as a whole: whether and why it is paused, and whether its files may be called in step. */
export function createLibraryStanding(options: LibraryStandingOptions) {
  const { ports, tell } = options;
  let problem: ErrorRecord | undefined;
  /** Kept while it is tried again whether the library can go on. */
  let pausedSinceMs: number | undefined;
  let freshness: Freshness = 'notComparedYet';
  let isResting = false;
  /** That a run before it was paused has to be taken back once. */
  let isGoingOn = false;

  const freshnessNow = (): Freshness => freshnessOf(options, pausedSinceMs !== undefined);

  /** @returns whether it differs from the one before */
  function setProblem(next: ErrorRecord | undefined): boolean {
    if (problem?.code === next?.code && problem?.detail === next?.detail) return false;
    problem = next;
    tell({ kind: 'changed', paths: [] });
    return true;
  }

  return {
    freshnessNow,

    facts: (): LibraryFacts => ({
      ...factsOf(options),
      paused: pausedSinceMs === undefined ? undefined : { error: problem, sinceMs: pausedSinceMs, byPerson: isResting },
      freshness: freshnessNow(),
    }),

    get problem(): ErrorRecord | undefined {
      return problem;
    },

    pause(error: AppError): void {
      isResting = false;
      ports.log('warn', 'library-paused', { library: options.context.library.libraryId, code: error.code });
      pausedSinceMs ??= ports.clock.now();
      if (setProblem(error.toRecord())) tellOfPause(options, error);
    },

    /** A person paused it: whatever was the matter is looked at when it goes on. */
    rest(): void {
      if (isResting) return;
      [isResting, pausedSinceMs] = [true, ports.clock.now()];
      if (!setProblem(undefined)) tell({ kind: 'changed', paths: [] });
    },

    goOn(): void {
      pausedSinceMs = undefined;
      if (isGoingOn && !isResting && problem === undefined) return;
      [isGoingOn, isResting] = [true, false];
      setProblem(undefined);
      tell({ kind: 'goesOn' });
    },

    /** Tells when files that were called up to date may not be called so any more, and the other way round. */
    noteFreshness: (): void => {
      const now = freshnessNow();
      if (now === freshness) return;
      freshness = now;
      tell({ kind: 'freshness' });
    },
  };
}

function tellOfPause({ tell, ports }: Pick<LibraryStandingOptions, 'tell' | 'ports'>, reason: AppError): void {
  try {
    tell({ kind: 'paused', reason });
  } catch (failure) {
    // The very reason may be that nothing can be written: the state of the library says it all the same.
    ports.log('warn', 'library-pause-not-noted', { code: toAppError(failure).code });
  }
}

/** A moment of the steady clock as the computer's clock will show it. */
export function byTheClock(clock: Pick<Clock, 'now' | 'steadyMs'>, steadyMs: number): number {
  return clock.now() + steadyMs - clock.steadyMs();
}

function freshnessOf(options: LibraryStandingOptions, paused: boolean): Freshness {
  const { ports, gate, poll, settings } = options;
  return judgeFreshness({
    nowMs: ports.clock.now(),
    paused,
    ready: options.isReady(),
    connection: gate.state,
    scannedAtMs: options.discovery.scans.lastMs(),
    answeredAtMs: poll.lastMs,
    scanIntervalMs: settings().fullScanIntervalMs,
    pollIntervalMs: poll.intervalMs(),
  });
}

function factsOf({ ports: { clock }, gate, poll, discovery: { scans }, isReady }: LibraryStandingOptions) {
  const { state, error, offlineSinceMs } = gate;
  return {
    nextScanMs: byTheClock(clock, scans.dueMs()),
    ready: isReady(),
    connection: { state, error, offlineSinceMs, nextTryMs: byTheClock(clock, gate.nextTryMs()) },
    poll: { dueMs: byTheClock(clock, poll.dueMs()), error: poll.problem },
    scannedAtMs: scans.lastMs(),
    unseenFolders: scans.unseenFolders(),
  };
}

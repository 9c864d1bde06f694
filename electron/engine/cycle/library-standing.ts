import { toAppError, type AppError, type ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { Settings } from '../../../shared/rpc/settings.ts';
import type { Ports } from '../ports.ts';
import type { ConnectionGate } from '../transfer/connection-gate.ts';
import { judgeFreshness, type Freshness } from '../library/freshness.ts';
import type { LibraryFacts } from '../library/library-facts.ts';
import type { LocalDiscovery } from './local-discovery.ts';
import type { ServicePoll } from './service-poll.ts';

export interface LibraryStandingOptions {
  readonly ports: Ports;
  readonly libraryName: string;
  readonly gate: ConnectionGate;
  readonly poll: ServicePoll;
  readonly settings: () => Settings;
  readonly discovery: Pick<LocalDiscovery, 'lastScanMs' | 'scanDueMs' | 'unseenFolders'>;
  readonly isReady: () => boolean;
  /** Called when why it is paused has changed. */
  readonly onChange: () => void;
  /** Called when whether its files may be called up to date has changed. */
  readonly onFreshness: () => void;
  /** Called once when the library is paused, with the reason. */
  readonly onPaused: (reason: AppError) => void;
  /** Called when it goes on, also for the first time in this run. */
  readonly onGoesOn: () => void;
}

/** What is said of a library as a whole: whether and why it is paused, and whether its files may be called in step. */
export function createLibraryStanding(options: LibraryStandingOptions) {
  const { ports, gate, poll, discovery, isReady } = options;
  let problem: ErrorRecord | undefined;
  /** Kept while it is tried again whether the library can go on. */
  let pausedSinceMs: number | undefined;
  let freshness: Freshness = 'notComparedYet';
  /** That it stood still in a run before is over, which has to be said once. */
  let isGoingOn = false;

  /** A moment by the steady clock as the computer's clock will show it. */
  const byTheClock = (steadyMs: number): number => ports.clock.now() + steadyMs - ports.clock.steadyMs();

  const freshnessNow = (): Freshness =>
    judgeFreshness({
      nowMs: ports.clock.now(),
      paused: pausedSinceMs !== undefined,
      ready: isReady(),
      connection: gate.state,
      scannedAtMs: discovery.lastScanMs,
      answeredAtMs: poll.lastMs,
      scanIntervalMs: options.settings().fullScanIntervalMs,
      pollIntervalMs: poll.intervalMs,
    });

  function facts(): LibraryFacts {
    const { state: connection, error, offlineSinceMs } = gate;
    return {
      paused: pausedSinceMs === undefined ? undefined : { error: problem, sinceMs: pausedSinceMs },
      nextScanMs: byTheClock(discovery.scanDueMs),
      ready: isReady(),
      connection: { state: connection, error, offlineSinceMs, nextTryMs: byTheClock(gate.nextTryMs()) },
      poll: { dueMs: byTheClock(poll.dueMs), error: poll.problem },
      scannedAtMs: discovery.lastScanMs,
      unseenFolders: discovery.unseenFolders,
      freshness: freshnessNow(),
    };
  }

  /** @returns whether it is another one than before */
  function setProblem(next: ErrorRecord | undefined): boolean {
    if (problem?.code === next?.code && problem?.detail === next?.detail) return false;
    problem = next;
    options.onChange();
    return true;
  }

  /** The very reason may be that nothing can be written: the state of the library says it all the same. */
  function tellPaused(reason: AppError): void {
    try {
      options.onPaused(reason);
    } catch (error) {
      ports.log('warn', 'The pause could not be written down', { code: toAppError(error).code });
    }
  }

  return {
    byTheClock,
    facts,
    freshnessNow,

    get problem(): ErrorRecord | undefined {
      return problem;
    },

    pause(error: AppError): void {
      ports.log('warn', 'Library paused', { library: options.libraryName, code: error.code });
      pausedSinceMs ??= ports.clock.now();
      if (setProblem(error.toRecord())) tellPaused(error);
    },

    goOn(): void {
      pausedSinceMs = undefined;
      if (isGoingOn && problem === undefined) return;
      isGoingOn = true;
      setProblem(undefined);
      options.onGoesOn();
    },

    /** Every file that was called up to date is called otherwise when nobody can know it any more, and the other way. */
    noteFreshness: (): void => {
      const now = freshnessNow();
      if (now === freshness) return;
      freshness = now;
      options.onFreshness();
    },
  };
}

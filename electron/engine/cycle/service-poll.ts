import type { RemoteCaller } from '../../../shared/api/caller.ts';
import { toAppError, type AppError, type ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Settings } from '../../../shared/rpc/settings.ts';
import type { Clock, Ports } from '../ports.ts';
import { backOffMs } from '../queue/back-off.ts';
import type { ServiceTrees } from '../state/service-trees.ts';
import type { ConnectionGate } from '../transfer/connection-gate.ts';
import type { LibraryContext } from '../library/library-context.ts';
import { pollService } from './poll-service.ts';

/** The shortest wait between two tries, whatever else says that it may be tried. */
const shortestWaitMs = 1_000;

/** So many files in a list of changes are no burden; what lists more is asked for less often. */
const lightListFiles = 1_000;

/** However much is listed, the service is asked again after this time, or after the interval a person set. */
const longestStretchMs = 600_000;

/**
 * The time between two questions. The service counts changes in whole days, so after a day on which much was sent every
 * list holds all of it again: the interval then grows with the last list, as what is listed per hour would otherwise.
 */
export function pollIntervalAfter(listedFiles: number, intervalMs: number): number {
  const stretchedMs = intervalMs * Math.max(1, listedFiles / lightListFiles);
  return Math.min(stretchedMs, Math.max(intervalMs, longestStretchMs));
}

interface ServicePollOptions {
  readonly ports: Pick<Ports, 'clock' | 'random' | 'connection'>;
  readonly context: LibraryContext;
  readonly gate: ConnectionGate;
  readonly settings: () => Settings;
  /** Whether everything is listed at the start, however lately that was done. */
  readonly listsEverything?: boolean | undefined;
  readonly signal: AbortSignal;
}

/**
 * Asks the service for changes of one library: once an interval, later after failures, never while it may not be asked.
 * Changes do not tell what a service lost that was brought back, so everything is listed as often as the whole folder is
 * compared, and at once when an answer shows that something was lost. A start does not list everything again, unless it
 * is asked to.
 */
export function createServicePoll(options: ServicePollOptions) {
  const { ports, context, gate, signal } = options;
  const times = createPollTimes(options);
  let lastMs: number | undefined;
  let problem: ErrorRecord | undefined;

  async function ask(trees: ServiceTrees, service: RemoteCaller): Promise<readonly ContentKeyText[]> {
    const full = times.isFullListDue(trees);
    const changed: ContentKeyText[] = [];
    try {
      const listed = await pollService({ service, context, trees, full, signal, changed });
      gate.noteSuccess();
      times.noteAnswer(listed, full);
      lastMs = ports.clock.now();
      problem = undefined;
      trees.noteAnswered(lastMs, full);
      // What a whole list shows to be lost is known with it.
      if (trees.takeLoss() && !full) times.listEverythingSoon();
    } catch (error) {
      problem = times.noteFailure(toAppError(error)).toRecord();
    }
    return changed;
  }

  return {
    /** When it asks next, by the steady clock. */
    get dueMs(): number {
      return times.dueMs();
    },
    /** The time between two questions as it is now. */
    get intervalMs(): number {
      return times.intervalMs();
    },
    /** When the service was last heard; `undefined` while nothing is known of its side. */
    get lastMs(): number | undefined {
      return lastMs;
    },
    /** Why the last question was not answered; `undefined` when it was. */
    get problem(): ErrorRecord | undefined {
      return problem;
    },

    soon: times.soon,

    /** Another service is connected. */
    startOver(): void {
      lastMs = problem = undefined;
      times.startOver();
    },

    /** Asks, if it is time. @returns the keys that are different now */
    async askIfDue(): Promise<readonly ContentKeyText[]> {
      const trees = context.trees();
      if (trees?.takeLoss()) times.listEverythingSoon();
      if (times.dueMs() > ports.clock.steadyMs()) return [];
      const service = ports.connection.current()?.service;
      if (trees && service && gate.mayTry()) return ask(trees, service);
      times.waitForGate();
      return [];
    },
  };
}

export type ServicePoll = ReturnType<typeof createServicePoll>;

const atOnce = (): number => 0;

/** When the service is asked next, and whether for everything. */
function createPollTimes({ ports, gate, settings, listsEverything }: ServicePollOptions) {
  const { clock } = ports;
  /** By the steady clock; a setting that changes counts at once. */
  let dueMs = atOnce;
  /** `undefined` until it was looked up when the service last listed everything: that may have been in a run before. */
  let fullListDueMs: (() => number) | undefined = listsEverything ? atOnce : undefined;
  let failures = 0;
  /** How many files the last list of changes held; a list of everything says nothing of the next one. */
  let listedFiles = 0;

  const intervalMs = (): number => pollIntervalAfter(listedFiles, settings().pollIntervalMs);
  const waitUntil = (untilMs: number): unknown => (dueMs = () => untilMs);
  const listEverythingSoon = (): unknown => (fullListDueMs = dueMs = atOnce);

  return {
    dueMs: (): number => dueMs(),
    intervalMs,
    soon: (): unknown => (dueMs = atOnce),
    listEverythingSoon,
    startOver(): void {
      listedFiles = 0;
      listEverythingSoon();
    },
    isFullListDue(trees: ServiceTrees): boolean {
      fullListDueMs ??= dueAfterRunBefore(clock, trees, settings);
      return fullListDueMs() <= clock.steadyMs();
    },
    noteAnswer(listed: number, full: boolean): void {
      failures = 0;
      const askedMs = clock.steadyMs();
      dueMs = () => askedMs + intervalMs();
      if (full) fullListDueMs = () => askedMs + settings().fullScanIntervalMs;
      else listedFiles = listed;
    },
    noteFailure(error: AppError): AppError {
      failures += 1;
      const nowMs = clock.steadyMs();
      const isAboutConnection = gate.noteFailure(error);
      // The service answered, so the connection works.
      if (!isAboutConnection && error.receivedStatus !== undefined) gate.noteSuccess();
      const waitMs = isAboutConnection
        ? gate.nextTryMs() - nowMs
        : (error.retryAfterMs ?? backOffMs(failures, ports.random));
      waitUntil(nowMs + Math.max(waitMs, shortestWaitMs));
      return error;
    },
    waitForGate: (): unknown => waitUntil(Math.max(gate.nextTryMs(), clock.steadyMs() + shortestWaitMs)),
  };
}

/** When everything is listed next, where that was done in a run before. */
function dueAfterRunBefore(clock: Clock, trees: ServiceTrees, settings: () => Settings): () => number {
  const agoMs = clock.now() - (trees.listedMs() ?? -Infinity);
  // Where the clock was set back since, nobody knows how long ago that was.
  if (agoMs < 0) return atOnce;
  const listedMs = clock.steadyMs() - agoMs;
  return () => listedMs + settings().fullScanIntervalMs;
}

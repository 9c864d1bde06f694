import { toAppError, type AppError, type ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Settings } from '../../../shared/rpc/settings.ts';
import type { Ports } from '../ports.ts';
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

/**
 * Asks the service for changes of one library: once an interval, later after failures, never while it may not be asked.
 * Changes do not tell what a service lost that was brought back, so everything is listed as often as the whole folder is
 * compared, and at once when an answer shows that something was lost. A start does not list everything again, unless it
 * is asked to.
 */
export function createServicePoll(options: {
  readonly ports: Ports;
  readonly context: LibraryContext;
  readonly gate: ConnectionGate;
  readonly settings: () => Settings;
  /** Whether everything is listed at the start, however lately that was done. */
  readonly listsEverything?: boolean | undefined;
  readonly signal: AbortSignal;
}) {
  const { ports, context, gate, settings, signal } = options;
  /** By the steady clock; a setting that changes counts at once. */
  let dueMs = (): number => 0;
  /** `undefined` until it was looked up when the service last listed everything: that may have been in a run before. */
  let fullListDueMs: (() => number) | undefined = options.listsEverything ? () => 0 : undefined;
  let failures = 0;
  /** How many files the last list of changes held; a list of everything says nothing of the next one. */
  let listedFiles = 0;
  let lastMs: number | undefined;
  let problem: ErrorRecord | undefined;

  function waitAfter(error: AppError): number {
    failures += 1;
    if (gate.noteFailure(error)) return Math.max(gate.nextTryMs() - ports.clock.steadyMs(), shortestWaitMs);
    // The service answered, so the connection works.
    if (error.receivedStatus !== undefined) gate.noteSuccess();
    return Math.max(error.retryAfterMs ?? backOffMs(failures, ports.random), shortestWaitMs);
  }

  /** When everything is to be listed next, where that was done in a run before. */
  function dueAfterRunBefore(trees: ServiceTrees): () => number {
    const agoMs = ports.clock.now() - (trees.listedMs() ?? -Infinity);
    // Where the clock was set back since, nobody knows how long ago that was.
    if (agoMs < 0) return () => 0;
    const listedMs = ports.clock.steadyMs() - agoMs;
    return () => listedMs + settings().fullScanIntervalMs;
  }

  const intervalMs = (): number => pollIntervalAfter(listedFiles, settings().pollIntervalMs);

  const waitUntil = (untilMs: number): void => {
    dueMs = () => untilMs;
  };

  function listEverythingSoon(): void {
    fullListDueMs = () => 0;
    dueMs = () => 0;
  }

  return {
    /** When it asks next, by the steady clock. */
    get dueMs(): number {
      return dueMs();
    },
    /** The time between two questions as it is now. */
    get intervalMs(): number {
      return intervalMs();
    },
    /** When the service was last heard; `undefined` while nothing is known of its side. */
    get lastMs(): number | undefined {
      return lastMs;
    },
    /** Why the last question was not answered; `undefined` when it was. */
    get problem(): ErrorRecord | undefined {
      return problem;
    },

    soon(): void {
      dueMs = () => 0;
    },

    /** Another service is connected. */
    startOver(): void {
      lastMs = undefined;
      problem = undefined;
      listedFiles = 0;
      dueMs = () => 0;
      fullListDueMs = () => 0;
    },

    /** Asks, if it is time. @returns the keys that are different now */
    async askIfDue(): Promise<readonly ContentKeyText[]> {
      const trees = context.trees();
      if (trees?.takeLoss()) listEverythingSoon();
      const nowMs = ports.clock.steadyMs();
      if (dueMs() > nowMs) return [];
      const service = ports.connection.current()?.service;
      if (!trees || !service || !gate.mayTry()) {
        waitUntil(Math.max(gate.nextTryMs(), nowMs + shortestWaitMs));
        return [];
      }
      fullListDueMs ??= dueAfterRunBefore(trees);
      const full = fullListDueMs() <= nowMs;
      const changed: ContentKeyText[] = [];
      try {
        const onChanged = (keys: readonly ContentKeyText[]): unknown => changed.push(...keys);
        const listed = await pollService({ service, context, trees, full, signal, onChanged });
        if (!full) listedFiles = listed;
        gate.noteSuccess();
        failures = 0;
        const askedMs = ports.clock.steadyMs();
        dueMs = () => askedMs + intervalMs();
        if (full) fullListDueMs = () => askedMs + settings().fullScanIntervalMs;
        lastMs = ports.clock.now();
        problem = undefined;
        trees.noteAnswered(lastMs, full);
        // What a whole list shows to be lost is known with it.
        if (trees.takeLoss() && !full) listEverythingSoon();
      } catch (error) {
        const failure = toAppError(error);
        problem = failure.toRecord();
        waitUntil(ports.clock.steadyMs() + waitAfter(failure));
      }
      return changed;
    },
  };
}

export type ServicePoll = ReturnType<typeof createServicePoll>;

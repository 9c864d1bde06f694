import type { AppError } from '../../../shared/errors/app-error.ts';
import type { Settings } from '../../../shared/rpc/settings.ts';
import type { Clock, Ports } from '../ports.ts';
import { backOffMs } from '../../../shared/errors/back-off.ts';
import type { ServiceTrees } from '../state/service-trees.ts';
import type { ConnectionGate } from '../transfer/connection-gate.ts';

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

export interface PollTimesOptions {
  readonly ports: Pick<Ports, 'clock' | 'random'>;
  readonly gate: ConnectionGate;
  readonly settings: () => Settings;
  /** Whether everything is listed at the start, however lately that was done. */
  readonly listsEverything?: boolean | undefined;
}

const atOnce = (): number => 0;

/** When the service is asked next, and whether for everything. */
export function createPollTimes({ ports, gate, settings, listsEverything }: PollTimesOptions) {
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
  /** Whether something may be lost there: then what was seen is no proof. */
  let isDoubted = false;
  const listEverythingSoon = (): void => {
    isDoubted = true;
    fullListDueMs = dueMs = atOnce;
  };

  return {
    dueMs: (): number => dueMs(),
    intervalMs,
    soon: (): unknown => (dueMs = atOnce),
    listEverythingSoon,
    startOver(): void {
      listedFiles = 0;
      listEverythingSoon();
    },
    /** A list of everything is sent whole as often as the folder is looked through, whatever the service says of it. */
    whatIsProof() {
      const nowMs = clock.now();
      const isRecent = (listedMs: number): boolean =>
        !isDoubted && listedMs <= nowMs && nowMs - listedMs < settings().fullScanIntervalMs;
      return { nowMs, isRecent };
    },
    isFullListDue(trees: ServiceTrees): boolean {
      fullListDueMs ??= dueAfterRunBefore(clock, trees, settings);
      return fullListDueMs() <= clock.steadyMs();
    },
    noteAnswer(listed: number, full: boolean): void {
      failures = 0;
      const askedMs = clock.steadyMs();
      dueMs = () => askedMs + intervalMs();
      if (!full) listedFiles = listed;
      else {
        isDoubted = false;
        fullListDueMs = () => askedMs + settings().fullScanIntervalMs;
      }
    },
    noteFailure(error: AppError): AppError {
      failures += 1;
      waitUntil(clock.steadyMs() + Math.max(waitAfter(error, failures, { ports, gate }), shortestWaitMs));
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

function waitAfter(
  error: AppError,
  failures: number,
  { ports, gate }: Pick<PollTimesOptions, 'ports' | 'gate'>,
): number {
  if (gate.noteFailure(error)) return gate.nextTryMs() - ports.clock.steadyMs();
  return backOffMs(error, failures, ports.random);
}

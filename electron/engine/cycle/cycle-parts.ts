import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Settings } from '../../../shared/rpc/settings.ts';
import type { EngineOptions } from '../engine-options.ts';
import type { LibraryContext } from '../library/library-context.ts';
import type { TellLibrary } from '../library/library-event.ts';
import type { Ports } from '../ports.ts';
import type { Queue } from '../queue/queue.ts';
import type { ConnectionGate } from '../transfer/connection-gate.ts';
import { createHousekeeping } from '../upkeep/housekeeping.ts';
import { createLocalHistory } from '../upkeep/local-history.ts';
import { createSavedLate } from '../upkeep/saved-late.ts';
import { createDirtyKeys } from './dirty-keys.ts';
import type { Judgement } from './judgement.ts';
import { createLibraryStanding } from './library-standing.ts';
import { createLocalDiscovery } from './local-discovery.ts';
import { createServicePoll } from './service-poll.ts';
import type { StepTaker } from './step-taker.ts';

export interface LibraryCycleOptions extends Pick<EngineOptions, 'absenceGraceMs' | 'listsEverything'> {
  readonly ports: Ports;
  readonly context: LibraryContext;
  readonly judgement: Judgement;
  readonly gate: ConnectionGate;
  readonly steps: StepTaker;
  readonly queue: Queue;
  readonly settings: () => Settings;
  /** How many keys are planned, or taken over from a list, before others get their turn. */
  readonly keysTogether: number;
  /** A quiet time that was asked for this run goes before all others. */
  readonly quietTimeOfRunMs?: number | undefined;
  readonly tell: TellLibrary;
  /** Carries out what a person chose in conflicts before the app ended. @returns the keys to plan again */
  readonly finishConflicts: (context: LibraryContext) => Promise<readonly ContentKeyText[]>;
}

export type LibraryState = 'scanning' | 'working' | 'inStep' | 'paused';

/** How one library stands in its cycle. */
export interface Progress {
  state: LibraryState;
  /** Whether the trees are true, so that what was planned on them may be carried out. */
  ready: boolean;
  /** Whether a scan is still to be followed to its end. */
  hasScanned: boolean;
}

/** What keeps one library in step. */
export function createParts(options: LibraryCycleOptions, progress: Progress, signal: AbortSignal) {
  const { ports, context } = options;
  const stopListening = context.onLinksWritten(() => options.tell({ kind: 'changed', paths: [] }));
  signal.addEventListener('abort', stopListening, { once: true });
  const savedLate = createSavedLate(options);
  const poll = createServicePoll({ ...options, signal });
  const discovery = createLocalDiscovery({ ...options, signal });
  return {
    options,
    progress,
    poll,
    discovery,
    savedLate,
    history: createLocalHistory(options),
    housekeeping: createHousekeeping({ ...options, savedLate, signal }),
    dirty: createDirtyKeys({ ...options, clock: ports.clock }),
    standing: createLibraryStanding({ ...options, poll, discovery, isReady: () => progress.ready }),
  };
}

export type Parts = ReturnType<typeof createParts>;

/** When something is to be done next, by the steady clock. */
export function nextDueMs({ discovery, poll, dirty, savedLate, history, options }: Parts): number {
  const { ports, context, absenceGraceMs } = options;
  const [longestMs] = context.missingSinceMs.values();
  // When the time is over in which a missing file may come back: its key is planned again then.
  const sinceMs = longestMs ?? (dirty.hasAbsent() ? ports.clock.now() : Infinity);
  const absenceMs = ports.clock.steadyMs() + absenceGraceMs + sinceMs - ports.clock.now();
  // What was found equal is not called so for ever while the service owes an answer: that has to be noticed.
  const askingMs = poll.isAsking() ? ports.clock.steadyMs() + poll.intervalMs() : poll.dueMs();
  const readingMs = discovery.settling.nextDueMs() ?? Infinity;
  return Math.min(discovery.scans.dueMs(), askingMs, readingMs, absenceMs, savedLate.dueMs(), history.dueMs());
}

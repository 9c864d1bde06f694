import { toAppError, type AppError } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Settings } from '../../../shared/rpc/settings.ts';
import type { LeftLine, TracelessChange } from '../observe/file-reading.ts';
import type { Ports } from '../ports.ts';
import type { ConnectionGate } from '../transfer/connection-gate.ts';
import { createHousekeeping } from '../upkeep/housekeeping.ts';
import type { Judgement } from './judgement.ts';
import type { LibraryContext } from '../library/library-context.ts';
import type { Queue } from '../queue/queue.ts';
import { createLocalHistory } from '../upkeep/local-history.ts';
import { createLibraryStanding } from './library-standing.ts';
import { createLocalDiscovery } from './local-discovery.ts';
import { createDirtyKeys } from './dirty-keys.ts';
import { createServicePoll } from './service-poll.ts';
import { createSavedLate } from '../upkeep/saved-late.ts';
import type { BackupCopy } from '../state/backup-copies.ts';
import type { StepTaker } from './step-taker.ts';

export interface LibraryCycleOptions {
  readonly ports: Ports;
  readonly context: LibraryContext;
  readonly judgement: Judgement;
  readonly gate: ConnectionGate;
  readonly steps: StepTaker;
  readonly queue: Queue;
  readonly settings: () => Settings;
  /** A quiet time that was asked for this run goes before all others. */
  readonly quietTimeOfRunMs?: number | undefined;
  /** Whether the service lists everything at the start, however lately it did. */
  readonly listsEverything?: boolean | undefined;
  /** How long a vanished file may come back before that counts as its removal. */
  readonly absenceGraceMs: number;
  /** Called after anything changed that people can see, with the paths concerned. */
  readonly onChange: (paths: readonly string[]) => void;
  /** Called with the keys whose ground moved in the folder. */
  readonly onMovedHere: (keys: readonly ContentKeyText[]) => void;
  /** Called when whether its files may be called up to date has changed. */
  readonly onFreshness: () => void;
  /** Called when the trees are true, after they were not. */
  readonly onReady: () => void;
  /** Called once when the library is paused, with the reason. */
  readonly onPaused: (reason: AppError) => void;
  /** Called when it goes on, also for the first time in this run. */
  readonly onGoesOn: () => void;
  /** Bytes changed and nothing else; called in the transaction that writes it down. */
  readonly onTraceless: (found: readonly TracelessChange[]) => void;
  /** Files have other keys than they were agreed on under; called in the transaction that writes it down. */
  readonly onLeftLine: (left: readonly LeftLine[]) => void;
  /** Somebody saved into a file after it was replaced; called in the transaction that writes it down. */
  readonly onSavedLate: (copy: BackupCopy) => void;
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

/**
 * What is done for one library in each turn: what changed in its folder and at the service is found, and every key is
 * planned whose ground moved.
 */
export function createLibraryCycle(options: LibraryCycleOptions, signal: AbortSignal) {
  const { ports, context, settings, onChange } = options;
  const poll = createServicePoll({ ...options, signal });
  const savedLate = createSavedLate(options);
  const history = createLocalHistory(options);
  const housekeeping = createHousekeeping({ ports, context, settings, savedLate });
  const moved = createDirtyKeys(context, { steps: options.steps, judgement: options.judgement, clock: ports.clock });
  const discovery = createLocalDiscovery({
    ...options,
    signal,
    onMoved: noteMovedHere,
    onUnseen: options.onFreshness,
    onScanned: async (result, atMs) => {
      hasScanned = true;
      options.onScanned(atMs);
      await housekeeping.keepIfDue(result);
    },
  });
  const { settling } = discovery;
  let ready = false;
  let hasScanned = false;
  let state: LibraryState = 'scanning';
  const standing = createLibraryStanding({
    ports,
    libraryName: context.library.name,
    gate: options.gate,
    poll,
    settings,
    discovery,
    isReady: () => ready,
    onChange: () => onChange([]),
    onFreshness: options.onFreshness,
    onPaused: options.onPaused,
    onGoesOn: options.onGoesOn,
  });

  function noteMovedHere(keys: readonly ContentKeyText[]): void {
    moved.add(keys);
    options.onMovedHere(keys);
  }

  async function turn(): Promise<void> {
    try {
      await cycle();
      if (state !== 'paused') standing.goOn();
    } catch (error) {
      pause(toAppError(error));
    }
  }

  async function cycle(): Promise<void> {
    if (discovery.scanDueMs <= ports.clock.steadyMs()) await scanNow();
    // While the folder is not proven to be there, nothing is decided about what is in it.
    if (state === 'paused') return;
    await discovery.followHints();
    const settled = await settling.readReady(signal);
    noteMovedHere(settled);
    if (settling.takeMissing()) await scanNow();
    const changedThere = await poll.askIfDue();
    context.tryChangedAgain(changedThere);
    moved.add(changedThere);
    takeSteps();
    history.noteSettled(settled);
    history.work();
    await options.finishConflicts();
    await housekeeping.clearConflicts();
    await savedLate.lookIfDue();
    state = settling.count() > 0 ? 'working' : 'inStep';
    onChange(settling.takeTouchedPaths());
    if (hasScanned) options.onCompared();
    hasScanned = false;
  }

  async function scanNow(): Promise<void> {
    state = 'scanning';
    await discovery.scan();
  }

  function takeSteps(): void {
    // Without having asked the service once, nothing is known of its side: nothing may be decided.
    if (poll.lastMs === undefined || discovery.lastScanMs === undefined) return;
    moved.plan();
    if (ready) return;
    ready = true;
    options.onReady();
  }

  function pause(error: AppError): void {
    if (error.code === 'cancelled') return;
    state = 'paused';
    ready = false;
    discovery.scanAfter(pausedWaitMs);
    standing.pause(error);
  }

  /** @returns when something is to be looked at next, by the steady clock */
  function onRest(): number {
    standing.noteFreshness();
    if (state === 'paused') return discovery.scanDueMs;
    const absenceMs = absenceDueMs(ports.clock.steadyMs());
    const besideMs = Math.min(savedLate.dueMs(), history.dueMs());
    return Math.min(discovery.scanDueMs, poll.dueMs, settling.nextDueMs() ?? Infinity, absenceMs, besideMs);
  }

  /** When the time is over in which a missing file may come back: its key is planned again then. */
  function absenceDueMs(now: number): number {
    const [longestMs] = context.missingSinceMs.values();
    if (longestMs !== undefined) return now + longestMs + options.absenceGraceMs - ports.clock.now();
    return moved.hasAbsent() ? now + options.absenceGraceMs : Infinity;
  }

  return {
    discovery,
    poll,
    moved,
    standing,
    history,
    turn,
    onRest,

    get state(): LibraryState {
      return state;
    },

    /** Whether the trees are true, so that what was planned on them may be carried out. */
    isReady: (): boolean => ready,

    /** Another service is connected: everything is compared with it from the start. */
    startOver(): void {
      ready = false;
      poll.startOver();
      moved.startOver();
    },
  };
}

import { toAppError, type AppError } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import {
  createParts,
  nextDueMs,
  type LibraryCycleOptions,
  type LibraryState,
  type Parts,
  type Progress,
} from './cycle-parts.ts';

/** How long after it was paused a library is looked at again. */
const pausedWaitMs = 10_000;

/** A library that a person paused is woken by what they say next; so long it rests otherwise. */
const restedMs = 3_600_000;

/**
 * What is done for one library in each turn: it is found what changed in its folder and on the service, and every dirty
 * key is planned.
 */
export function createLibraryCycle(options: LibraryCycleOptions, signal: AbortSignal) {
  const progress: Progress = { state: 'scanning', ready: false, hasScanned: false };
  const parts = createParts(options, progress, signal);
  const { discovery, poll, dirty, standing } = parts;
  return {
    ...parts,

    /** @param wake has the next turn begin after this one */
    turn: async (wake: () => void): Promise<void> => {
      if (isPausedByPerson(parts)) return rest(parts);
      try {
        await runCycle(parts, signal, wake);
        if (progress.state !== 'paused') standing.goOn();
      } catch (error) {
        pause(parts, toAppError(error));
      }
    },

    /** @returns when something is to be looked at next, by the steady clock */
    onRest: (): number => {
      standing.noteFreshness();
      if (isPausedByPerson(parts)) return parts.options.ports.clock.steadyMs() + restedMs;
      return progress.state === 'paused' ? discovery.scans.dueMs() : nextDueMs(parts);
    },

    get state(): LibraryState {
      return progress.state;
    },

    isReady: (): boolean => progress.ready && !isPausedByPerson(parts),

    /** Another service is connected: everything is compared with it from the start. */
    startOver: (): void => {
      progress.ready = false;
      poll.startOver();
      dirty.startOver();
    },
  };
}

export type LibraryCycle = ReturnType<typeof createLibraryCycle>;

async function runCycle(parts: Parts, signal: AbortSignal, wake: () => void): Promise<void> {
  const { discovery, dirty, history, progress } = parts;
  const { context, finishConflicts, tell } = parts.options;
  const { settling } = discovery;
  const settled = await lookAtBothSides(parts, signal, wake);
  // While the folder is not proven to be there, nothing is decided about what is in it.
  if (settled === undefined) return;
  if (settling.hasMissed()) await scanNow(parts);
  const mayPlan = (): boolean => isEachSideKnown(parts) && !signal.aborted;
  if (mayPlan() && (await dirty.plan(mayPlan)) && mayPlan()) noteReady(parts);
  history.noteSettled(settled);
  history.work(wake);
  const finished = await finishConflicts(context);
  dirty.add(finished);
  // Copies that were made or are gone are found by looking.
  if (finished.length > 0) discovery.scans.soon();
  await parts.housekeeping.clearConflicts();
  await parts.savedLate.lookIfDue();
  progress.state = settling.count() > 0 ? 'working' : 'inStep';
  tell({ kind: 'changed', paths: settling.takeTouchedPaths() });
  if (progress.hasScanned) tell({ kind: 'compared' });
  progress.hasScanned = false;
}

/**
 * Has the service asked and looks at the folder: one that does not answer keeps nobody from seeing what was saved, nor
 * from being told that the folder is not there. What it answers later than that belongs to the next turn.
 * @returns the keys whose files settled; `undefined` where the library is paused
 */
async function lookAtBothSides(
  parts: Parts,
  signal: AbortSignal,
  wake: () => void,
): Promise<ContentKeyText[] | undefined> {
  const { options, poll, dirty } = parts;
  const asked = poll.askIfDue();
  const settled = await lookHere(parts, signal);
  if (poll.isAsking()) void asked?.then(wake);
  poll.takeChanged((changed) => {
    options.queue.tryChangedAgain(options.context.library.libraryId, changed);
    dirty.add(changed);
  });
  return settled;
}

async function lookHere(parts: Parts, signal: AbortSignal): Promise<ContentKeyText[] | undefined> {
  const { discovery, progress, options } = parts;
  if (discovery.scans.dueMs() <= options.ports.clock.steadyMs()) await scanNow(parts);
  if (progress.state === 'paused') return undefined;
  await discovery.followHints();
  const settled: ContentKeyText[] = [];
  await discovery.settling.readReady(signal, (keys) => {
    settled.push(...keys);
    noteDirtyHere(parts, keys);
    // Files that are new on both sides go out while others are still read.
    if (!isEachSideKnown(parts)) return;
    parts.dirty.planNew(keys);
    noteReady(parts);
  });
  return settled;
}

async function scanNow(parts: Parts): Promise<void> {
  const { progress, discovery, housekeeping, history } = parts;
  progress.state = 'scanning';
  history.renewStanding();
  const { result, dirty, atMs } = await discovery.scan();
  noteDirtyHere(parts, dirty);
  progress.hasScanned = true;
  parts.options.tell({ kind: 'scanned', atMs });
  await housekeeping.keepIfDue(result);
}

function noteDirtyHere({ dirty, options }: Parts, keys: readonly ContentKeyText[]): void {
  dirty.add(keys);
  options.tell({ kind: 'dirtyHere', keys });
}

/** Without having asked the service once, nothing is known of its side: nothing may be decided. */
function isEachSideKnown({ poll, discovery }: Parts): boolean {
  return poll.lastMs !== undefined && discovery.scans.lastMs() !== undefined;
}

/** From now on what was planned may be carried out. */
function noteReady({ progress, options }: Parts): void {
  if (progress.ready) return;
  progress.ready = true;
  options.tell({ kind: 'transfersDue' });
}

const isPausedByPerson = ({ options }: Pick<Parts, 'options'>): boolean => options.context.settings().isPaused;

function rest({ progress, standing }: Parts): void {
  progress.state = 'paused';
  progress.ready = false;
  standing.rest();
}

function pause({ progress, discovery, standing }: Parts, error: AppError): void {
  if (error.code === 'cancelled') return;
  progress.state = 'paused';
  progress.ready = false;
  discovery.scans.after(pausedWaitMs);
  standing.pause(error);
}

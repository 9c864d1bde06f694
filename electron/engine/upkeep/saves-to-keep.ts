import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import { longestHistoryBytes } from '../../../shared/rpc/history-limits.ts';
import type { Settings } from '../../../shared/rpc/settings.ts';
import type { Ports } from '../ports.ts';
import type { Queue } from '../queue/queue.ts';
import { dayMs } from '../state/counted-days.ts';
import type { LibraryRecords, ServiceSide } from '../state/library-state.ts';
import type { ConnectionGate } from '../transfer/connection-gate.ts';

/** What is on its way is given so long to arrive. */
const sendingMs = 1_000;

/** After so long at most a file is looked at again that could not be copied, as on a full disk. */
const tryAgainMs = 300_000;

/** What was saved longer ago is no save of now: a folder that is synced for the first time is not kept as a whole. */
export const freshMs = dayMs;

const megabyte = 1e6;

export interface SavesToKeepOptions {
  readonly ports: Pick<Ports, 'clock'>;
  readonly context: LibraryRecords & ServiceSide;
  readonly queue: Pick<Queue, 'isOnItsWay'>;
  readonly gate: Pick<ConnectionGate, 'isOpen'>;
  readonly settings: () => Settings;
}

/** Which saves are to be kept in the local history, and when.  */
export function createSavesToKeep(options: SavesToKeepOptions) {
  const { ports, context, settings } = options;
  /** Keys whose files have settled, and when it is looked whether the service has them, by the steady clock. */
  const pending = new Map<ContentKeyText, number>();
  let againMs = -Infinity;
  let hasLookedBack = false;

  function noteSettled(keys: readonly ContentKeyText[]): void {
    const nowMs = ports.clock.steadyMs();
    for (const key of keys) {
      if (!isOnItsWay(options, key)) pending.set(key, nowMs);
      // A first sync would copy by the thousands what only waits for its turn.
      else if (isEdit(context, key)) pending.set(key, nowMs + sendingMs);
    }
  }

  return {
    noteSettled,

    /** Whether it is time to look back: once in a run, and once more whenever local history was switched on. */
    takeLookBack(): boolean {
      const isOn = settings().historyDays > 0;
      const isDue = isOn && !hasLookedBack && context.trees() !== undefined;
      hasLookedBack = isOn && (hasLookedBack || isDue);
      return isDue;
    },

    /** What had settled before and was not kept is kept now, as far as that pushes nothing out. */
    lookBack(leftBytes: number): void {
      const freshSinceMs = ports.clock.now() - freshMs;
      noteSettled(context.trees()?.unsentKeys(freshSinceMs, longestKeptBytes(settings()), leftBytes) ?? []);
    },

    /** The file of a key could not be copied just now: it is looked at again together with all others of which that is so. */
    tryAgain(key: ContentKeyText): void {
      const nowMs = ports.clock.steadyMs();
      if (againMs <= nowMs) againMs = nowMs + tryAgainMs;
      if (!pending.has(key)) pending.set(key, againMs);
    },

    /** When something has to be looked at, by the steady clock. */
    dueMs: (): number => [...pending.values()].reduce((soonest, dueMs) => Math.min(soonest, dueMs), Infinity),

    /** The keys that have to be looked at now; they wait no longer. */
    takeDue(): ContentKeyText[] {
      const nowMs = ports.clock.steadyMs();
      const due = [...pending].filter(([, dueMs]) => dueMs <= nowMs).map(([key]) => key);
      for (const key of due) pending.delete(key);
      return due;
    },
  };
}

/** How much the local history of a library may hold. */
export const historyBytes = ({ historyMegabytes }: Settings): number => historyMegabytes * megabyte;

/** How long a file may be to be kept. */
export const longestKeptBytes = (settings: Settings): number => Math.min(longestHistoryBytes, historyBytes(settings));

export const isEdit = (context: ServiceSide, key: ContentKeyText): boolean =>
  context.trees()?.synced(key) !== undefined;

/** Whether it goes to the service as soon as its turn comes. */
function isOnItsWay({ gate, queue, context }: SavesToKeepOptions, key: ContentKeyText): boolean {
  return gate.isOpen() && queue.isOnItsWay(context.library.libraryId, key);
}

import { isCutOff, isEndedByPerson, type CutOff } from '../errors/reachability.ts';
import { isLately } from '../model/lately.ts';
import type { LibraryRecord } from './library-records.ts';
import { needsOf } from './needs.ts';
import type { StatusRecord } from './status-records.ts';
import type { Settings } from './settings.ts';

/** The one sentence on the state of everything, from bad to good. */
export type HonestStatus =
  /** The engine is not reached: whatever was true before may not be now. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'notSetUp' }
  /** The service is out of reach; `waiting` things wait for it. */
  | CutOffStatus
  | { readonly kind: 'paused'; readonly libraryName: string }
  /** A person paused it; all is well with the others. */
  | { readonly kind: 'pausedByPerson'; readonly libraryName: string }
  /** Something else may be the matter besides: the service is out of reach. */
  | { readonly kind: 'needsYou'; readonly count: number; readonly cutOff?: CutOffStatus }
  | { readonly kind: 'connecting' }
  | { readonly kind: 'noLibrary' }
  | { readonly kind: 'scanning' }
  /** Files changed that are not whole yet, or do not stand still. */
  | { readonly kind: 'settling'; readonly count: number }
  /** Files are not there now, and do not count as removed yet. */
  | { readonly kind: 'missing'; readonly count: number }
  | { readonly kind: 'syncing'; readonly toGo: number }
  /** Files that were never sent, because nobody said yet what they show. */
  | { readonly kind: 'unassigned'; readonly count: number }
  /** Files that settings or programs keep from being synced. */
  | { readonly kind: 'held'; readonly count: number }
  | { readonly kind: 'notCheckedLately'; readonly checkedAtMs: number | undefined }
  | { readonly kind: 'upToDate'; readonly checkedAtMs: number };

interface CutOffStatus {
  readonly kind: 'cutOff';
  readonly cutOff: CutOff;
  readonly waiting: number;
  readonly nextTryAtMs: number | undefined;
}

/**
 * What can honestly be said. "Up to date" is said only when every file of every library is in step, the service answers,
 * nothing waits, and every folder was fully compared and the service asked lately.
 * @param isConnected whether the window reaches the engine, so that `status` is of now
 */
export function honestStatus(status: StatusRecord, nowMs: number, isConnected: boolean): HonestStatus {
  if (!isConnected) return { kind: 'unknown' };
  const { connection, libraries, counts } = status;
  if (connection.state === 'notSetUp' || connection.kind === 'none') return { kind: 'notSetUp' };
  const going = libraries.filter(({ settings }) => !settings.isPaused);
  const paused = going.find(({ state }) => state === 'paused');
  if (paused) return { kind: 'paused', libraryName: paused.name };
  const cutOff = cutOffOf(status);
  if (cutOff && isEndedByPerson(connection.state)) return cutOff;
  const needing = needsOf(status).all;
  if (needing > 0) return { kind: 'needsYou', count: needing, ...(cutOff ? { cutOff } : {}) };
  // What the libraries say is a moment older than what is said of the connection.
  if (cutOff) return cutOff;
  if (connection.state === 'connecting' || libraries.some((library) => library.state === 'offline')) {
    return { kind: 'connecting' };
  }
  if (libraries.length === 0) return { kind: 'noLibrary' };
  const activity = activityIn(status, going);
  if (activity) return activity;
  const resting = libraries.find(({ settings }) => settings.isPaused);
  if (resting) return { kind: 'pausedByPerson', libraryName: resting.name };
  const checked = checkedStatus(libraries, status.settings, nowMs);
  if (checked.kind === 'notCheckedLately') return checked;
  const unassigned = counts.unassigned ?? 0;
  if (unassigned > 0) return { kind: 'unassigned', count: unassigned };
  const held = libraries.reduce((sum, { standings }) => sum + (standings.held ?? 0), 0);
  return held > 0 ? { kind: 'held', count: held } : checked;
}

/** What goes on in the libraries that nobody paused; what waits in the others goes nowhere. */
function activityIn(status: StatusRecord, going: readonly LibraryRecord[]): HonestStatus | undefined {
  const toGo = toGoIn(status);
  const isGoing = going.length === status.libraries.length || status.queue.running > 0 || going.some(isAtWork);
  if (toGo > 0 && isGoing) return { kind: 'syncing', toGo };
  if (going.some(({ state }) => state === 'scanning')) return { kind: 'scanning' };
  const settling = going.reduce((sum, { settlingCount }) => sum + settlingCount, 0);
  if (settling > 0) return { kind: 'settling', count: settling };
  const missing = going.reduce((sum, { missingCount }) => sum + missingCount, 0);
  if (missing > 0) return { kind: 'missing', count: missing };
  return going.some(isAtWork) ? { kind: 'scanning' } : undefined;
}

function isAtWork({ state }: LibraryRecord): boolean {
  return state === 'scanning' || state === 'working';
}

function cutOffOf(status: StatusRecord): CutOffStatus | undefined {
  const { state, nextTryAtMs } = status.connection;
  return isCutOff(state) ? { kind: 'cutOff', cutOff: state, waiting: toGoIn(status), nextTryAtMs } : undefined;
}

function toGoIn({ queue }: StatusRecord): number {
  return queue.waiting + queue.running;
}

/** What the engine said last may have been long ago: the window's own clock counts too. */
function checkedStatus(libraries: readonly LibraryRecord[], settings: Settings, nowMs: number): HonestStatus {
  const scannedAtMs = Math.min(...libraries.map((library) => library.lastScanAtMs ?? 0));
  const polledAtMs = Math.min(...libraries.map((library) => library.lastPollAtMs ?? 0));
  const isRecent =
    libraries.every(({ state }) => state !== 'notChecked') &&
    isLately(scannedAtMs, settings.fullScanIntervalMs, nowMs) &&
    libraries.every(({ lastPollAtMs, pollIntervalMs }) =>
      isLately(lastPollAtMs ?? 0, pollIntervalMs ?? settings.pollIntervalMs, nowMs),
    );
  const checkedAtMs = Math.min(polledAtMs, scannedAtMs);
  if (!isRecent) return { kind: 'notCheckedLately', checkedAtMs: checkedAtMs > 0 ? checkedAtMs : undefined };
  return { kind: 'upToDate', checkedAtMs: polledAtMs };
}

import type { ErrorRecord } from '../../../shared/errors/app-error.ts';
import { cutOffOf } from '../../../shared/errors/reachability.ts';
import { formatVersion, isRelease } from '../../../shared/model/version.ts';
import type { Explanation, ExplanationAction, UnconfirmedBecause } from '../../../shared/rpc/explanation.ts';
import { lostMajorOf, type VerdictOf } from '../judge/verdict.ts';
import type { LibraryFacts } from '../library/library-facts.ts';
import { isBelow } from '../tree/paths.ts';
import { toSignIn } from './actions.ts';
import type { FileFacts } from './file-facts.ts';

/** The bytes are those both sides agreed on; whether that may still be called in step depends on the last looks. */
export function inStep(
  { live: library, cutOff, file, row, synced, scannedAtMs, confirmedAtMs }: FileFacts,
  verdict: VerdictOf<'inStep' | 'asFollowed'>,
): Explanation {
  const version = formatVersion(verdict.version);
  // When its folder was last seen into is not known.
  const isUnseen = library !== undefined && isBelow(library.unseenFolders, file.path);
  const live =
    isUnseen && library.freshness === 'fresh' ? { ...library, freshness: 'notScannedLately' as const } : library;
  const newerDraft = verdict.kind === 'asFollowed' && verdict.newer ? formatVersion(verdict.newer) : undefined;
  const looks = { scannedAtMs: isUnseen ? undefined : scannedAtMs, confirmedAtMs };
  const sinceMs = synced?.agreedMs;
  if (live?.freshness === 'fresh') {
    const next = { code: 'checkedAgain', atMs: live.poll.dueMs } as const;
    if (isRelease(verdict.version))
      return { reason: { code: 'upToDate', version, newerDraft, ...looks }, sinceMs, next, actions: [] };
    const actions: ExplanationAction[] = row.isPublishable ? ['publish'] : [];
    const lostMajor = lostMajorOf(verdict);
    if (lostMajor === undefined)
      return { reason: { code: 'draft', version, newerDraft, ...looks }, sinceMs, next, actions };
    const lost = formatVersion({ major: lostMajor, minor: 0 });
    return { reason: { code: 'releaseLost', version, lost }, sinceMs, next: { code: 'afterYou' }, actions };
  }
  const explained = live ? notConfirmed(live, version, looks) : notConfirmedAtRest(cutOff?.error, version, looks);
  return { ...explained, sinceMs: confirmedAtMs };
}

/**
 * Why nobody knows whether what was found equal in a library still is; `undefined` where it was compared lately.
 * @param cutOff what stopped the last run, where nothing runs
 */
export function unconfirmedBecause(
  live: LibraryFacts | undefined,
  cutOff: ErrorRecord | undefined,
): UnconfirmedBecause | undefined {
  switch (live?.freshness) {
    case undefined:
      return isRefusal(cutOff) ? 'refused' : 'notRunning';
    case 'fresh':
      return undefined;
    // It is compared again from the start once it goes on.
    case 'paused':
      return 'notComparedYet';
    default:
      return live?.freshness;
  }
}

/** Whether the service did not let the last run in: then running again does not help before a person has done something. */
export function isRefusal(cutOff: ErrorRecord | undefined): boolean {
  return cutOff !== undefined && cutOffOf(cutOff.code) === 'signedOut';
}

interface Looks {
  readonly scannedAtMs?: number | undefined;
  readonly confirmedAtMs?: number | undefined;
}

function notConfirmedAtRest(cutOff: ErrorRecord | undefined, version: string, looks: Looks): Explanation {
  const about = { code: 'notConfirmed', version, ...looks } as const;
  const next = { code: 'whenRunning' } as const;
  return isRefusal(cutOff)
    ? { reason: { ...about, because: 'refused', error: cutOff }, next, actions: [...toSignIn(cutOff), 'start-sync'] }
    : { reason: { ...about, because: 'notRunning' }, next, actions: ['start-sync'] };
}

function notConfirmed(live: LibraryFacts, version: string, looks: Looks): Explanation {
  const about = { code: 'notConfirmed', version, ...looks } as const;
  const { connection, poll } = live;
  const serviceAskedAgain = (atMs: number): Explanation['next'] => ({ code: 'serviceAskedAgain', atMs });
  switch (live.freshness) {
    case 'refused':
      return {
        reason: { ...about, because: 'refused', error: connection.error },
        next: { code: 'afterYou' },
        actions: toSignIn(connection.error),
      };
    case 'offline':
      return {
        reason: { ...about, because: 'offline', error: connection.error },
        next: serviceAskedAgain(connection.nextTryMs),
        actions: ['try-now'],
      };
    case 'notAskedLately':
      return {
        reason: { ...about, because: 'notAskedLately', error: poll.error },
        next: serviceAskedAgain(poll.dueMs),
        actions: ['try-now'],
      };
    case 'notScannedLately':
      return {
        reason: { ...about, because: 'notScannedLately' },
        next: { code: 'folderLookedAtAgain', atMs: live.nextScanMs },
        actions: ['look-again'],
      };
    case 'fresh':
    case 'paused':
    case 'notComparedYet':
      return {
        reason: { ...about, because: 'notComparedYet', error: poll.error },
        next: poll.error ? serviceAskedAgain(poll.dueMs) : { code: 'whenCompared' },
        actions: [],
      };
  }
}

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
  const looks = { scannedAtMs: isUnseen ? undefined : scannedAtMs, confirmedAtMs };
  const because = unconfirmedBecause(live, cutOff?.error);
  if (because) {
    const { error, ...then } = live ? unconfirmedWhileRunning(live, because) : unconfirmedAtRest(cutOff?.error);
    return { reason: { code: 'notConfirmed', version, because, error, ...looks }, ...then, sinceMs: confirmedAtMs };
  }
  const sinceMs = synced?.agreedMs;
  const newerDraft = verdict.kind === 'asFollowed' && verdict.newer ? formatVersion(verdict.newer) : undefined;
  const next = { code: 'checkedAgain', atMs: live?.poll.dueMs } as const;
  if (isRelease(verdict.version))
    return { reason: { code: 'upToDate', version, newerDraft, ...looks }, sinceMs, next, actions: [] };
  const actions: ExplanationAction[] = row.isPublishable ? ['publish'] : [];
  const lostMajor = lostMajorOf(verdict);
  if (lostMajor === undefined)
    return { reason: { code: 'draft', version, newerDraft, ...looks }, sinceMs, next, actions };
  const lost = formatVersion({ major: lostMajor, minor: 0 });
  return { reason: { code: 'releaseLost', version, lost }, sinceMs, next: { code: 'afterYou' }, actions };
}

/**
 * Why nobody knows whether what was found equal in a library still is; `undefined` where it was compared lately.
 * @param cutOff what stopped the last run, where nothing runs
 */
export function unconfirmedBecause(live: LibraryFacts | undefined, cutOff: ErrorRecord | undefined): Doubt | undefined {
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

/** Without a service that is said of the file itself. */
type Doubt = Exclude<UnconfirmedBecause, 'notConnected'>;

/** What hinders that a file is confirmed, what comes next, and what a person can do. */
interface Unconfirmed extends Pick<Explanation, 'next' | 'actions'> {
  readonly error?: ErrorRecord | undefined;
}

function unconfirmedAtRest(cutOff: ErrorRecord | undefined): Unconfirmed {
  const next = { code: 'whenRunning' } as const;
  return isRefusal(cutOff)
    ? { error: cutOff, next, actions: [...toSignIn(cutOff), 'start-sync'] }
    : { next, actions: ['start-sync'] };
}

function unconfirmedWhileRunning({ connection, poll, ...live }: LibraryFacts, because: Doubt): Unconfirmed {
  const { error } = connection;
  const askedAgain = (atMs: number): Explanation['next'] => ({ code: 'serviceAskedAgain', atMs });
  switch (because) {
    case 'refused':
      return { error, next: { code: 'afterYou' }, actions: toSignIn(error) };
    case 'offline':
      return { error, next: askedAgain(connection.nextTryMs), actions: ['try-now'] };
    case 'notAskedLately':
      return { error: poll.error, next: askedAgain(poll.dueMs), actions: ['try-now'] };
    case 'notScannedLately':
      return { next: { code: 'folderLookedAtAgain', atMs: live.nextScanMs }, actions: ['look-again'] };
    case 'notComparedYet':
    case 'notRunning': {
      const next = poll.error ? askedAgain(poll.dueMs) : ({ code: 'whenCompared' } as const);
      return { error: poll.error, next, actions: [] };
    }
  }
}

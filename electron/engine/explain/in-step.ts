import { formatVersion, isRelease } from '../../../shared/model/version.ts';
import type { Explanation, UnconfirmedBecause } from '../../../shared/rpc/explanation.ts';
import type { VerdictOf } from '../judge/verdict.ts';
import type { LibraryFacts } from '../library/library-facts.ts';
import { isBelow } from '../tree/folder-of.ts';
import { toSignIn } from './actions.ts';
import type { FileFacts } from './file-facts.ts';

/** The bytes are those both sides agreed on; whether that may still be called in step depends on the last looks. */
export function inStep(
  { live: library, file, synced, scannedAtMs, confirmedAtMs }: FileFacts,
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
    return isRelease(verdict.version)
      ? { reason: { code: 'upToDate', version, newerDraft, ...looks }, sinceMs, next, actions: [] }
      : { reason: { code: 'draft', version, newerDraft, ...looks }, sinceMs, next, actions: ['publish'] };
  }
  return { ...notConfirmed(live, version, looks), sinceMs: confirmedAtMs };
}

/** Why nobody knows whether what was found equal in a library still is; `undefined` where it was compared lately. */
export function unconfirmedBecause(live: LibraryFacts | undefined): UnconfirmedBecause | undefined {
  switch (live?.freshness) {
    case undefined:
      return 'notRunning';
    case 'fresh':
      return undefined;
    // It is compared again from the start once it goes on.
    case 'paused':
      return 'notComparedYet';
    default:
      return live?.freshness;
  }
}

function notConfirmed(
  live: LibraryFacts | undefined,
  version: string,
  looks: { readonly scannedAtMs?: number | undefined; readonly confirmedAtMs?: number | undefined },
): Explanation {
  const about = { code: 'notConfirmed', version, ...looks } as const;
  if (!live) {
    return { reason: { ...about, because: 'notRunning' }, next: { code: 'whenRunning' }, actions: ['start-sync'] };
  }
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

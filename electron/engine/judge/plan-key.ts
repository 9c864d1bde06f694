import type { Sha256 } from '../../../shared/model/sha256.ts';
import { compareVersions, type Version } from '../../../shared/model/version.ts';
import type { ConflictEntry, KeyView, LocalEntry, RemoteEntry, SyncedEntry } from '../tree/entries.ts';
import { hasOtherHistory, isMadeAnew } from './other-history.ts';
import { planWithoutLocal, restoredVersion } from './plan-without-local.ts';
import { followedVersion, uploadHeldBecause, type HeldBackBecause, type PlanPolicy } from './policy.ts';

/** What has to be done for one content key so that library and service agree. */
export type Step =
  | { readonly kind: 'nothing' }
  /** Several files claim the key: none is sent until a person picks one. */
  | { readonly kind: 'holdRivals' }
  /** A recorded conflict waits for a person. */
  | { readonly kind: 'holdConflict' }
  /** The library's settings keep this from being done. `version` is the one that would be fetched. */
  | HeldBack
  /** Both sides have the same bytes: only the agreement is written. */
  | { readonly kind: 'adopt'; readonly path: string; readonly version: Version; readonly sha256: Sha256 }
  /** The file stands at another path now. */
  | { readonly kind: 'relink'; readonly path: string }
  /** `base` is the newest version the local bytes were made from; absent when there was none. */
  | { readonly kind: 'upload'; readonly path: string; readonly sha256: Sha256; readonly base?: Version }
  /**
   * `replaces` is the file that the new version takes the place of, with the bytes it must still have then; `at` is
   * where a file that was gone is wanted back.
   */
  | { readonly kind: 'download'; readonly version: Version; readonly replaces?: LocalEntry; readonly at?: string }
  /** Both sides changed, or the service does not say what its bytes are: theirs is fetched and compared. */
  | { readonly kind: 'diverged'; readonly local: LocalEntry; readonly theirs: Version }
  /** The file was here and is gone; the service keeps it and so does nobody delete anything. */
  | { readonly kind: 'removedHere' }
  /** As `removedHere`, and a person said that it is meant so. */
  | { readonly kind: 'removalConfirmed' };

export interface HeldBack {
  readonly kind: 'heldBack';
  readonly would: 'upload' | 'download';
  readonly because: HeldBackBecause;
  readonly version?: Version;
}

/**
 * Decides about one content key. Pure: the same view and policy give the same step, and carrying the step out makes the
 * next plan of that key `nothing` or one of the holds. In every policy a divergence is recorded and nothing overwritten.
 */
export function planKey(view: KeyView, policy: PlanPolicy): Step {
  const { remote, synced, conflict, sent } = view;
  const [local, rival] = view.locals;
  if (rival) return { kind: 'holdRivals' };
  if (!local) return planWithoutLocal(view, policy);
  if (!remote) return send(local, undefined, view, policy);
  if (remote.sha256 === local.sha256) return agree(local, remote, synced);
  // What a person asked for goes before everything else.
  if (view.takesTheirs) return { kind: 'download', version: restoredVersion(remote, synced, policy), replaces: local };

  // Our own upload whose answer was lost: what stands here was made from it.
  if (remote.sha256 !== undefined && sent?.has(remote.sha256)) return send(local, remote.version, view, policy);
  if (!synced || hasOtherHistory(remote, synced)) return diverge(local, remote, conflict);
  const order = compareVersions(remote.version, synced.version);
  const localChanged = synced.sha256 !== local.sha256;
  // A service that went back behind what it confirmed (a restored backup) has lost our bytes: it gets them again.
  if (order < 0) {
    // Whether it went back only to where it has the same bytes is seen by looking: they make no second version.
    const isToBeLookedAt = remote.sha256 === undefined && !localChanged;
    if (isToBeLookedAt || view.fetchedElsewhere) return diverge(local, remote, conflict);
    return send(local, remote.version, view, policy);
  }
  if (!localChanged) return order === 0 ? agree(local, remote, synced) : replace(local, remote, synced, policy);
  // The service went on without changing the bytes we both know (a release): ours is still made from its newest.
  const remoteBytesKnown = order === 0 || remote.sha256 === synced.sha256;
  // What another service has was not made from this one's newest: nobody chose that it takes its place.
  if (remoteBytesKnown && !view.fetchedElsewhere) return send(local, remote.version, view, policy);
  return diverge(local, remote, conflict);
}

/** Each version of theirs is fetched and compared once. */
function diverge(local: LocalEntry, remote: RemoteEntry, conflict: ConflictEntry | undefined): Step {
  const isFetched = conflict && compareVersions(conflict.theirVersion, remote.version) === 0;
  if (isFetched && !isMadeAnew(conflict, remote)) return { kind: 'holdConflict' };
  return { kind: 'diverged', local, theirs: remote.version };
}

function send(local: LocalEntry, base: Version | undefined, view: KeyView, policy: PlanPolicy): Step {
  const because = uploadHeldBecause(local.sha256, view, policy);
  if (because) return { kind: 'heldBack', would: 'upload', because };
  return { kind: 'upload', path: local.path, sha256: local.sha256, ...(base ? { base } : {}) };
}

/** The service has something newer than a file that is as both sides agreed. */
function replace(local: LocalEntry, remote: RemoteEntry, synced: SyncedEntry, policy: PlanPolicy): Step {
  const version = followedVersion(remote.version, policy);
  const isWanted = version !== undefined && compareVersions(version, synced.version) > 0;
  if (isWanted && policy.direction !== 'upOnly') return { kind: 'download', version, replaces: local };
  if (synced.path !== local.path) return { kind: 'relink', path: local.path };
  if (isWanted) return { kind: 'heldBack', would: 'download', because: 'direction', version };
  return { kind: 'heldBack', would: 'download', because: 'follow', version: remote.version };
}

function agree({ path, sha256 }: LocalEntry, remote: RemoteEntry, synced: SyncedEntry | undefined): Step {
  if (!synced || synced.sha256 !== sha256 || compareVersions(remote.version, synced.version) !== 0) {
    return { kind: 'adopt', path, version: remote.version, sha256 };
  }
  return synced.path === path ? { kind: 'nothing' } : { kind: 'relink', path };
}

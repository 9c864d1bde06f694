import { compareVersions, type Version } from '../../../shared/model/version.ts';
import type { KeyView, RemoteEntry, SyncedEntry } from '../tree/entries.ts';
import type { Step } from './plan-key.ts';
import { followedVersion, type PlanPolicy } from './policy.ts';

/** Decides about a key of which the library has no file. */
export function planWithoutLocal(view: KeyView, policy: PlanPolicy): Step {
  const { remote, synced, sent, placeIgnored, restoreAt, belonging = 'here', isWanted = false } = view;
  // That the service has it, or may have it, is known because it was here.
  const wasHere = synced !== undefined || (sent !== undefined && sent.size > 0);
  if (!remote) return wasHere && !placeIgnored ? planRemoved(view, policy) : { kind: 'nothing' };
  if (placeIgnored) return { kind: 'heldBack', would: 'download', because: 'ignored', version: remote.version };
  // What a person asked for goes before the direction of the library.
  if (restoreAt !== undefined) {
    return { kind: 'download', version: restoredVersion(remote, synced, policy), at: restoreAt };
  }
  if (wasHere) return planRemoved(view, policy);
  if (belonging !== 'here') return { kind: 'heldBack', would: 'download', because: belonging, version: remote.version };
  const version = followedVersion(remote.version, policy);
  if (!version) return { kind: 'heldBack', would: 'download', because: 'follow', version: remote.version };
  if (policy.direction === 'upOnly' && !isWanted)
    return { kind: 'heldBack', would: 'download', because: 'direction', version };
  return { kind: 'download', version };
}

function planRemoved({ remote, removal, hasOtherKey }: KeyView, policy: PlanPolicy): Step {
  // It is not gone: its versions end here, and go on under the key it has now.
  if (hasOtherKey) return { kind: 'nothing' };
  const newest = remote && followedVersion(remote.version, policy);
  const isNews = newest !== undefined && removal !== undefined && compareVersions(newest, removal.version) > 0;
  return removal?.answer === 'confirmed' && !isNews ? { kind: 'removalConfirmed' } : { kind: 'removedHere' };
}

/** The newest version the library follows, or the one it had where that is newer and still there. */
export function restoredVersion(remote: RemoteEntry, synced: SyncedEntry | undefined, policy: PlanPolicy): Version {
  const followed = followedVersion(remote.version, policy);
  if (!synced) return followed ?? remote.version;
  if (followed && compareVersions(followed, synced.version) >= 0) return followed;
  return compareVersions(synced.version, remote.version) <= 0 ? synced.version : remote.version;
}

import type { Sha256 } from '../../../shared/model/sha256.ts';
import { compareVersions, type Version } from '../../../shared/model/version.ts';
import type { ConflictEntry, KeyView, LocalEntry, RemoteEntry, SyncedEntry } from '../tree/entries.ts';
import { hasOtherHistory } from './other-history.ts';

/** What has to be done for one content key so that library and service agree. */
export type Step =
  | { readonly kind: 'nothing' }
  /** Several files claim the key: none is sent until a person picks one. */
  | { readonly kind: 'holdRivals' }
  /** A recorded conflict waits for a person. */
  | { readonly kind: 'holdConflict' }
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
  | { readonly kind: 'removedHere' };

/**
 * Decides about one content key. Pure: the same view gives the same step, and carrying the step out makes the next
 * plan of that key `nothing` or one of the holds.
 */
export function planKey({ locals, remote, synced, conflict, sent, restoreAt }: KeyView): Step {
  const [local, rival] = locals;
  if (rival) return { kind: 'holdRivals' };
  if (!local && restoreAt !== undefined && remote) return { kind: 'download', version: remote.version, at: restoreAt };
  if (!local) return planWithoutLocal(remote, synced !== undefined || (sent !== undefined && sent.size > 0));
  if (!remote) return { kind: 'upload', path: local.path, sha256: local.sha256 };
  if (remote.sha256 === local.sha256) return agree(local, remote, synced, local.sha256);

  // Our own upload whose answer was lost: what stands here was made from it.
  if (remote.sha256 !== undefined && sent?.has(remote.sha256)) {
    return { kind: 'upload', path: local.path, sha256: local.sha256, base: remote.version };
  }
  if (synced && hasOtherHistory(remote, synced)) return diverge(local, remote, conflict);
  const remoteChanged = !synced || compareVersions(remote.version, synced.version) !== 0;
  const localChanged = synced?.sha256 !== local.sha256;
  // A service that went back behind what it confirmed (a restored backup) has lost our bytes: it gets them again.
  if (synced && compareVersions(remote.version, synced.version) < 0) {
    return { kind: 'upload', path: local.path, sha256: local.sha256, base: remote.version };
  }
  if (!remoteChanged && !localChanged) return agree(local, remote, synced, local.sha256);
  if (!localChanged) return { kind: 'download', version: remote.version, replaces: local };
  // The service went on without changing the bytes we both know (a release): ours is still made from its newest.
  const remoteBytesKnown = !remoteChanged || (synced !== undefined && remote.sha256 === synced.sha256);
  if (remoteBytesKnown) return { kind: 'upload', path: local.path, sha256: local.sha256, base: remote.version };
  return diverge(local, remote, conflict);
}

/** Each version of theirs is fetched and compared once. */
function diverge(local: LocalEntry, remote: RemoteEntry, conflict: ConflictEntry | undefined): Step {
  if (conflict && compareVersions(conflict.theirVersion, remote.version) === 0) return { kind: 'holdConflict' };
  return { kind: 'diverged', local, theirs: remote.version };
}

/** @param wasHere whether the library had a file of the key that the service has, or may have */
function planWithoutLocal(remote: RemoteEntry | undefined, wasHere: boolean): Step {
  if (wasHere) return { kind: 'removedHere' };
  return remote ? { kind: 'download', version: remote.version } : { kind: 'nothing' };
}

function agree(local: LocalEntry, remote: RemoteEntry, synced: SyncedEntry | undefined, sha256: Sha256): Step {
  if (!synced || synced.sha256 !== sha256 || compareVersions(remote.version, synced.version) !== 0) {
    return { kind: 'adopt', path: local.path, version: remote.version, sha256 };
  }
  return synced.path === local.path ? { kind: 'nothing' } : { kind: 'relink', path: local.path };
}

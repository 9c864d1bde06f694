import type { Sha256 } from '../../../shared/model/sha256.ts';
import { compareVersions } from '../../../shared/model/version.ts';
import type { ConflictEntry, RemoteEntry, SyncedEntry } from '../tree/entries.ts';

/**
 * Whether the service no longer has what both sides agreed on (it was brought back to an earlier state) and somebody
 * went on from there: its newest version is then one that nobody here has seen, whatever its number says.
 */
export function hasOtherHistory(remote: RemoteEntry, synced: SyncedEntry): boolean {
  if (remote.sha256 === synced.sha256) return false;
  const order = compareVersions(remote.version, synced.version);
  if (order === 0) return remote.sha256 !== undefined || isDatedOtherwise(remote.changedMs, synced.changedMs);
  return order < 0 && !(remote.changedMs !== undefined && isBefore(remote.changedMs, synced.changedMs));
}

/** Whether the service lost the version that is kept beside, and has another one under its number now. */
export function isMadeAnew({ theirVersion, theirChangedMs }: ConflictEntry, remote: RemoteEntry): boolean {
  return compareVersions(theirVersion, remote.version) === 0 && isDatedOtherwise(remote.changedMs, theirChangedMs);
}

/** Whether the service is known to have lost the version that is kept beside: it went back behind it, or made it anew. */
export function isLost(
  conflict: ConflictEntry & { readonly sha256: Sha256 },
  remote: RemoteEntry | undefined,
): boolean {
  const ahead = remote ? compareVersions(remote.version, conflict.theirVersion) : -1;
  if (!remote || ahead !== 0) return ahead < 0;
  return isMadeAnew(conflict, remote) || (remote.sha256 ?? conflict.sha256) !== conflict.sha256;
}

/**
 * A version is made once: under the same number it has the same date. Where one is not known (0), nothing is said; and
 * an answer may leave out the fraction of a second that another one gives.
 */
export function isDatedOtherwise(remoteMs: number | undefined, agreedMs: number | undefined): boolean {
  if (!remoteMs || !agreedMs) return false;
  const unitMs = remoteMs % 1_000 === 0 || agreedMs % 1_000 === 0 ? 1_000 : 1;
  return Math.floor(remoteMs / unitMs) !== Math.floor(agreedMs / unitMs);
}

/** Whether the date of a version is known to be still the same. */
export function isDatedAlike(remoteMs: number | undefined, agreedMs: number | undefined): boolean {
  return Boolean(remoteMs && agreedMs) && !isDatedOtherwise(remoteMs, agreedMs);
}

/** Dates of one service, so by one clock. */
function isBefore(remoteMs: number, agreedMs: number | undefined): boolean {
  return agreedMs !== undefined && remoteMs < agreedMs;
}

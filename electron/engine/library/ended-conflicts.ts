import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import { compareVersions } from '../../../shared/model/version.ts';
import { isLost } from '../judge/other-history.ts';
import type { Conflict } from '../state/conflicts.ts';
import type { EndedConflict } from '../state/ended-conflicts.ts';
import type { ServiceTrees } from '../state/service-trees.ts';
import type { KeptCopies, LibraryRecords, ServiceSide } from '../state/library-state.ts';

/** Whether an answer is the last thing that happened to a key: what followed it cannot be undone with it. */
export function isUndoable(trees: ServiceTrees, key: ContentKeyText, { theirs, endedMs }: EndedConflict): boolean {
  const synced = trees.synced(key);
  const isLast = synced?.agreedMs === endedMs && compareVersions(synced.version, theirs.version) === 0;
  return isLast && synced.sha256 === theirs.sha256 && trees.conflict(key) === undefined;
}

/**
 * Forgets answers that something followed, and has the copies of the service's versions cleared away that were kept for
 * them.
 */
export function closeEnded(context: LibraryRecords & ServiceSide & KeptCopies): void {
  const trees = context.trees();
  if (!trees) return;
  for (const key of trees.endedConflicts()) {
    const ended = trees.endedConflict(key);
    if (!ended || isUndoable(trees, key, ended)) continue;
    context.transaction(() => forgetEnded(context, trees, key, ended));
  }
}

/** To be called in a transaction. */
export function forgetEnded(
  context: KeptCopies,
  trees: ServiceTrees,
  key: ContentKeyText,
  { theirs }: EndedConflict,
): void {
  const { version: theirVersion, changedMs: theirChangedMs, keptAt, sha256 } = theirs;
  trees.forgetEnded(key);
  if (trees.conflict(key)?.keptAt === keptAt) return;
  releaseTheirs(context, trees, key, { theirVersion, theirChangedMs, keptAt, sha256 });
}

/**
 * Nobody needs the copy of the service's version any more that was kept for a conflict. Where the service has lost that
 * version, the copy may be the only one: without its hash it is not removed but goes to the backup folder.
 */
export function releaseTheirs(context: KeptCopies, trees: ServiceTrees, key: ContentKeyText, conflict: Conflict): void {
  const { keptAt, sha256 } = conflict;
  context.unneeded.note({ keptAt, key, sha256: isLost(conflict, trees.remote(key)) ? undefined : sha256 });
}

import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import { compareVersions } from '../../../shared/model/version.ts';
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
 * Forgets answers that something followed, and has the copies of the service's versions removed that were kept for them.
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
  { theirs: { keptAt, sha256 } }: EndedConflict,
): void {
  trees.forgetEnded(key);
  if (trees.conflict(key)?.keptAt !== keptAt) context.unneeded.note({ keptAt, key, sha256 });
}

import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Step } from '../judge/plan-key.ts';
import type { LibraryRecords } from '../state/library-state.ts';
import type { KeyView } from '../tree/entries.ts';

/** Forgets files of a key that are gone, where its step says that they are missed no more. @returns where they were */
export function forgetGoneAfter(context: LibraryRecords, view: KeyView, step: Step, isBlocked: boolean): string[] {
  // Nobody knows yet whether a file elsewhere is the one that is gone.
  if (isBlocked) return [];
  if (step.kind === 'removedHere') return forgetOthersGone(context, view);
  return step.kind === 'nothing' ? forgetGone(context, view.key) : forgetMovedFrom(context, view);
}

/** Of several files of a key that are all gone, one is missed: the one that both sides knew. */
function forgetOthersGone({ files }: LibraryRecords, { key, synced }: KeyView): string[] {
  const gone = files.gonePaths(key);
  const others = synced && gone.includes(synced.path) ? gone.filter((path) => path !== synced.path) : [];
  for (const path of others) files.forget(path);
  return others;
}

/** A file that stands elsewhere now is not gone from where it was. @returns where that was */
export function forgetMovedFrom(context: LibraryRecords, { key, locals }: KeyView): string[] {
  return locals.length > 0 ? forgetGone(context, key) : [];
}

function forgetGone({ files }: LibraryRecords, key: ContentKeyText): string[] {
  const gone = files.gonePaths(key);
  for (const path of gone) files.forget(path);
  return gone;
}

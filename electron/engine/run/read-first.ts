import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import { planKey, type Step } from '../plan/plan-key.ts';
import { claimOfKey, type Claim } from '../tree/claim.ts';
import type { SyncedEntry } from '../tree/entries.ts';
import type { LibraryContext } from './library-context.ts';

/** Paths of files that were not read yet, by what they may turn out to be. */
export type UnreadClaims = ReadonlyMap<Claim, string>;

/**
 * The file that has to be read before a step may be taken, because it may be of the same key; `undefined` where none is.
 * What would be fetched as a new file may be there already. What stands elsewhere than the file both sides know, and is
 * not its bytes, may have been made beside it: it would be sent as the successor of a version it was not made from.
 */
export function readFirst(
  claims: () => UnreadClaims,
  key: ContentKeyText,
  step: Step,
  synced: SyncedEntry | undefined,
): string | undefined {
  const isNewDownload = step.kind === 'download' && !step.replaces;
  const isSentFromElsewhere = step.kind === 'upload' && synced !== undefined && synced.path !== step.path;
  const claim = isNewDownload || isSentFromElsewhere ? claimOfKey(key) : undefined;
  return claim && claims().get(claim);
}

/** The same for a key as it stands now. */
export function readFirstOf(context: LibraryContext, key: ContentKeyText): string | undefined {
  const view = context.view(key);
  if (typeof view === 'string') return undefined;
  return readFirst(context.unreadClaims, key, planKey(view, context.settings()), view.synced);
}

import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import { planKey, type Step } from '../plan/plan-key.ts';
import type { UnreadClaims } from '../state/unread-claims.ts';
import { claimOfKey } from '../tree/claim.ts';
import type { KeyView, SyncedEntry } from '../tree/entries.ts';
import type { LibraryContext } from './library-context.ts';

/** What is to be done for a key, and what it was decided on. */
export interface Decision {
  readonly view: KeyView;
  readonly step: Step;
  /** Whether the step has to wait until more files were read: one of them may be of the same key. */
  readonly isBlocked: boolean;
}

/** The step of a key as everything stands now; or why it is too early to say, see `LibraryContext.view`. */
export function decide(
  context: LibraryContext,
  key: ContentKeyText,
  claims: () => UnreadClaims = context.unreadClaims,
): Decision | 'unsettled' | 'mayReturn' {
  const view = context.view(key);
  if (typeof view === 'string') return view;
  const step = planKey(view, context.settings());
  return { view, step, isBlocked: mayBeAnothers(step, view.synced) && isAmong(claims(), key) };
}

/**
 * Whether an unread file of the same key would make a step wrong. What would be fetched as a new file may be there
 * already. What stands elsewhere than the file both sides know, and is not its bytes, may have been made beside it: it
 * would be sent as the successor of a version it was not made from.
 */
function mayBeAnothers(step: Step, synced: SyncedEntry | undefined): boolean {
  if (step.kind === 'download') return !step.replaces;
  // Of an own upload whose answer was lost nobody knows where its file stood.
  return step.kind === 'upload' && (synced ? synced.path !== step.path : step.base !== undefined);
}

function isAmong(claims: UnreadClaims, key: ContentKeyText): boolean {
  const claim = claims.size === 0 ? undefined : claimOfKey(key);
  return claim !== undefined && claims.has(claim);
}

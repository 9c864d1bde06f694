import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import { planKey, type Step } from '../judge/plan-key.ts';
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
export function decide(context: LibraryContext, key: ContentKeyText): Decision | 'unsettled' | 'mayReturn' {
  const view = context.view(key);
  if (typeof view === 'string') return view;
  const step = planKey(view, context.settings());
  const isBlocked = mayBeAnothers(step, view.synced) && context.unreadRival(key) !== undefined;
  return { view, step, isBlocked };
}

/**
 * Whether an unread file of the same key would make a step wrong. What would be fetched as a new file may be there
 * already. What would be sent and is not the file that both sides know may be one of several, of which a person picks
 * one; standing elsewhere, it would be sent as the successor of a version it was not made from.
 */
function mayBeAnothers(step: Step, synced: SyncedEntry | undefined): boolean {
  if (step.kind === 'download') return !step.replaces;
  return step.kind === 'upload' && synced?.path !== step.path;
}

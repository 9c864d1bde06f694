import { planKey } from '../plan/plan-key.ts';
import { sameIntent } from '../queue/intent.ts';
import type { QueueEntry } from '../queue/queue-entry.ts';
import type { LibraryContext } from './library-context.ts';
import { readFirst } from './read-first.ts';
import { intentOf } from './step-taker.ts';

/** After most uploads both sides agree and nothing is left to plan. */
export function isSettledBy(context: LibraryContext, { key, intent }: QueueEntry): boolean {
  if (intent.operation !== 'upload') return false;
  const view = context.view(key);
  return typeof view !== 'string' && planKey(view, context.settings()).kind === 'nothing';
}

/** What the trees say now has to be what the entry was made for; what a person asked for always is. */
export function isStillWanted(context: LibraryContext, entry: QueueEntry): boolean {
  if (entry.intent.operation === 'release') return true;
  const view = context.view(entry.key);
  if (typeof view === 'string') return false;
  const step = planKey(view, context.settings());
  const wanted = intentOf(step);
  if (wanted === undefined || !sameIntent(wanted, entry.intent)) return false;
  return readFirst(context.unreadClaims, entry.key, step, view.synced) === undefined;
}

import { planKey } from '../plan/plan-key.ts';
import { sameIntent, type Intent } from '../queue/intent.ts';
import type { QueueEntry } from '../queue/queue-entry.ts';
import type { LibraryContext } from './library-context.ts';
import { intentOf, isAmong } from './step-taker.ts';

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
  const wanted: Intent | undefined = typeof view === 'string' ? undefined : intentOf(planKey(view, context.settings()));
  if (wanted?.operation === 'download' && !wanted.replaces && isAmong(context.unreadClaims(), entry.key)) return false;
  return wanted !== undefined && sameIntent(wanted, entry.intent);
}

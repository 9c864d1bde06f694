import { sameIntent } from '../queue/intent.ts';
import type { QueueEntry } from '../queue/queue-entry.ts';
import { decide } from './decide.ts';
import type { LibraryContext } from './library-context.ts';
import { intentOf } from './step-taker.ts';

/** After most uploads both sides agree and nothing is left to plan. */
export function isSettledBy(context: LibraryContext, { key, intent }: QueueEntry): boolean {
  if (intent.operation !== 'upload') return false;
  const decided = decide(context, key);
  return typeof decided !== 'string' && decided.step.kind === 'nothing';
}

/** What the trees say now has to be what the entry was made for; what a person asked for always is. */
export function isStillWanted(context: LibraryContext, entry: QueueEntry): boolean {
  if (entry.intent.operation === 'release') return true;
  const decided = decide(context, entry.key);
  if (typeof decided === 'string' || decided.isBlocked) return false;
  const wanted = intentOf(decided.step);
  return wanted !== undefined && sameIntent(wanted, entry.intent);
}

/** Whether what a release is about is still to be sent: it waits for that, whatever that waits for. */
export function isStillToBeSent(context: LibraryContext, { key, intent }: QueueEntry): boolean {
  const wanted = intent.operation === 'release' ? intent.sha256 : undefined;
  const trees = context.trees();
  if (wanted !== undefined && [trees?.remote(key), trees?.synced(key)].some((known) => known?.sha256 === wanted))
    return false;
  const decided = decide(context, key);
  if (typeof decided === 'string') return wanted !== undefined;
  return decided.step.kind === 'upload' || (wanted !== undefined && decided.step.kind === 'holdRivals');
}

import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import { planKey, type Step } from '../judge/plan-key.ts';
import type { LocalFile } from '../state/local-file.ts';
import type { LocalEntry, SyncedEntry } from '../tree/entries.ts';
import { agreedFor, comesUnasked, viewOfKey, type SeenKey, type ViewGround } from './key-view.ts';

/** Why it is too early to judge a key: a file is not read (reading it plans the key again), or was there just now. */
export type TooEarly = 'unsettled' | 'mayReturn';

/** What is to be done for a key, and what it was decided on. */
export interface KeyPlan {
  readonly view: SeenKey;
  readonly step: Step;
}

export interface Decision extends KeyPlan {
  /** Whether the step has to wait until more files were read: one of them may be of the same key. */
  readonly isBlocked: boolean;
}

/** What is to be done for the keys of one library, as everything is now. */
export interface Planning {
  /** Everything the planner looks at for a key. */
  view(key: ContentKeyText): SeenKey | TooEarly;
  /** What that comes to. @param files those of the key, where they were read already */
  plan(key: ContentKeyText, files?: readonly LocalFile[]): KeyPlan | TooEarly;
  /** The same, and whether it may be done; not to be asked within a transaction that reads files. */
  decide(key: ContentKeyText): Decision | TooEarly;
  /** Whether the library fetches the file of a key by itself, without anybody who wants it there. */
  comesUnasked(key: ContentKeyText): boolean;
  /**
   * What was agreed on for a key, as far as this file of it may have been made from that: what was agreed on of a file
   * that is ignored by now, or too new to be sent, says nothing of another one, as it is still there.
   */
  agreedFor(key: ContentKeyText, local: LocalEntry | undefined): SyncedEntry | undefined;
  /** A file that was not read yet and may be of this key, besides the one at a path. */
  unreadRival(key: ContentKeyText, besides?: string): string | undefined;
}

/** @param unreadRival see `Planning` */
export function createPlanning(ground: ViewGround, unreadRival: Planning['unreadRival']): Planning {
  const plan = (key: ContentKeyText, files?: readonly LocalFile[]): KeyPlan | TooEarly => {
    const seen = viewOfKey(ground, key, files);
    return typeof seen === 'string' ? seen : { view: seen, step: planKey(seen, ground.settings()) };
  };
  return {
    view: (key) => viewOfKey(ground, key),
    plan,
    decide: (key) => decide(plan(key), unreadRival),
    comesUnasked: (key) => comesUnasked(ground, key),
    agreedFor: (key, local) => agreedFor(ground, key, local),
    unreadRival,
  };
}

/** Whether a step may be done now. */
function decide(plan: KeyPlan | TooEarly, unreadRival: Planning['unreadRival']): Decision | TooEarly {
  if (typeof plan === 'string') return plan;
  const { view, step } = plan;
  return { view, step, isBlocked: mayBeAnothers(step, view.synced) && unreadRival(view.key) !== undefined };
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

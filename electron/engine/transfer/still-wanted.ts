import { AppError } from '../../../shared/errors/app-error.ts';
import type { SeenKey } from '../library/key-view.ts';
import type { Links } from '../library/links-file.ts';
import { intentOf, sameIntent, type UploadIntent } from '../queue/intent.ts';
import type { QueueEntry } from '../queue/queue-entry.ts';
import type { KeyView, LocalEntry } from '../tree/entries.ts';
import type { LibraryRecords, ServiceSide } from '../state/library-state.ts';
import type { LocalFile } from '../state/local-file.ts';
import type { LocalFiles } from '../state/local-files.ts';
import type { KeyPlan, Planning, TooEarly } from '../library/planning.ts';
import { claimOfFile, isMissingProgram } from '../tree/assign-key.ts';

/** Whether a transfer has its key looked at once more, although both sides agree after it. */
export function isToBeLookedAtAgain(context: ServiceSide, { key, intent }: QueueEntry): boolean {
  // What was replaced is watched from then on.
  if (intent.operation === 'download' && intent.replaces) return true;
  // The copy that was kept as long as the end of a conflict could be undone goes in the next turn.
  return Boolean(context.trees()?.endedConflict(key));
}

/**
 * What the trees say now has to be what a transfer was made for.
 * @returns what they say; `undefined` where that is something else
 */
export function stillWanted(
  context: Pick<Planning, 'decide'>,
  { key, intent }: Pick<QueueEntry, 'key' | 'intent'>,
): SeenKey | undefined {
  const decided = context.decide(key);
  const isWanted = typeof decided !== 'string' && !decided.isBlocked && comesTo(decided, intent);
  return isWanted ? decided.view : undefined;
}

/**
 * Whether bytes that were sent may become a version: what is planned for them is what it was, as if their file still
 * held them. It may be saved over by now, or gone: what was sent was a state of it all the same. But while they were
 * sent a person may have given it another class, moved it, or taken back that it goes out, and others may have made a
 * version.
 */
export function mayBecomeVersion(
  context: Pick<LibraryRecords, 'files' | 'library'> & Pick<Links, 'links'> & Pick<Planning, 'plan'>,
  { key }: Pick<QueueEntry, 'key'>,
  intent: UploadIntent,
): boolean {
  const { files, library } = context;
  const { path, sha256 } = intent;
  const file = files.get(path);
  if (!file || claimOfFile(path, context.links().get(path), library) !== key) return false;
  const asSent = { ...file, sha256, settled: true, goneSinceMs: undefined, problem: undefined };
  const others = files.ofKey(key).filter((other) => other.path !== path);
  return !isMoved(files, file) && comesTo(context.plan(key, [asSent, ...others]), intent);
}

function comesTo(plan: KeyPlan | TooEarly, intent: QueueEntry['intent']): boolean {
  const wanted = typeof plan === 'string' ? undefined : intentOf(plan.step);
  return wanted !== undefined && sameIntent(wanted, intent);
}

/**
 * Whether what a release is about is still to be sent: then it waits for that, whatever that waits for; in a conflict it
 * may be chosen.
 * @throws AppError `several-files` when a person has to pick first, `other-class-now` when they gave the file another class
 */
export function isStillToBeSent(
  context: LibraryRecords & ServiceSide & Planning,
  { key, intent }: QueueEntry,
): boolean {
  // Whether it was made already is for the service to say.
  if (intent.operation !== 'release' || intent.sentFromMajor !== undefined) return false;
  const { sha256 } = intent;
  const trees = context.trees();
  const decided = context.decide(key);
  if (typeof decided !== 'string' && isGivenAway(context, decided.view)) throw new AppError('other-class-now');
  const isKnown = [trees?.remote(key), trees?.synced(key)].some((known) => known && known.sha256 === sha256);
  if (!trees || (sha256 !== undefined && isKnown)) return false;
  if (typeof decided === 'string') {
    const before = context.files.hashesBefore(key);
    // What newer bytes followed on the service comes only if it is what stands here.
    const mayCome = sha256 !== undefined && trees.earlierVersion(key, sha256) === undefined;
    return before.length > 0 && (mayCome || before.some((hash) => hash !== undefined && hash === sha256));
  }
  const { view, step } = decided;
  const isWanted = (local: Pick<LocalEntry, 'sha256'>): boolean => sha256 === undefined || local.sha256 === sha256;
  if (step.kind === 'holdRivals' && view.locals.some(isWanted)) throw new AppError('several-files');
  if (step.kind === 'holdConflict') return view.locals.some(isWanted);
  return (step.kind === 'upload' && isWanted(step)) || (step.kind === 'diverged' && isWanted(step.local));
}

/** Whether no file is of a key any more because a person gave the one which was another class, or moved it there. */
function isGivenAway({ files }: LibraryRecords, { locals, hasOtherKey, synced }: KeyView): boolean {
  if (locals.length > 0) return false;
  const file = synced && files.get(synced.path);
  // Nobody decided that: its program saved it so that the library cannot send it any more.
  const isByProgram = isMissingProgram(file?.missing);
  return (file !== undefined && isMoved(files, file)) || (hasOtherKey === true && !isByProgram);
}

/** Whether a file that is gone stands at another path by now. */
function isMoved(files: LocalFiles, { goneSinceMs, inode }: LocalFile): boolean {
  return goneSinceMs !== undefined && files.withInode([inode]).length > 0;
}

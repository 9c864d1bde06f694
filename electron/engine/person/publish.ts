import { AppError } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Database } from '../ports.ts';
import type { Queue } from '../queue/queue.ts';
import { isRelease } from '../../../shared/model/version.ts';
import type { LibraryKeeper } from '../cycle/resting-libraries.ts';
import type { StepTaker } from '../cycle/step-taker.ts';

/** A key to publish, in the library that holds it. */
export interface WantedRelease {
  readonly keeper: Pick<LibraryKeeper, 'context' | 'planSoon'>;
  readonly key: ContentKeyText;
}

interface PublishParts {
  readonly database: Database;
  readonly queue: Queue;
  readonly steps: StepTaker;
  /** Whether the trees of a library are true. */
  readonly isReady: (libraryId: string) => boolean;
}

/**
 * Queues a release of each key, of the bytes that stand in its library now, sent or not. What the library holds back
 * until then is queued before its release. A release that needs a person, or that is of other bytes and was not sent, is
 * replaced; others that are queued already stay, and go before it.
 * @returns how many were queued
 * @throws AppError where none was: `library-only-receives`, `several-files`, `file-changed-meanwhile` for files that are
 * being saved: nobody means what was read of them before, what is the matter with one that cannot be read or is empty,
 * `not-connected` while no service is set up
 */
export function publish(
  { database, queue, steps, isReady }: PublishParts,
  wanted: readonly WantedRelease[],
  comment: string,
): number {
  const queued: WantedRelease[] = [];
  const refusals: AppError[] = [];
  database.transaction(() => {
    for (const one of wanted) {
      const refusal = refusalOf(one);
      if (refusal) refusals.push(refusal);
      else if (putRelease(queue, one, comment)) queued.push(one);
    }
  });
  for (const { keeper, key } of queued) {
    const { context } = keeper;
    if (context.settings().upload === 'automatic') continue;
    // At once, so that the draft goes before its release; and again where it cannot go yet.
    if (isReady(context.library.libraryId)) steps.take(context, [key]);
    keeper.planSoon([key]);
  }
  const [refusal] = refusals;
  if (queued.length === 0 && refusal) throw refusal;
  return queued.length;
}

/** Nobody can ask for bytes that are not known yet: what came to be released then might be somebody else's draft. */
function refusalOf({ keeper: { context }, key }: WantedRelease): AppError | undefined {
  // What is asked of a service is asked of no other one.
  if (!context.trees()) return new AppError('not-connected');
  if (context.settings().direction === 'downOnly') return new AppError('library-only-receives');
  const { unsettled, settled } = context.files.claimants(key, Infinity);
  if (settled.length > 1) return new AppError('several-files');
  if (unsettled) {
    // What cannot be read, or holds nothing, is not being saved.
    const odd = context.files.ofKey(key).find(({ problem, goneSinceMs }) => problem && goneSinceMs === undefined);
    if (odd?.problem) return new AppError(odd.problem.code, { detail: `It is ${odd.path}.` });
    return new AppError('file-changed-meanwhile', { detail: 'It is being saved. Publish it in a moment.' });
  }
  const synced = context.trees()?.synced(key);
  return synced && isRelease(synced.version) && settled.every(({ sha256 }) => sha256 === synced.sha256)
    ? new AppError('nothing-to-release')
    : undefined;
}

function putRelease(queue: Queue, { keeper: { context }, key }: WantedRelease, comment: string): boolean {
  const { libraryId } = context.library;
  const [file] = context.files.claimants(key, Infinity).settled;
  const trees = context.trees();
  const sha256 = file?.sha256 ?? trees?.synced(key)?.sha256 ?? trees?.remote(key)?.sha256;
  // While the file is missing for a moment nobody knows what it will be: what was asked for before stands.
  const outdated = queue.outdatedRelease(libraryId, key, file?.sha256);
  if (outdated) queue.finish(outdated.entryId);
  const asked = queue.publishing(libraryId, key);
  if (asked.has('any') || (sha256 && asked.has(sha256)) || (!file && asked.size > 0)) return false;
  queue.putRelease(libraryId, key, { operation: 'release', comment, ...(sha256 ? { sha256 } : {}) });
  return true;
}

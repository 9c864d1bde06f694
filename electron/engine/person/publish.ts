import { AppError, type ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import type { PublishAnswer } from '../../../shared/rpc/release-records.ts';
import type { Database } from '../ports.ts';
import type { Queue } from '../queue/queue.ts';
import { isRelease } from '../../../shared/model/version.ts';
import type { LibraryKeeper } from '../cycle/resting-libraries.ts';
import type { Runners } from '../cycle/runners.ts';
import type { StepTaker } from '../cycle/step-taker.ts';

/** A key to publish, in the library that holds it. */
export interface WantedRelease {
  /** The key or the id by which it was asked for. */
  readonly named: string;
  /** What was proved to stand there when it was asked for; `undefined` where no file did. */
  readonly sha256: Sha256 | undefined;
  readonly keeper: Pick<LibraryKeeper, 'context' | 'judgement' | 'planSoon'>;
  readonly key: ContentKeyText;
}

interface PublishParts {
  readonly database: Database;
  readonly queue: Queue;
  readonly steps: StepTaker;
  readonly runners: Pick<Runners, 'get'>;
}

/**
 * Queues a release of each key, of the bytes that were proved to stand in its library, sent or not. What the library
 * holds back until then is queued before its release. A release that needs a person, or that is of other bytes and was not
 * sent, is replaced; others that are queued already stay, and go before it.
 *
 * Refused is each for itself: `library-only-receives`, `several-files`, `nothing-to-release`, `file-changed-meanwhile` where
 * it was saved since it was proved or is being saved, what is the matter with one that cannot be read or is empty,
 * `not-connected` while no service is set up.
 */
export function publish(
  { database, queue, steps, runners }: PublishParts,
  wanted: readonly WantedRelease[],
  comment: string,
): PublishAnswer {
  const queued = new Map<number, WantedRelease>();
  const refused: { named: string; error: ErrorRecord }[] = [];
  database.transaction(() => {
    for (const one of wanted) {
      const refusal = refusalOf(one);
      const entryId = refusal ? undefined : putRelease(queue, one, comment);
      if (refusal) refused.push({ named: one.named, error: refusal.toRecord() });
      else if (entryId !== undefined) queued.set(entryId, one);
    }
  });
  for (const { keeper, key } of queued.values()) {
    const { context } = keeper;
    if (context.settings().upload === 'automatic') continue;
    // At once, so that the draft goes before its release; and again where it cannot go yet.
    if (runners.get(context.library.libraryId)?.isReady()) steps.take(keeper, [key]);
    keeper.planSoon([key]);
  }
  return { queued: [...queued.keys()], already: wanted.length - queued.size - refused.length, refused };
}

/** Nobody can ask for bytes that are not known yet: what came to be released then might be somebody else's draft. */
function refusalOf({ keeper: { context }, key, sha256 }: WantedRelease): AppError | undefined {
  // What is asked of a service is asked of no other one.
  const trees = context.trees();
  if (!trees) return new AppError('not-connected');
  if (context.settings().direction === 'downOnly') return new AppError('library-only-receives');
  const { unsettled, settled } = context.files.claimants(key, Infinity);
  if (settled.length > 1) return new AppError('several-files');
  if (unsettled) {
    // What cannot be read, or holds nothing, is not being saved.
    const odd = context.files.ofKey(key).find(({ problem, goneSinceMs }) => problem && goneSinceMs === undefined);
    if (odd?.problem) return new AppError(odd.problem.code, { detail: `It is the file ${odd.path}.` });
    return new AppError('file-changed-meanwhile', { detail: 'It is being saved. Publish it in a moment.' });
  }
  if (settled[0]?.sha256 !== sha256)
    return new AppError('file-changed-meanwhile', { detail: 'It was saved after this was asked for.' });
  const synced = trees.synced(key);
  if (!sha256 && !synced) return new AppError('file-changed-meanwhile', { detail: 'Nothing of it was read yet.' });
  return synced && isRelease(synced.version) && (!sha256 || sha256 === synced.sha256)
    ? new AppError('nothing-to-release')
    : undefined;
}

/** @returns its id; `undefined` where it is queued already */
function putRelease(queue: Queue, wanted: WantedRelease, comment: string): number | undefined {
  const { key, sha256: standing } = wanted;
  const { context } = wanted.keeper;
  const { libraryId } = context.library;
  const sha256 = standing ?? context.trees()?.synced(key)?.sha256;
  // While the file is missing for a moment nobody knows what it will be: what was asked for before stands.
  const outdated = queue.outdatedRelease(libraryId, key, standing);
  if (outdated) queue.finish(outdated.entryId);
  const asked = queue.publishing(libraryId, key);
  if (asked.has('any') || (sha256 && asked.has(sha256)) || (!standing && asked.size > 0)) return undefined;
  return queue.putRelease(libraryId, key, { operation: 'release', comment, ...(sha256 ? { sha256 } : {}) });
}

import { AppError } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Database } from '../ports.ts';
import type { Queue } from '../queue/queue.ts';
import type { LibraryRunner } from '../cycle/library-runner.ts';
import type { StepTaker } from '../cycle/step-taker.ts';

/**
 * Queues a release of each key in the library that holds it. What a library holds back until then is queued before its
 * release. A release that needs a person, or that is of other bytes and was not sent, is replaced;
 * others that are queued already stay.
 * @returns how many were queued
 * @throws AppError where none was: `library-only-receives`, `several-files`, `file-changed-meanwhile` for files that are being saved
 */
export function publish(
  {
    database,
    queue,
    steps,
    runnerHolding,
  }: {
    readonly database: Database;
    readonly queue: Queue;
    readonly steps: StepTaker;
    readonly runnerHolding: (key: ContentKeyText) => LibraryRunner | undefined;
  },
  keys: readonly ContentKeyText[],
  comment: string,
): number {
  const queued: { readonly runner: LibraryRunner; readonly key: ContentKeyText }[] = [];
  const refusals: AppError[] = [];
  database.transaction(() => {
    for (const key of keys) {
      const runner = runnerHolding(key);
      if (!runner) continue;
      const refusal = refusalOf(runner, key);
      if (refusal) refusals.push(refusal);
      else if (putRelease(queue, runner, key, comment)) queued.push({ runner, key });
    }
  });
  for (const { runner, key } of queued) {
    const { context } = runner;
    if (context.settings().upload === 'automatic') continue;
    // At once, so that the draft goes before its release; and again where it cannot go yet.
    if (runner.isReady()) steps.take(context, [key]);
    runner.planSoon([key]);
  }
  const [refusal] = refusals;
  if (queued.length === 0 && refusal) throw refusal;
  return queued.length;
}

/** Nobody can ask for bytes that are not known yet: what came to be released then might be somebody else's draft. */
function refusalOf({ context }: LibraryRunner, key: ContentKeyText): AppError | undefined {
  const { direction, upload } = context.settings();
  if (direction === 'downOnly') return new AppError('library-only-receives');
  const { unsettled, settled } = context.files.claimants(key, Infinity);
  if (settled.length > 1) return new AppError('several-files');
  const isKnown = settled.length > 0 || context.trees()?.synced(key) !== undefined;
  if (unsettled && (upload === 'onPublish' || !isKnown)) {
    return new AppError('file-changed-meanwhile', { detail: 'It is being saved. Publish it in a moment.' });
  }
  return undefined;
}

function putRelease(queue: Queue, { context }: LibraryRunner, key: ContentKeyText, comment: string): boolean {
  const { libraryId } = context.library;
  const [file] = context.files.claimants(key, Infinity).settled;
  const trees = context.trees();
  const sha256 = file?.sha256 ?? trees?.synced(key)?.sha256 ?? trees?.remote(key)?.sha256;
  // While the file is saved nobody knows what it will be: what was asked for before stands.
  const outdated = queue.outdatedRelease(libraryId, key, trees?.serviceId, file?.sha256);
  if (outdated) queue.finish(outdated.entryId);
  if (queue.hasRelease(libraryId, key)) return false;
  queue.putRelease(libraryId, key, { operation: 'release', comment, ...(sha256 ? { sha256 } : {}) });
  return true;
}

import { AppError } from '../../../shared/errors/app-error.ts';
import { releaseDraft } from './release.ts';
import type { ReleaseIntent, ReleaseProgress } from '../queue/intent.ts';
import { unknownDate } from '../state/remote-tree.ts';
import type { Outcome, RunningEntry } from './running-entry.ts';
import { treesOf, type ServiceSide } from '../state/library-state.ts';

/** What is said after the service's own list showed that no earlier try had made a release. */
const sawNone: ReadonlySet<string> = new Set(['newer-draft-on-service', 'nothing-to-release']);

/** Releases a draft, or finds that an earlier try did. */
export async function runRelease(task: RunningEntry<ServiceSide>, intent: ReleaseIntent): Promise<void> {
  const { context, entry, queue } = task;
  const trees = treesOf(context);
  const noteProgress = ({ sentFromMajor, acceptedMs }: ReleaseProgress): void =>
    queue.setIntent(entry.entryId, { ...intent, sentFromMajor, acceptedMs });
  const { version, sha256, changedMs, isOthers } = await releaseDraft({
    service: task.service,
    key: task.key,
    intent,
    known: [trees.remote(entry.key), trees.synced(entry.key)].filter((item) => item !== undefined),
    signal: task.signal,
    now: () => task.ports.clock.now(),
    onProgress: noteProgress,
  }).catch((error: unknown) => {
    // So that a later release is not taken for this one, and this one can be taken back.
    if (error instanceof AppError && sawNone.has(error.code)) noteProgress({});
    throw error;
  });
  const path = trees.synced(entry.key)?.path;
  const outcome: Outcome = isOthers
    ? { kind: 'quiet', path }
    : { kind: 'released', path, version, comment: intent.comment };
  await task.conclude(outcome, () => {
    const remote = trees.remote(entry.key);
    if (remote) trees.noteRemote(entry.key, { ...remote, version, sha256, changedMs: changedMs ?? unknownDate });
    trees.noteConfirmed(entry.key, sha256, task.ports.clock.now());
  });
}

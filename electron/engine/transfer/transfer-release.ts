import { AppError } from '../../../shared/errors/app-error.ts';
import { releaseDraft } from './release.ts';
import type { ReleaseIntent } from '../queue/intent.ts';
import { unknownDate } from '../state/remote-tree.ts';
import { treesOf, type RunningEntry } from './running-entry.ts';

/** What is said after the service's own list showed that no earlier try had made a release. */
const sawNone: ReadonlySet<string> = new Set(['newer-draft-on-service', 'nothing-to-release']);

/** Releases a draft, or finds that an earlier try did. */
export async function runRelease(task: RunningEntry, intent: ReleaseIntent): Promise<void> {
  const { context, entry, queue } = task;
  const trees = treesOf(context);
  const sentTo = task.ports.connection.current()?.serviceId;
  const sentHere = intent.sentTo === undefined || intent.sentTo === sentTo;
  const { version, sha256, changedMs } = await releaseDraft({
    service: task.service,
    key: task.key,
    intent: sentHere ? intent : { ...intent, sentFromMajor: undefined },
    known: [trees.remote(entry.key), trees.synced(entry.key)].filter((item) => item !== undefined),
    signal: task.signal,
    onSending: (fromMajor) => queue.setIntent(entry.entryId, { ...intent, sentFromMajor: fromMajor, sentTo }),
  }).catch((error: unknown) => {
    // A clear no: nothing was released, so a later release is not taken for this one and it can be taken back.
    // Another service than the one it was sent to cannot say so.
    const tried = queue.get(entry.entryId)?.intent;
    const wasSentElsewhere = tried?.operation === 'release' && tried.sentTo !== undefined && tried.sentTo !== sentTo;
    if (
      !wasSentElsewhere &&
      error instanceof AppError &&
      !error.retryable &&
      (error.receivedStatus !== undefined || sawNone.has(error.code))
    ) {
      queue.setIntent(entry.entryId, { ...intent, sentFromMajor: undefined, sentTo: undefined });
    }
    throw error;
  });
  const path = trees.synced(entry.key)?.path;
  await task.conclude({ kind: 'released', path, version, comment: intent.comment }, () => {
    const remote = trees.remote(entry.key);
    if (remote) trees.noteRemote(entry.key, { ...remote, version, sha256, changedMs: changedMs ?? unknownDate });
  });
}

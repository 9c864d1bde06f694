import { AppError } from '../../../shared/errors/app-error.ts';
import { releaseDraft } from './release.ts';
import type { ReleaseIntent } from '../queue/intent.ts';
import type { Outcome, RunningEntry } from './running-entry.ts';
import { treesOf, type ServiceSide } from '../state/library-state.ts';

/** What is said after the service's own list showed that no earlier try had made a release. */
const sawNone: ReadonlySet<string> = new Set(['newer-draft-on-service', 'nothing-to-release']);

/** So long the service may take to list a release that it took. */
const listedWithinMs = 3_600_000;

/** So long a release whose answer was lost is only looked for: it may have been made, and the service's list lag behind. */
const unsureForMs = 30_000;
const firstLookMs = 1_000;

/** Releases a draft, or finds that an earlier try did. */
export async function runRelease(task: RunningEntry<ServiceSide>, intent: ReleaseIntent): Promise<void> {
  const { context, entry, queue } = task;
  const trees = treesOf(context);
  const { clock } = task.ports;
  const note = (sentFromMajor?: number, acceptedMs?: number): void => {
    const sentMs = sentFromMajor === undefined ? undefined : clock.now();
    queue.setIntent(entry.entryId, { ...intent, sentFromMajor, sentMs, acceptedMs });
  };
  const { version, sha256, changedMs, isOthers } = await releaseDraft({
    service: task.service,
    key: task.key,
    intent,
    known: [trees.remote(entry.key), trees.synced(entry.key)].filter((item) => item !== undefined),
    signal: task.signal,
    lookAgainMs: lookAgainMs(intent, clock.now()),
    onSending: (fromMajor) => note(fromMajor),
    onTurnedAway: () => queue.setIntent(entry.entryId, intent),
    onAccepted: (fromMajor) => note(fromMajor, clock.now()),
  }).catch((error: unknown) => {
    // So that a later release is not taken for this one, and this one can be taken back.
    if (error instanceof AppError && sawNone.has(error.code)) note();
    // It would be made twice if it were sent again: for a while it is looked for, and then a person is asked.
    const sinceMs = Math.abs(clock.now() - (intent.acceptedMs ?? clock.now()));
    if (error instanceof AppError && error.code === 'release-not-listed' && sinceMs < listedWithinMs)
      throw new AppError('answer-incomplete', { detail: error.message, cause: error });
    throw error;
  });
  const path = trees.synced(entry.key)?.path;
  const outcome: Outcome = isOthers
    ? { kind: 'quiet', path }
    : { kind: 'released', path, version, comment: intent.comment };
  await task.conclude(outcome, () => {
    const remote = trees.remote(entry.key);
    // Of bytes that nobody vouches for the length is not known either.
    const sizeBytes = sha256 === undefined ? undefined : remote?.sizeBytes;
    const released = { version, sha256, sizeBytes, changedMs };
    if (remote) trees.noteRemote(entry.key, { ...remote, ...released });
    trees.noteConfirmed(entry.key, sha256, clock.now());
  });
}

/** When to look again for a release whose answer was lost: soon at first. `undefined` where it is to be sent again. */
function lookAgainMs({ sentMs = -Infinity }: ReleaseIntent, nowMs: number): number | undefined {
  const sinceMs = Math.abs(nowMs - sentMs);
  return sinceMs < unsureForMs ? Math.min(Math.max(sinceMs, firstLookMs), unsureForMs - sinceMs) : undefined;
}

import type { CallPriority, RemoteCaller } from '../../../shared/api/caller.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { turnedAway } from '../../../shared/errors/turned-away.ts';
import type { ContentKey } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { compareVersions, isRelease } from '../../../shared/model/version.ts';
import { isDatedOtherwise } from '../judge/other-history.ts';
import type { ReleaseIntent } from '../queue/intent.ts';
import { inputOfVersion } from '../remote/inputs.ts';
import { listVersionsOf, type ListedVersion } from '../remote/remote-items.ts';
import { releaseMade } from '../remote/version-made.ts';
import { unknownDate } from '../state/remote-tree.ts';
import type { RemoteEntry } from '../tree/entries.ts';

interface ReleaseTask {
  readonly service: RemoteCaller;
  readonly key: ContentKey;
  readonly intent: ReleaseIntent;
  readonly signal: AbortSignal;
  /** Without, `publish`. */
  readonly priority?: CallPriority;
  /** What was learned of the service's newest version, for a service that does not tell its hashes. */
  readonly known: readonly RemoteEntry[];
  /**
   * In how many milliseconds to look again for an earlier try that was sent so lately that the service's list may not tell
   * of its release yet.
   */
  readonly lookAgainMs?: number | undefined;
  /**
   * Called just before the release is sent, and once its answer is lost; what it stores lets that be recognised. Called with
   * `undefined` where the service refused it, so that nothing was released.
   */
  readonly onSending: (fromMajor: number | undefined) => void;
  /** Called when the service did not look at what was asked of it: what was known before is all that is known. */
  readonly onTurnedAway: () => void;
  /** Called when the service took it; what it stores keeps it from being sent again. */
  readonly onAccepted: (fromMajor: number) => void;
}

interface MadeRelease extends ListedVersion {
  /** Whether somebody else had released just these bytes. */
  readonly isOthers?: boolean;
}

/**
 * Releases the newest draft of a key (operation 21), once: an earlier try whose answer was lost is recognised by the
 * major version having grown since, and one that the service took is only looked for, because its list may lag behind. So
 * is one whose answer was lost, for a while.
 * Where a person asked to publish certain bytes, only a draft that is proved to hold them is released.
 * @returns the version of the release, its bytes where they are known, and when the service says that it was made
 * @throws AppError `nothing-to-release`, `newer-draft-on-service`, `release-not-listed` where the service took it,
 * `release-unsure` where it may have, or what the service answers
 */
export async function releaseDraft(task: ReleaseTask): Promise<MadeRelease> {
  const { service, key, intent, known, signal, priority = 'publish', onSending, onAccepted } = task;
  const options = { signal, priority };
  const versions = await listVersionsOf(service, key, options);
  const [newest] = versions;
  if (newest && intent.sentFromMajor !== undefined && newest.version.major > intent.sentFromMajor) {
    const version = { major: intent.sentFromMajor + 1, minor: 0 };
    const earlier = versions.find((listed) => compareVersions(listed.version, version) === 0);
    return unlessOthers(earlier ?? { version, changedMs: unknownDate }, intent.sha256);
  }
  if (intent.acceptedMs !== undefined) throw new AppError('release-not-listed');
  if (intent.sentFromMajor !== undefined && task.lookAgainMs !== undefined)
    throw new AppError('release-unsure', { retryAfterMs: task.lookAgainMs });
  if (!newest) throw new AppError('nothing-to-release', { detail: 'The service does not know this file.' });
  const draft = newest.version;
  const sha256 = newest.sha256 ?? learnedHash(newest, known);
  if (isRelease(draft)) {
    if (sha256 === undefined || sha256 !== intent.sha256) throw new AppError('nothing-to-release');
    return { ...newest, isOthers: true, sha256 };
  }
  if (intent.sha256 !== undefined && sha256 !== intent.sha256) {
    throw new AppError('newer-draft-on-service');
  }
  // It may have been taken back while the service was asked.
  signal.throwIfAborted();
  onSending(draft.major);
  const input = { ...inputOfVersion(key, draft), body: { comments: intent.comment } };
  const answered = await service.call('release', input, options).catch((error: unknown) => {
    if (wasTaken(error)) onAccepted(draft.major);
    else if (isUnread(error)) task.onTurnedAway();
    else onSending(isRefused(error) ? undefined : draft.major);
    throw error;
  });
  onAccepted(draft.major);
  const { made } = await releaseMade(service, key, { draft, answered, options });
  return unlessOthers({ ...made, sha256: made.sha256 ?? sha256 }, sha256);
}

/** Whether the service did not look at what was asked of it; without a license code it is not even sent. */
function isUnread(error: unknown): boolean {
  return error instanceof AppError && (turnedAway.has(error.code) || error.code === 'license-code-missing');
}

/** Whether the service says that it did not do what was asked of it, and would not. */
function isRefused(error: unknown): boolean {
  return error instanceof AppError && !error.retryable && error.receivedStatus !== undefined;
}

/** Whether the service did what was asked of it, although its answer cannot be read. A page to sign in is another's answer. */
function wasTaken(error: unknown): boolean {
  if (!(error instanceof AppError) || error.code === 'network-sign-in-needed') return false;
  const { receivedStatus = 0 } = error;
  return receivedStatus >= 200 && receivedStatus < 300;
}

/**
 * The release that came of a try, where it is not of other bytes than were wanted: then somebody else was quicker, and ours
 * never arrived.
 * @throws AppError `newer-draft-on-service`
 */
function unlessOthers(made: ListedVersion, wanted: Sha256 | undefined): MadeRelease {
  if (wanted === undefined || (made.sha256 ?? wanted) === wanted) return made;
  throw new AppError('newer-draft-on-service');
}

/** A service that was brought back to an earlier state may have made other bytes under the same number. */
function learnedHash(newest: ListedVersion, known: readonly RemoteEntry[]): Sha256 | undefined {
  const isSame = ({ version, changedMs }: RemoteEntry): boolean =>
    compareVersions(version, newest.version) === 0 && !isDatedOtherwise(newest.changedMs, changedMs);
  return known.find((item) => item.sha256 !== undefined && isSame(item))?.sha256;
}

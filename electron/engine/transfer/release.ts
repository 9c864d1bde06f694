import type { CallPriority, RemoteCaller } from '../../../shared/api/caller.ts';
import type { CadContentVersion } from '../../../shared/api/schemas/cad-metadata.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { ContentKey } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { compareVersions, isRelease, type Version } from '../../../shared/model/version.ts';
import { isDatedOtherwise } from '../judge/other-history.ts';
import type { ReleaseIntent } from '../queue/intent.ts';
import { inputOf, inputOfVersion } from '../remote/inputs.ts';
import { dateOf, sha256In, versionsIn } from '../remote/remote-items.ts';
import { releaseMade } from '../remote/version-made.ts';
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
   * Called just before the release is sent; what it stores lets a lost answer be recognised. Called with `undefined` where
   * the service refused it, so that nothing was released.
   */
  readonly onSending: (fromMajor: number | undefined) => void;
  /** Called when the service took it; what it stores keeps it from being sent again. */
  readonly onAccepted: (fromMajor: number) => void;
}

interface MadeRelease {
  /** Whether somebody else had released just these bytes. */
  readonly isOthers?: boolean;
  readonly version: Version;
  readonly sha256: Sha256 | undefined;
  readonly changedMs: number | undefined;
}

/**
 * Releases the newest draft of a key (operation 21), once: an earlier try whose answer was lost is recognised by the
 * major version having grown since, and one that the service took is only looked for, because its list may lag behind.
 * Where a person asked to publish certain bytes, only a draft that is proved to hold them is released.
 * @returns the version of the release, its bytes where they are known, and when the service says that it was made
 * @throws AppError `nothing-to-release`, `newer-draft-on-service`, `release-not-listed` where the service took it, or what
 * the service answers
 */
export async function releaseDraft(task: ReleaseTask): Promise<MadeRelease> {
  const { service, key, intent, known, signal, priority = 'publish', onSending, onAccepted } = task;
  const options = { signal, priority };
  const listed = await service.call('listVersions', inputOf(key), options);
  const versions = versionsIn(listed.versions, key);
  const newest = versions.at(-1);
  if (newest && intent.sentFromMajor !== undefined && newest.major > intent.sentFromMajor)
    return madeBefore(versions, intent.sentFromMajor, intent.sha256);
  if (intent.acceptedMs !== undefined) throw new AppError('release-not-listed');
  if (!newest) throw new AppError('nothing-to-release', { detail: 'The service does not know this file.' });
  const sha256 = sha256In(newest.sha256) ?? learnedHash(newest, known);
  if (isRelease(newest)) {
    if (sha256 === undefined || sha256 !== intent.sha256) throw new AppError('nothing-to-release');
    return { isOthers: true, version: newest, sha256, changedMs: dateOf(newest) };
  }
  if (intent.sha256 !== undefined && sha256 !== intent.sha256) {
    throw new AppError('newer-draft-on-service');
  }
  // It may have been taken back while the service was asked.
  signal.throwIfAborted();
  onSending(newest.major);
  const input = { ...inputOfVersion(key, newest), body: { comments: intent.comment } };
  const answered = await service.call('release', input, options).catch((error: unknown) => {
    if (wasTaken(error)) onAccepted(newest.major);
    else if (error instanceof AppError && !error.retryable && error.receivedStatus !== undefined) onSending(undefined);
    throw error;
  });
  onAccepted(newest.major);
  const { made } = await releaseMade(service, key, { draft: newest, answered, options });
  const release = madeOf(made, sha256);
  return { ...release, sha256: release.sha256 ?? sha256 };
}

/** Whether the service did what was asked of it, although its answer cannot be read. A page to sign in is another's answer. */
function wasTaken(error: unknown): boolean {
  if (!(error instanceof AppError) || error.code === 'network-sign-in-needed') return false;
  const { receivedStatus = 0 } = error;
  return receivedStatus >= 200 && receivedStatus < 300;
}

/** What came of an earlier try. @throws AppError `newer-draft-on-service` */
function madeBefore(
  versions: readonly CadContentVersion[],
  sentFromMajor: number,
  wanted: Sha256 | undefined,
): MadeRelease {
  const version = { major: sentFromMajor + 1, minor: 0 };
  return madeOf(versions.find((other) => compareVersions(other, version) === 0) ?? version, wanted);
}

/** @param wanted the bytes that were to be released */
function madeOf({ major, minor, ...made }: CadContentVersion, wanted: Sha256 | undefined): MadeRelease {
  const sha256 = sha256In(made.sha256);
  // Somebody else was quicker, and ours never arrived.
  if (wanted !== undefined && sha256 !== undefined && sha256 !== wanted) throw new AppError('newer-draft-on-service');
  return { version: { major, minor }, sha256, changedMs: dateOf(made) };
}

/** A service that was brought back to an earlier state may have made other bytes under the same number. */
function learnedHash(newest: CadContentVersion, known: readonly RemoteEntry[]): Sha256 | undefined {
  const isSame = ({ version, changedMs }: RemoteEntry): boolean =>
    compareVersions(version, newest) === 0 && !isDatedOtherwise(dateOf(newest), changedMs);
  return known.find((item) => item.sha256 !== undefined && isSame(item))?.sha256;
}

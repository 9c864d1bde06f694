import type { CallOptions, RemoteCaller } from '../../../shared/api/caller.ts';
import { versionOf } from '../../../shared/api/content-key-of.ts';
import type { CadContentVersions, CadMetadata } from '../../../shared/api/schemas/cad-metadata.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { ErrorCode } from '../../../shared/errors/catalogue.ts';
import type { ContentKey } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { compareVersions, isRelease, versionSince, type Version } from '../../../shared/model/version.ts';
import { unknownDate } from '../state/remote-tree.ts';
import { dateOf, listVersionsOf, sha256In, versionsIn, type ListedVersion } from './remote-items.ts';

/** What was sent to become a version: its bytes, and the version that it follows; `undefined` for the first. */
interface SentVersion {
  readonly sha256?: Sha256 | undefined;
  readonly after: Version | undefined;
}

/**
 * The version that a stored record became: as the answer says, else the one that the service lists since.
 * @param stored what the service answered
 * @throws AppError `answer-incomplete` where it cannot be told, also because the list is refused
 */
export async function versionMade(
  service: RemoteCaller,
  key: ContentKey,
  {
    stored,
    sent,
    signal,
  }: { readonly stored: readonly CadMetadata[]; readonly sent: SentVersion; readonly signal: AbortSignal },
): Promise<ListedVersion> {
  const [made] = stored;
  const version = made && versionOf(made);
  if (version) return { version, sha256: sha256In(made.sha256), changedMs: dateOf(made) ?? unknownDate };
  const versions = await listedSince(listVersionsOf(service, key, { signal, priority: 'upload' }), 'answer-incomplete');
  const found = versionSince(versions, sent);
  if (found) return found;
  throw new AppError('answer-incomplete', { detail: 'The service does not tell which version the file became.' });
}

/** The answer to the release of a draft. */
interface ReleaseAnswer {
  readonly draft: Version;
  readonly answered: CadContentVersions;
  readonly options: CallOptions;
}

/**
 * The release that a draft became: as the answer says, which may be empty, else as the service lists it since.
 * @returns also whether newer versions follow it already
 * @throws AppError `release-not-listed` where the service lists none, or refuses to list
 */
export async function releaseMade(
  service: RemoteCaller,
  key: ContentKey,
  { draft, answered, options }: ReleaseAnswer,
): Promise<{ readonly made: ListedVersion; readonly isFollowed: boolean }> {
  const releaseIn = (versions: readonly ListedVersion[]) => {
    const since = versions.filter(({ version }) => compareVersions(version, draft) > 0);
    const made = since.findLast(({ version }) => isRelease(version));
    return made && { made, isFollowed: since[0] !== made };
  };
  const release =
    releaseIn(versionsIn(answered, key)) ??
    releaseIn(await listedSince(listVersionsOf(service, key, options), 'release-not-listed'));
  if (release) return release;
  throw new AppError('release-not-listed');
}

/** What is listed after the service took something: that it refuses to list is not its word on what it took. */
function listedSince<T>(listed: Promise<T>, code: ErrorCode): Promise<T> {
  return listed.catch((cause: unknown) => {
    if (!(cause instanceof AppError) || cause.retryable || cause.receivedStatus === undefined) throw cause;
    throw new AppError(code, { detail: 'The service refuses to list versions of the file.', cause });
  });
}

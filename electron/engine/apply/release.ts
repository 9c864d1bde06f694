import type { ServiceCaller } from '../../../shared/api/caller.ts';
import type { CadContentVersion } from '../../../shared/api/schemas/cad-metadata.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { ContentKey } from '../../../shared/model/content-key.ts';
import { compareVersions, isRelease, nextRelease, type Version } from '../../../shared/model/version.ts';
import type { ReleaseIntent } from '../queue/intent.ts';

export interface ReleaseTask {
  readonly service: ServiceCaller;
  readonly key: ContentKey;
  readonly intent: ReleaseIntent;
  readonly signal: AbortSignal;
  /** Called just before the release is sent; what it stores lets a lost answer be recognised. */
  readonly onSending: (fromMajor: number) => void;
}

/**
 * Releases the newest draft of a key (operation 21), once: an earlier try whose answer was lost is recognised by the
 * major version having grown since.
 * @returns the version of the release
 * @throws AppError `nothing-to-release`, `newer-draft-on-service`, or what the service answers
 */
export async function releaseDraft({ service, key, intent, signal, onSending }: ReleaseTask): Promise<Version> {
  const { type, languageCode, ...cadKey } = key;
  const params = { ...cadKey, type };
  const language = { languageCode: languageCode ?? '' };
  const options = { signal, priority: 'person' } as const;
  const { versions } = await service.call('listVersions', { params, query: language }, options);
  const newest = newestIn(versions);
  if (!newest) throw new AppError('nothing-to-release', { detail: 'The service does not know this file.' });
  if (intent.sentFromMajor !== undefined && newest.major > intent.sentFromMajor) {
    return { major: intent.sentFromMajor + 1, minor: 0 };
  }
  if (isRelease(newest)) throw new AppError('nothing-to-release');
  if (intent.sha256 !== undefined && newest.sha256 !== undefined && newest.sha256 !== intent.sha256) {
    throw new AppError('newer-draft-on-service');
  }
  onSending(newest.major);
  await service.call(
    'release',
    {
      params,
      query: { ...language, majorVersion: String(newest.major), minorVersion: String(newest.minor) },
      body: { comments: intent.comment },
    },
    options,
  );
  return nextRelease(newest);
}

function newestIn(versions: readonly CadContentVersion[]): CadContentVersion | undefined {
  return [...versions].sort(compareVersions).at(-1);
}

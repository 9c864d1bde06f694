import type { CadMetadata } from '../../../shared/api/schemas/cad-metadata.ts';
import type { OutgoingFile } from '../../../shared/api/caller.ts';
import { contentKeyOf, metadataIdentity } from '../../../shared/api/content-key-of.ts';
import { givenPart } from '../../../shared/api/draft-records.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { formatContentKey, type ContentKey } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { formatVersion, isRelease, type Version } from '../../../shared/model/version.ts';
import { inputOfVersion } from '../remote/inputs.ts';
import { listVersionsOf, type ListedVersion } from '../remote/remote-items.ts';
import { releaseMade, versionMade } from '../remote/version-made.ts';
import type { MoveParts, RunningHash } from './move-parts.ts';
import { fileNameOf, type HistoryToSend } from './plan-move.ts';

/**
 * Sends the missing versions of a file in their order, drafts with their records and releases with their comments. Each
 * names the version that it follows, so that nothing becomes newest over what somebody else sends meanwhile; one that
 * arrived although its answer was lost is found by the next comparison.
 * @param onSent called after each version
 * @throws AppError `bytes-differ-on-service` when the service says that it has other bytes, `base-version-outdated`, or
 * what a service answers
 */
export async function replayHistory(
  parts: MoveParts,
  { key, versions, newestThere, isInDoubt }: HistoryToSend,
  onSent: (version: ListedVersion) => void,
): Promise<void> {
  if (isInDoubt) await assertUnknown(parts, key);
  let newest = newestThere;
  for (const version of versions) {
    const record = await recordOf(parts, key, version.version);
    const sent =
      isRelease(version.version) && newest
        ? await sendRelease(parts, { key, record, newest })
        : await sendDraft(parts, { key, version, record, newest });
    expectSameBytes(sent.sha256, version);
    if (version.sha256 !== undefined) parts.hashes.note(key, sent.made, version.sha256);
    onSent(version);
    if (sent.isFollowed) throw new AppError('base-version-outdated');
    newest = sent.made;
  }
}

/**
 * Not every service looks at the version that is named as the one before: one that does not would make old bytes its newest.
 * @throws AppError `base-version-outdated` where the target has the file
 */
async function assertUnknown({ target, signal }: MoveParts, key: ContentKey): Promise<void> {
  const versions = await listVersionsOf(target, key, { signal, priority: 'upload' });
  if (versions.length > 0) throw new AppError('base-version-outdated');
}

interface VersionToSend {
  readonly key: ContentKey;
  readonly version: ListedVersion;
  readonly record: CadMetadata;
  readonly newest: Version | undefined;
}

interface SentVersion {
  /** What it became there. */
  readonly made: Version;
  /** What the target tells of its bytes. */
  readonly sha256: Sha256 | undefined;
  /** Whether somebody else went on from it already. */
  readonly isFollowed?: boolean;
}

async function recordOf({ source, signal }: MoveParts, key: ContentKey, version: Version): Promise<CadMetadata> {
  const { type: _, languageCode, ...params } = key;
  const query = {
    ...(languageCode === undefined ? {} : { languageCode }),
    majorVersion: String(version.major),
    minorVersion: String(version.minor),
  };
  const records = await source.service.call('getMetadata', { params, query }, { signal });
  const wanted = formatContentKey(key);
  const record = records.find((one) => {
    const named = contentKeyOf(one);
    return named.ok && formatContentKey(named.value) === wanted;
  });
  if (record) return record;
  throw new AppError('not-found', { detail: `There is no record of version ${formatVersion(version)}.` });
}

async function sendDraft(parts: MoveParts, draft: VersionToSend): Promise<SentVersion> {
  const { target, signal } = parts;
  const options = { signal, priority: 'upload' } as const;
  const { key, version, newest } = draft;
  const blobId = await sendBytes(parts, draft);
  const body = [
    {
      ...givenPart(draft.record),
      comments: draft.record.comments,
      ...metadataIdentity(key),
      sha256: version.sha256,
      size: version.sizeBytes,
      baseVersion: newest ? formatVersion(newest) : 'none',
    },
  ];
  const stored = await target.call('storeMetadata', { params: { blobId }, body }, options);
  const { version: made, sha256 } = await versionMade(target, key, { stored, sent: { after: newest }, signal });
  return { made, sha256 };
}

async function sendRelease(
  parts: MoveParts,
  { key, record, newest }: Pick<VersionToSend, 'key' | 'record'> & { readonly newest: Version },
): Promise<SentVersion> {
  const { target, signal } = parts;
  const body = { comments: record.comments };
  const options = { signal, priority: 'publish' } as const;
  const answered = await target.call('release', { ...inputOfVersion(key, newest), body }, options);
  const { made, isFollowed } = await releaseMade(target, key, { draft: newest, answered, options });
  return { made: made.version, sha256: made.sha256, isFollowed };
}

/** The bytes go from one service to the other as they come, and are hashed on their way. */
async function sendBytes(parts: MoveParts, { key, version, record }: VersionToSend): Promise<string> {
  const { target, newHash, signal } = parts;
  let hash = newHash();
  const sizeBytes = version.sizeBytes ?? record.size ?? 0;
  const file: OutgoingFile = {
    fileName: fileNameOf(record),
    sizeBytes,
    // Each try hashes from the start.
    open: () => withSize(hashed(parts, key, version.version, (hash = newHash())), sizeBytes),
  };
  const blobId = await target.upload('storeFile', { params: {} }, file, { signal, priority: 'upload' });
  if (hash.digest() !== version.sha256) throw new AppError('answer-incomplete');
  return blobId;
}

async function* hashed(
  { source, signal }: MoveParts,
  key: ContentKey,
  version: Version,
  hash: RunningHash,
): AsyncGenerator<Uint8Array> {
  const { bytes } = await source.service.download('getFile', inputOfVersion(key, version), { signal });
  for await (const piece of bytes) {
    hash.update(piece);
    yield piece;
  }
}

/**
 * Bytes of the source, which are as many as it said: else it is to be told of its answer, and not of a file that changes.
 * @throws AppError `answer-incomplete`
 */
async function* withSize(bytes: AsyncIterable<Uint8Array>, sizeBytes: number): AsyncGenerator<Uint8Array> {
  let count = 0;
  for await (const piece of bytes) {
    count += piece.length;
    if (count > sizeBytes) throw new AppError('answer-incomplete');
    yield piece;
  }
  if (count !== sizeBytes) throw new AppError('answer-incomplete');
}

/** @throws AppError `bytes-differ-on-service` */
function expectSameBytes(told: Sha256 | undefined, { sha256, version }: ListedVersion): void {
  if (told === undefined || told === sha256) return;
  throw new AppError('bytes-differ-on-service', { detail: `Version ${formatVersion(version)} was sent.` });
}

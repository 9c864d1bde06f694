import { formatContentKey, type ContentKey } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { formatVersion, type Version } from '../../../shared/model/version.ts';
import { inputOfVersion } from '../remote/inputs.ts';
import { listVersionsOf } from '../remote/remote-items.ts';
import type { KnownVersion } from './compare-histories.ts';
import type { MoveParts } from './move-parts.ts';

/** What versions of the target hold that one run sent or fetched: some services do not tell their hashes. */
export function createHashesThere() {
  const known = new Map<string, Sha256>();
  const idOf = (key: ContentKey, version: Version): string => `${formatContentKey(key)} ${formatVersion(version)}`;
  return {
    of: (key: ContentKey, { version, sha256 }: KnownVersion): Sha256 | undefined =>
      sha256 ?? known.get(idOf(key, version)),

    note: (key: ContentKey, version: Version, sha256: Sha256): void => void known.set(idOf(key, version), sha256),
  };
}

export type HashesThere = ReturnType<typeof createHashesThere>;

type HashingParts = Pick<MoveParts, 'target' | 'newHash' | 'hashes' | 'signal'>;

/** The hash of a version of the target. Where neither that nor this run told it, the bytes are fetched. */
export async function hashThere(
  { target, newHash, hashes, signal }: HashingParts,
  key: ContentKey,
  one: KnownVersion,
): Promise<Sha256> {
  const known = hashes.of(key, one);
  if (known !== undefined) return known;
  const options = { signal, priority: 'download' } as const;
  const { bytes } = await target.download('getFile', inputOfVersion(key, one.version), options);
  const hash = newHash();
  for await (const piece of bytes) hash.update(piece);
  const fetched = hash.digest();
  hashes.note(key, one.version, fetched);
  return fetched;
}

/** One version with its bytes for certain. */
export interface ProvenVersion extends KnownVersion {
  readonly sha256: Sha256;
}

/** All versions that the target has of a key, oldest first. */
export async function historyThere(parts: HashingParts, key: ContentKey): Promise<readonly ProvenVersion[]> {
  const { target, signal } = parts;
  const history: ProvenVersion[] = [];
  const listed = await listVersionsOf(target, key, { signal, priority: 'upload' });
  for (const one of listed.toReversed())
    history.push({ version: one.version, sha256: await hashThere(parts, key, one) });
  return history;
}

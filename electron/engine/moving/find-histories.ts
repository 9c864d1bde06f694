import type { RemoteCaller } from '../../../shared/api/caller.ts';
import { contentKeyOf, versionCriterion, versionOf } from '../../../shared/api/content-key-of.ts';
import { formatContentKey, type ContentKey, type ContentKeyText } from '../../../shared/model/content-key.ts';
import { inLists } from '../../../shared/model/in-lists.ts';
import { compareVersions } from '../../../shared/model/version.ts';
import { noneOnNotFound, sha256In } from '../remote/remote-items.ts';
import type { KnownVersion } from './compare-histories.ts';

/** One answer has all versions of so many files. */
const keysAtOnce = 500;

const allVersions = { major: -1, minor: -1 };

/**
 * The versions of many keys, oldest first, in few calls. A service may tell fewer here than when it is asked about one
 * key: what is missing here is not proven to be missing there.
 */
export async function findHistories(
  service: RemoteCaller,
  keys: readonly ContentKey[],
  signal: AbortSignal,
): Promise<ReadonlyMap<ContentKeyText, readonly KnownVersion[]>> {
  const histories = new Map<ContentKeyText, KnownVersion[]>();
  for (const some of inLists(keys, keysAtOnce)) {
    const body = some.map((key) => versionCriterion(key, allVersions));
    const asked = service.call('findMetadata', { params: {}, query: {}, body }, { signal, priority: 'upload' });
    for (const record of await noneOnNotFound(asked)) {
      const key = contentKeyOf(record);
      const version = versionOf(record);
      if (!key.ok || !version || record.attachmentName !== undefined) continue;
      const text = formatContentKey(key.value);
      const history = histories.get(text) ?? [];
      history.push({ version, sha256: sha256In(record.sha256) });
      histories.set(text, history);
    }
  }
  for (const history of histories.values()) history.sort((a, b) => compareVersions(a.version, b.version));
  return histories;
}

import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Version } from '../../../shared/model/version.ts';
import type { LocalFile } from '../state/local-file.ts';
import type { ServiceTrees } from '../state/service-trees.ts';

/**
 * The versions that the service has, or may have, of a file that has another key now, or none; `undefined` where there
 * are none.
 * @param before what was read of it when it had that key
 */
export function leftLine(
  trees: ServiceTrees | undefined,
  { key, path, sha256 }: LocalFile,
): { readonly key: ContentKeyText; readonly version: Version | undefined } | undefined {
  if (!trees || key === undefined) return undefined;
  const agreed = trees.synced(key);
  const isItsOwn = agreed ? agreed.path === path : sha256 !== undefined && trees.sent(key).has(sha256);
  return isItsOwn ? { key, version: agreed?.version } : undefined;
}

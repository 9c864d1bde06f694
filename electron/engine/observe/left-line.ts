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
  { key, path, sha256, leftKey }: LocalFile,
): { readonly key: ContentKeyText; readonly version: Version | undefined } | undefined {
  // What was gone for a moment is of the key that it had left.
  if (!trees || key === undefined || key === leftKey) return undefined;
  const agreed = trees.synced(key);
  const isItsOwn = agreed ? agreed.path === path : sha256 !== undefined && trees.sent(key).has(sha256);
  return isItsOwn ? { key, version: agreed?.version } : undefined;
}

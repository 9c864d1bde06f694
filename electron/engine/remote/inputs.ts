import type { ContentKey } from '../../../shared/model/content-key.ts';
import type { Version } from '../../../shared/model/version.ts';

/** How operations name a key; `''` for a file of no language. */
export function inputOf({ languageCode, ...params }: ContentKey) {
  return { params, query: { languageCode: languageCode ?? '' } };
}

/** How operations name a version of a key. */
export function inputOfVersion(key: ContentKey, { major, minor }: Version) {
  const { params, query } = inputOf(key);
  return { params, query: { ...query, majorVersion: String(major), minorVersion: String(minor) } };
}

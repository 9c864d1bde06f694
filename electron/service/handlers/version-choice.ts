import { AppError } from '../../../shared/errors/app-error.ts';
import type { Version } from '../../../shared/model/version.ts';
import type { History, StoredVersion, VersionRecords } from '../store/store.ts';

/** Which version of a CAD file a request means. */
export type VersionChoice =
  /** The newest release; where nothing was ever released, the newest draft. */
  | { readonly kind: 'current' }
  | { readonly kind: 'newest' }
  | { readonly kind: 'newestOfMajor'; readonly major: number }
  | { readonly kind: 'exactly'; readonly version: Version };

interface AskedVersion {
  readonly majorVersion?: number | undefined;
  readonly minorVersion?: number | undefined;
}

/**
 * Reads MajorVersion and MinorVersion of a query ("No version asked" in the service decisions).
 * @throws AppError `invalid-request` for a minor version that belongs to no major one
 */
export function readVersionChoice({ majorVersion: major, minorVersion: minor }: AskedVersion): VersionChoice {
  if (major === undefined && !minor) return { kind: 'current' };
  if (major === undefined) {
    const detail = 'a minor version needs a major version';
    throw new AppError('invalid-request', { faults: [{ in: 'query', name: 'minorVersion', detail }] });
  }
  if (minor === undefined) return { kind: 'newestOfMajor', major };
  return major === 0 && minor === 0 ? { kind: 'current' } : { kind: 'exactly', version: { major, minor } };
}

/** The version of a history that is meant, if it has one. */
export async function findChosen(
  versions: VersionRecords,
  history: History,
  choice: VersionChoice,
): Promise<StoredVersion | undefined> {
  switch (choice.kind) {
    case 'current':
      return versions.find(history.historyId, history.newestRelease ?? history.newest);
    case 'newest':
      return versions.find(history.historyId, history.newest);
    case 'newestOfMajor':
      return versions.findNewest(history.historyId, choice.major);
    case 'exactly':
      return versions.find(history.historyId, choice.version);
  }
}

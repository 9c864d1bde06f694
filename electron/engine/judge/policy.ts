import type { HeldBackRecord } from '../../../shared/rpc/held-back-record.ts';
import type { LibrarySettings } from '../../../shared/rpc/library-settings.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { releaseAtOrBefore, type Version } from '../../../shared/model/version.ts';
import type { KeyView } from '../tree/entries.ts';

/** What a person set for the library, as far as it decides what is done about a key. */
export type PlanPolicy = Pick<LibrarySettings, 'follow' | 'upload' | 'direction'>;

/** Why something that would have to be done is not done. */
export type HeldBackBecause = HeldBackRecord['because'];

/** The version a library wants to have, of those up to the newest; `undefined` while there is none of that kind. */
export function followedVersion(newest: Version, { follow }: PlanPolicy): Version | undefined {
  return follow === 'drafts' ? newest : releaseAtOrBefore(newest);
}

/** Why bytes are not sent; `undefined` when they are. */
export function uploadHeldBecause(
  sha256: Sha256,
  { publishing }: KeyView,
  { direction, upload }: PlanPolicy,
): HeldBackBecause | undefined {
  if (direction === 'downOnly') return 'direction';
  if (upload === 'automatic' || publishing?.has(sha256) || publishing?.has('any')) return undefined;
  return 'onPublish';
}

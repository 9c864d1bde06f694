import type { Sha256 } from '../../../shared/model/sha256.ts';
import { isRelease, type Version } from '../../../shared/model/version.ts';

/** One version of a history, with its bytes. */
export interface KnownVersion {
  readonly version: Version;
  readonly sha256?: Sha256 | undefined;
}

/**
 * How many versions of a history another service has already, told by their bytes and whether they are releases: numbers
 * may differ. What it has of its own before the first of them, or between them, does not matter.
 * @param here oldest first
 * @param there oldest first
 * @returns the number counted from the oldest; `otherThere` where its newest version is another one, and something is
 * missing there
 */
export function compareHistories(here: readonly KnownVersion[], there: readonly KnownVersion[]): number | 'otherThere' {
  let count = 0;
  let isNewestKnown = true;
  for (const version of there) {
    const place = here.findIndex((mine, index) => index >= count && isSame(mine, version));
    // Somebody released there what is only a draft here.
    const isOfSameBytes = version.sha256 !== undefined && here[count - 1]?.sha256 === version.sha256;
    isNewestKnown = place >= 0 || isOfSameBytes;
    if (place >= 0) count = place + 1;
  }
  return isNewestKnown || count === here.length ? count : 'otherThere';
}

function isSame(a: KnownVersion, b: KnownVersion): boolean {
  return a.sha256 !== undefined && a.sha256 === b.sha256 && isRelease(a.version) === isRelease(b.version);
}

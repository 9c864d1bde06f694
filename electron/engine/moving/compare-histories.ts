import type { Sha256 } from '../../../shared/model/sha256.ts';
import { isRelease, type Version } from '../../../shared/model/version.ts';

/** One version of a history, with its bytes. */
export interface KnownVersion {
  readonly version: Version;
  readonly sha256?: Sha256 | undefined;
}

/** What another service has of a history. */
interface Compared {
  /** So many versions, counted from the oldest, are not to be sent: it has them, or one that is later. */
  readonly count: number;
  /** Whether it does not have all of these. */
  readonly lacksOlder: boolean;
}

/**
 * Compares histories by their bytes and by what is a release: numbers may differ. What the other service has of its own
 * before the first of ours, or between them, does not matter.
 * @param here oldest first
 * @param there oldest first
 * @returns `otherThere` where its newest version is another one, and something is missing there
 */
export function compareHistories(
  here: readonly KnownVersion[],
  there: readonly KnownVersion[],
): Compared | 'otherThere' {
  const skipped: KnownVersion[] = [];
  const theirs: KnownVersion[] = [];
  let count = 0;
  let isNewestKnown = true;
  for (const version of there) {
    // Somebody sent the same once more, or released what is only a draft here.
    const isOfSameBytes = version.sha256 !== undefined && here[count - 1]?.sha256 === version.sha256;
    const place = here.findIndex((mine, index) => index >= count && isSame(mine, version));
    isNewestKnown = place >= 0 || isOfSameBytes;
    if (place === count || (place > count && !isOfSameBytes)) {
      skipped.push(...here.slice(count, place));
      count = place + 1;
    } else {
      theirs.push(version);
    }
  }
  if (!isNewestKnown && count < here.length) return 'otherThere';
  return { count, lacksOlder: skipped.some((mine) => !theirs.some((version) => isSame(mine, version))) };
}

function isSame(a: KnownVersion, b: KnownVersion): boolean {
  return a.sha256 !== undefined && a.sha256 === b.sha256 && isRelease(a.version) === isRelease(b.version);
}

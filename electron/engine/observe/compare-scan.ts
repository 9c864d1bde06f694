import type { FileStat } from '../ports.ts';
import type { PresentFile } from '../state/local-file.ts';
import { isBelow } from '../tree/paths.ts';
import { sameStat } from './same-stat.ts';
import type { ScanResult } from './scan.ts';

/** A file that is new, looks different, or is still to be read. */
export interface DifferentFile {
  readonly path: string;
  readonly stat: FileStat;
  /** Whether it was there and had been read before the scan. */
  readonly wasRead: boolean;
}

/** What a scan shows to be other than it was. */
export interface ScanDifference extends Pick<ScanResult, 'withheld'> {
  /** Files that were there and are proved not to be there any more. */
  readonly missing: readonly string[];
  /** Files that are not seen where they were, while nothing proves that they are gone. */
  readonly notSeen: readonly string[];
  readonly different: readonly DifferentFile[];
}

/**
 * Compares each file that a scan finds with how it looked before, and keeps nothing of those that look the same: they are
 * nearly all, and may be a hundred thousand.
 * @param unseen the files that were there when the scan began; what the scan finds is taken from it
 */
export function createComparison(unseen: Map<string, PresentFile>) {
  const different: DifferentFile[] = [];
  return {
    see: (path: string, stat: FileStat): void => {
      const before = unseen.get(path);
      unseen.delete(path);
      const wasRead = before?.settled === true;
      if (!wasRead || !sameStat(before, stat)) different.push({ path, stat, wasRead });
    },

    /**
     * What came of it when the scan is over. Nothing is missing without proof (see `ScanResult`).
     * @param missed paths at which no file was when they were looked at
     */
    end({ proven, withheld, unreadable, evicted }: ScanResult, missed: ReadonlySet<string>): ScanDifference {
      const missing: string[] = [];
      const notSeen: string[] = [];
      for (const path of unseen.keys()) {
        if (withheld.has(path)) continue;
        const isListed = !isBelow(unreadable, path);
        if (isListed && proven && !evicted.has(path)) missing.push(path);
        else if (isListed || missed.has(path)) notSeen.push(path);
      }
      return { withheld, different, missing, notSeen };
    },
  };
}

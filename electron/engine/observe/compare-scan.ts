import type { FileStat } from '../ports.ts';
import type { PresentFile } from '../state/local-file.ts';
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
export interface ScanDifference {
  /** Files that were there and are proved not to be there any more. */
  readonly missing: readonly string[];
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

    /** What came of it when the scan is over. Nothing is missing without proof (see `ScanResult`). */
    end({ proven, withheld, unreadable }: ScanResult): ScanDifference {
      const isUnknown = (path: string): boolean =>
        withheld.has(path) || unreadable.some((folder) => path.startsWith(`${folder}/`));
      return { different, missing: proven ? [...unseen.keys()].filter((path) => !isUnknown(path)) : [] };
    },
  };
}

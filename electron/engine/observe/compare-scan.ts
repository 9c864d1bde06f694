import type { FileStat } from '../ports.ts';
import type { PresentFile } from '../state/local-file.ts';
import { sameStat } from './same-stat.ts';
import type { ScanResult } from './scan.ts';

/** What a scan shows to be other than it was. */
export interface ScanDifference {
  /** Files that were there and are proved not to be there any more. */
  readonly missing: readonly string[];
  /** Files that are new, look different, or are still to be read. */
  readonly different: readonly (readonly [path: string, stat: FileStat])[];
}

/** Compares what a scan found with what was there before it. Nothing is missing without proof (see `ScanResult`). */
export function compareScan(result: ScanResult, presentBefore: ReadonlyMap<string, PresentFile>): ScanDifference {
  const different: (readonly [string, FileStat])[] = [];
  for (const [path, stat] of result.found) {
    const before = presentBefore.get(path);
    if (!before?.settled || !sameStat(before, stat)) different.push([path, stat]);
  }
  if (!result.proven) return { missing: [], different };
  const missing: string[] = [];
  for (const path of presentBefore.keys()) {
    if (result.found.has(path) || result.withheld.has(path)) continue;
    if (!result.unreadable.some((folder) => path.startsWith(`${folder}/`))) missing.push(path);
  }
  return { missing, different };
}

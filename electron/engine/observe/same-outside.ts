import type { FileStat } from '../ports.ts';

/** Whether a file that was read and is there still looks as it did then. */
export function isAsKnown(
  file: {
    readonly settled: boolean;
    readonly goneSinceMs?: number | undefined;
    readonly sizeBytes: number;
    readonly modifiedMs: number;
  },
  stat: FileStat,
): boolean {
  return file.settled && file.goneSinceMs === undefined && sameOutside(file, stat);
}

/** Whether two looks at a file saw the same size and date. */
export function sameOutside(
  a: Pick<FileStat, 'sizeBytes' | 'modifiedMs'>,
  b: Pick<FileStat, 'sizeBytes' | 'modifiedMs'>,
): boolean {
  return a.sizeBytes === b.sizeBytes && a.modifiedMs === b.modifiedMs;
}

import type { FileStat, LibraryDisk } from '../ports.ts';

type StatFacts = Pick<FileStat, 'sizeBytes' | 'modifiedMs'> & { readonly changedMs?: number | undefined };

/** Whether a file that was read and is there still looks as it did then. */
export function isAsKnown(
  file: StatFacts & { readonly settled: boolean; readonly goneSinceMs?: number | undefined },
  stat: FileStat,
): boolean {
  return file.settled && file.goneSinceMs === undefined && sameStat(file, stat);
}

/**
 * Whether two looks at a file saw the same. Programs can put the date of its content back, and files of one format are
 * often of one length; the moment of the last change is the disk's own, and nobody can set it.
 */
export function sameStat(a: StatFacts, b: StatFacts): boolean {
  const isDatedAlike = a.changedMs === undefined || b.changedMs === undefined || a.changedMs === b.changedMs;
  return isDatedAlike && a.sizeBytes === b.sizeBytes && a.modifiedMs === b.modifiedMs;
}

/**
 * The outside of a file that was just renamed into its place. A rename keeps all of it but the moment of the last
 * change; where anything else is other than before, a save came at once, and what was known before tells that from it.
 * @param before its stat under the name it had
 */
export async function statInPlace(disk: Pick<LibraryDisk, 'stat'>, path: string, before: FileStat): Promise<FileStat> {
  const after = await disk.stat(path).catch(() => undefined);
  return after && isSameFile(after, before) ? after : before;
}

/** Whether two looks saw the same file, unsaved since; a rename or a copy of it may lie between them. */
export function isSameFile(a: FileStat, b: FileStat | undefined): boolean {
  return a.inode === b?.inode && a.sizeBytes === b.sizeBytes && a.modifiedMs === b.modifiedMs;
}

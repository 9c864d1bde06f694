import type { FileRecord } from '../../../shared/rpc/file-records.ts';
import { standingOfState } from '../../../shared/rpc/standings.ts';
import { sameStat } from '../observe/same-stat.ts';
import { isProven } from '../observe/scan.ts';
import type { LibraryDisk } from '../ports.ts';
import type { Library } from '../state/libraries.ts';
import type { LocalFile } from '../state/local-file.ts';

/** What a look at the disk shows of a file that no run has seen yet. */
export type SeenAtRest = 'gone' | 'changed';

interface KnownFile {
  readonly row: Pick<FileRecord, 'path' | 'state'>;
  readonly file: Pick<LocalFile, 'sizeBytes' | 'modifiedMs' | 'changedMs'>;
}

/**
 * Looks whether files of a library that nothing runs for still stand as the last run left them.
 * @returns what is other; `undefined` where nothing is, where a person has to do something about the file anyway, or
 * where it cannot be told: a folder that is not proven to be the library says nothing of its files
 */
export function createLooksAtRest(
  disk: LibraryDisk,
  { markerId }: Pick<Library, 'markerId'>,
): (known: KnownFile) => Promise<SeenAtRest | undefined> {
  let proven: Promise<boolean> | undefined;
  return async (known) => {
    if (standingOfState[known.row.state] === 'needsYou') return undefined;
    const seen = await lookAt(disk, known).catch(() => undefined);
    return seen !== undefined && (await (proven ??= isProven(disk, markerId).catch(() => false))) ? seen : undefined;
  };
}

async function lookAt(disk: LibraryDisk, { row, file }: KnownFile): Promise<SeenAtRest | undefined> {
  const wasGone = row.state === 'removedHere';
  const stat = await disk.stat(row.path);
  // A folder may stand in its place.
  if (stat?.kind !== 'file') return wasGone ? undefined : 'gone';
  return wasGone || !sameStat(file, stat) ? 'changed' : undefined;
}

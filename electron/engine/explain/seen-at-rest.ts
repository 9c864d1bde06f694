import type { FileRecord } from '../../../shared/rpc/file-records.ts';
import { readMarker } from '../observe/marker.ts';
import { sameStat } from '../observe/same-stat.ts';
import type { LibraryDisk } from '../ports.ts';
import type { Library } from '../state/libraries.ts';

/** What a look at the disk shows of a file that no run has seen yet. */
export type SeenAtRest = 'gone' | 'changed';

/**
 * Looks whether files of a library that nothing runs for still stand as the last run left them.
 * @returns what is other; `undefined` where nothing is, or where it cannot be told: a folder that is not proven to be the
 * library says nothing of its files
 */
export function createLooksAtRest(
  disk: LibraryDisk,
  { markerId }: Pick<Library, 'markerId'>,
): (file: Pick<FileRecord, 'path' | 'state' | 'sizeBytes' | 'modifiedAtMs'>) => Promise<SeenAtRest | undefined> {
  let proven: Promise<boolean> | undefined;
  const isProven = (): Promise<boolean> =>
    (proven ??= readMarker(disk).then(
      (found) => markerId !== undefined && found === markerId,
      () => false,
    ));
  return async ({ path, state, sizeBytes, modifiedAtMs: modifiedMs }) => {
    const isGone = state === 'removedHere';
    try {
      const stat = await disk.stat(path);
      if (stat === undefined) return !isGone && (await isProven()) ? 'gone' : undefined;
      if (stat.kind !== 'file') return undefined;
      return isGone || !sameStat({ sizeBytes, modifiedMs }, stat) ? 'changed' : undefined;
    } catch {
      return undefined;
    }
  };
}

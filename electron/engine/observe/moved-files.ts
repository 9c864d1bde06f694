import { extensionOf } from '../../../shared/model/cad-kind.ts';
import type { FileStat } from '../ports.ts';
import type { LocalFile } from '../state/local-file.ts';

/** A file that stands at another path now, with nothing else about it changed. */
export interface MovedFile {
  readonly from: LocalFile;
  readonly path: string;
  readonly stat: FileStat;
}

/**
 * Finds the files that were moved or renamed among those a scan misses and those that are new to it: the disk keeps a file's
 * number, length and date when its name changes. Where that fits several, or it was not read before, nothing is said:
 * it is then read like any new file.
 */
export function recognizeMoves(
  missing: readonly LocalFile[],
  appeared: readonly { readonly path: string; readonly stat: FileStat }[],
): MovedFile[] {
  const missingByIdentity = Map.groupBy(
    missing.filter((file) => file.settled),
    identityOf,
  );
  const appearedByIdentity = Map.groupBy(appeared, ({ stat }) => identityOf(stat));
  const moves: MovedFile[] = [];
  for (const [identity, [to, ...others]] of appearedByIdentity) {
    const [from, ...rivals] = missingByIdentity.get(identity) ?? [];
    if (!from || !to || others.length > 0 || rivals.length > 0) continue;
    if (extensionOf(from.path) === extensionOf(to.path)) moves.push({ from, path: to.path, stat: to.stat });
  }
  return moves;
}

function identityOf({ inode, sizeBytes, modifiedMs }: Pick<FileStat, 'inode' | 'sizeBytes' | 'modifiedMs'>): string {
  return `${inode} ${sizeBytes} ${modifiedMs}`;
}

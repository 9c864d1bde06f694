import { extensionOf } from '../../../shared/model/cad-kind.ts';
import type { FileStat } from '../ports.ts';
import type { LibraryRecords } from '../state/library-state.ts';
import type { LocalFile } from '../state/local-file.ts';
import type { DifferentFile } from './compare-scan.ts';

type Looks = Pick<FileStat, 'inode' | 'sizeBytes' | 'modifiedMs'>;

/** A file that stands at another path now, with nothing else about it changed. */
export interface MovedFile {
  readonly from: LocalFile;
  readonly path: string;
  readonly stat: FileStat;
}

/**
 * Finds the files that were moved or renamed among those a scan misses and those that are new to it: the disk keeps a file's
 * number, length and date when its name changes. Where that fits several nothing is said: it is then read like any new file.
 */
export function recognizeMoves(
  missing: readonly LocalFile[],
  appeared: readonly { readonly path: string; readonly stat: FileStat }[],
  identity: (file: Looks) => string = identityOf,
): MovedFile[] {
  const missingByIdentity = Map.groupBy(missing, identity);
  const appearedByIdentity = Map.groupBy(appeared, ({ stat }) => identity(stat));
  const moves: MovedFile[] = [];
  for (const [identity, [to, ...others]] of appearedByIdentity) {
    const [from, ...rivals] = missingByIdentity.get(identity) ?? [];
    if (!from || !to || others.length > 0 || rivals.length > 0) continue;
    if (extensionOf(from.path) === extensionOf(to.path)) moves.push({ from, path: to.path, stat: to.stat });
  }
  return moves;
}

/**
 * Files that stand elsewhere than before: at paths that are new, or where another file stood, as when several are numbered
 * anew or two swap their names. What is saved comes under a name that no file of the library had.
 */
export function movesOfFiles(
  files: Pick<LibraryRecords['files'], 'get'>,
  gone: readonly LocalFile[],
  different: readonly DifferentFile[],
): readonly MovedFile[] {
  const replaced = different
    .filter(({ wasRead }) => wasRead)
    .flatMap(({ path, stat }) => {
      const file = files.get(path);
      return file && identityOf(file) !== identityOf(stat) ? [file] : [];
    });
  if (gone.length + replaced.length === 0) return [];
  const replacedPaths = new Set(replaced.map(({ path }) => path));
  const appeared = different.filter(({ path, wasRead }) =>
    wasRead ? replacedPaths.has(path) : files.get(path)?.sha256 === undefined,
  );
  // Of those that were not read after their last change, nothing is known that could go along.
  const read = gone.filter(({ settled }) => settled);
  return movesWithoutRest(recognizeMoves([...read, ...replaced], appeared), new Set(gone.map(({ path }) => path)));
}

/**
 * Of these moves, the ones that leave nothing behind which nobody knows: where a file was moved away from either nothing
 * stands, or another file that was moved. A program that puts its last save aside before it writes the next one moves
 * nothing.
 * @param gone paths at which nothing stands
 */
export function movesWithoutRest(moves: readonly MovedFile[], gone: ReadonlySet<string>): readonly MovedFile[] {
  const filled = new Set(moves.map(({ path }) => path));
  const left = moves.filter(({ from }) => gone.has(from.path) || filled.has(from.path));
  return left.length === moves.length ? left : movesWithoutRest(left, gone);
}

export function identityOf({ inode, sizeBytes, modifiedMs }: Looks): string {
  return `${inode} ${sizeBytes} ${modifiedMs}`;
}

/** As `identityOf`, on disks that give a file another number with another name. */
export function looksOf({ sizeBytes, modifiedMs }: Omit<Looks, 'inode'>): string {
  return `${sizeBytes} ${modifiedMs}`;
}

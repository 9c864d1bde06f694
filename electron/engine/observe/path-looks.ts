import { orUndefinedIf, toAppError } from '../../../shared/errors/app-error.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import type { FileStat, LibraryDisk, Ports } from '../ports.ts';
import { isNotSeen, type LocalFile } from '../state/local-file.ts';
import type { LibraryChoices, LibraryRecords } from '../state/library-state.ts';
import { foldedPath, folderOf, nameOf } from '../tree/paths.ts';
import type { LibraryFolder } from './library-folder.ts';
import { identityOf } from './moved-files.ts';
import { isAsKnown } from './same-stat.ts';
import { isLibraryPath } from './scan.ts';
import type { UnreadFiles } from './unread-files.ts';

/** What looks at single paths work on. */
interface Ground {
  readonly ports: Pick<Ports, 'clock' | 'database' | 'log'>;
  readonly context: LibraryRecords & LibraryChoices & LibraryFolder;
  readonly unread: UnreadFiles;
}

/**
 * Looks at single paths: hinted at, missed, or of files that are not what was read of them. One that the disk does not let
 * be looked at is no trouble of the library; each look says whether it could be made.
 * @throws AppError `library-missing`, `library-unproven`, in each of them
 */
export function createPathLooks(ground: Ground) {
  const { ports, context, unread } = ground;
  const { files, disk } = context;

  async function lookAt(
    path: string,
    onThere: (known: LocalFile | undefined, stat: FileStat) => void,
  ): Promise<boolean> {
    const stat = await askDisk(ports, path, disk.stat(path));
    const known = files.get(path);
    if (stat === 'refused') return readWhenPossible(unread, path, known);
    if (stat?.kind === 'file') onThere(known, stat);
    else noteMissing(unread, path, known);
    return true;
  }

  /** @param bytesWere what was read of it, where it looks as it did then */
  function readOnceMore(path: string, known: LocalFile | undefined, stat: FileStat, bytesWere?: Sha256): void {
    if (isAnotherName(ground, path, known, stat)) return;
    files.noteChanged(path, stat, ports.clock.now());
    unread.watch(path, stat, bytesWere);
  }

  async function look(path: string): Promise<boolean> {
    if (!isLibraryPath(path) || context.ignoreRules().ignoresFile(path)) return true;
    return lookAt(path, (known, stat) => {
      // The scan that is to come compares it: it may have another name by now.
      if (unread.isMissed(path)) return;
      const isAnother = isOtherFile(ground, path, known, stat) || mayBeReturning(ground, path, known, stat);
      if (isAnother) unread.noteMissing(path);
      else if (!known || !isAsKnown(known, stat) || isNotSeen(known)) readOnceMore(path, known, stat);
    });
  }

  return {
    /** Looks at one path that may have changed. */
    look,

    /** Has a file read again that is not what was read of it, whatever its stat says. */
    readChanged: async (path: string): Promise<boolean> =>
      context.ignoreRules().ignoresFile(path) ||
      lookAt(path, (known, stat) =>
        readOnceMore(path, known, stat, known && isAsKnown(known, stat) ? known.sha256 : undefined),
      ),

    /**
     * Looks once more for files that have been missing for so long: some programs take a drawing away for a moment when
     * they save, and the watcher may have missed its return.
     */
    lookForMissing: (graceMs: number): Promise<boolean> =>
      lookForMissing(ground, ports.clock.now() - graceMs, async (path, isThere) => {
        const wasLookedAt = !isThere || (await look(path));
        unread.touch(path);
        return wasLookedAt;
      }),
  };
}

/** What the disk says; `refused` where it does not say it of this path. */
async function askDisk<T>({ log }: Pick<Ports, 'log'>, path: string, asked: Promise<T>): Promise<T | 'refused'> {
  try {
    return await asked;
  } catch (error) {
    const { code } = toAppError(error);
    if (code === 'library-missing' || code === 'library-unproven') throw error;
    log('warn', 'path-not-looked-at', { file: path, code });
    return 'refused';
  }
}

/** Of a file that was missed before, the last scan could not prove that it is gone: another one is not made for it. */
function noteMissing(unread: UnreadFiles, path: string, known: LocalFile | undefined): void {
  if (known && known.goneSinceMs === undefined && !isNotSeen(known)) unread.noteMissing(path);
}

/**
 * Whether a path differs from that of a known file in its case or accents only and leads to the same file: a disk that
 * does not tell those apart answers to both. Only a scan tells how the name is written now.
 */
function isAnotherName(
  { context: { files }, unread }: Ground,
  path: string,
  known: LocalFile | undefined,
  { inode }: FileStat,
): boolean {
  if (known && known.goneSinceMs === undefined) return false;
  const folded = foldedPath(path);
  const other = files.withInode([inode]).find((file) => file.path !== path && foldedPath(file.path) === folded);
  if (other) unread.noteMissing(other.path);
  return other !== undefined;
}

/** Whether another known file stands there now: only a scan tells where each of them came to stand. */
function isOtherFile(
  { context: { files } }: Ground,
  path: string,
  known: LocalFile | undefined,
  stat: FileStat,
): boolean {
  if (!known || identityOf(known) === identityOf(stat)) return false;
  const others = files.withInode([stat.inode]).filter((file) => file.path !== path);
  return others.some((other) => {
    const file = files.get(other.path);
    return file !== undefined && identityOf(file) === identityOf(stat);
  });
}

/** Whether it is a file that was gone from elsewhere and comes back under another name: only a scan tells. */
function mayBeReturning(
  { context: { files } }: Ground,
  path: string,
  known: LocalFile | undefined,
  stat: FileStat,
): boolean {
  if (known && (known.goneSinceMs === undefined || identityOf(known) === identityOf(stat))) return false;
  return files.goneLike(stat).some((other) => other !== path);
}

/** A file that is known is read as soon as that can be done, and says so until then; of others only a scan can tell. */
function readWhenPossible(unread: UnreadFiles, path: string, known: LocalFile | undefined): boolean {
  if (!known || known.goneSinceMs !== undefined) return false;
  const { changedMs = known.modifiedMs, settled, sha256 } = known;
  if (!unread.has(path)) unread.watch(path, { ...known, changedMs }, settled ? sha256 : undefined);
  return true;
}

/** @param onLooked is told whether the file's name is there; @returns whether it could be looked at */
async function lookForMissing(
  { ports, context }: Ground,
  untilMs: number,
  onLooked: (path: string, isThere: boolean) => Promise<boolean>,
): Promise<boolean> {
  const { disk, files, missingSinceMs } = context;
  const namesIn = new Map<string, Promise<ReadonlySet<string> | 'refused'>>();
  const refused: string[] = [];
  for (const [path, sinceMs] of missingSinceMs) {
    if (sinceMs > untilMs) break;
    const folder = folderOf(path);
    const asked = namesIn.get(folder) ?? askDisk(ports, folder, listNames(disk, folder));
    namesIn.set(folder, asked);
    const names = await asked;
    if (names === 'refused' || !(await onLooked(path, names.has(nameOf(path))))) refused.push(path);
    missingSinceMs.delete(path);
  }
  // That it was gone before does not prove that it is by now.
  if (refused.length > 0) ports.database.transaction(() => refused.forEach((path) => files.noteNotSeen(path)));
  return refused.length === 0;
}

/**
 * The names in a folder, because a disk that does not tell cases apart would answer for a name that is not there. What is
 * below a link is nowhere in the library.
 */
async function listNames(disk: LibraryDisk, folder: string): Promise<ReadonlySet<string>> {
  const entries = await disk.list(folder).catch(orUndefinedIf(({ code }) => code === 'link-in-library'));
  return new Set(entries?.map(({ name }) => name));
}

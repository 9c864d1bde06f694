import { AppError, toAppError, type ErrorRecord } from '../../../shared/errors/app-error.ts';
import { companionFormOf } from '../../../shared/model/cad-companions.ts';
import { cadKindOf, extensionOf } from '../../../shared/model/cad-kind.ts';
import type { Explanation, Reason } from '../../../shared/rpc/explanation.ts';
import { folderOf, nameOf } from '../tree/paths.ts';
import { isOwnFolder } from '../../../shared/model/own-folder.ts';
import type { Disk, LibraryDisk } from '../ports.ts';
import type { LibraryFacts } from '../library/library-facts.ts';
import type { IgnoreRules } from '../tree/ignore-rules.ts';
import { linksFileName } from '../tree/library-links.ts';
import { assertLibrary } from '../observe/scan.ts';
import { actionsFor } from './actions.ts';
import { libraryPaused, libraryStopped } from './local-reasons.ts';
import type { FileFacts } from './file-facts.ts';

interface UnknownGround extends Pick<FileFacts, 'libraryName' | 'live' | 'stopped' | 'isPaused'> {
  /** The id that the library's marker has to hold. */
  readonly markerId: string | undefined;
  readonly ignored: IgnoreRules;
  /** Whether copies of a file that was there once are kept. */
  readonly isKept: () => boolean;
}

/** Why a full path that is below no library's root is not synced; where nothing stands there, no folder is to be added. */
export async function explainElsewhere(disk: Disk, absolute: string): Promise<Explanation> {
  const { folder, name } = disk.splitPath(absolute);
  const isThere = await disk
    .library(folder)
    .stat(name)
    .then((stat) => stat !== undefined)
    .catch(() => true);
  return isThere ? leftAlone({ code: 'notInAnyLibrary' }, ['add-library']) : leftAlone({ code: 'notThere' });
}

/**
 * Why a library knows nothing of a path below its root.
 * @param path below the root, with forward slashes
 * @returns `folder` for a folder, which is explained by what is in it
 */
export async function explainUnknown(
  disk: LibraryDisk,
  path: string,
  { ignored, isKept, markerId, ...library }: UnknownGround,
): Promise<Explanation | 'folder'> {
  const { live } = library;
  const paused = libraryPaused(library);
  if (paused) return paused;
  // Below a folder that cannot be seen into there is nothing to look at: that folder is the reason.
  const odd = await explainOdd(disk, path).catch(() => undefined);
  if (odd) return odd;
  const unreadable = await findUnreadable(disk, path);
  if (unreadable) return belowUnreadable(unreadable, live);
  const stat = await disk.stat(path).catch(toAppError);
  // Some folders can be listed and not entered.
  if (stat instanceof AppError) return belowUnreadable({ folder: folderOf(path), error: stat.toRecord() }, live);
  const lost = live ? undefined : await findLost(disk, markerId);
  if (lost) return libraryStopped(library.libraryName, { error: lost });
  if (stat === undefined) return leftAlone({ code: 'notThere', isKept: isKept() || undefined });
  const byName = reasonByName(path, stat.kind === 'folder' ? 'folder' : 'file');
  if (byName) return leftAlone(byName);
  const isIgnored = stat.kind === 'folder' ? ignored.ignoresFolder(path) : ignored.ignoresFile(path);
  if (isIgnored) return leftAlone({ code: 'ignored' });
  if (stat.kind === 'folder') return 'folder';
  if (cadKindOf(path) === undefined) return leftAlone({ code: 'notCad', extension: extensionOf(nameOf(path)) });
  if (!live) return { reason: { code: 'notRunning' }, next: { code: 'whenRunning' }, actions: ['start-sync'] };
  const next = { code: 'foundByScan', atMs: live.nextScanMs } as const;
  return { reason: { code: 'notSeenYet' }, next, actions: ['look-again'] };
}

/** Nothing runs that would say so: what is in a folder that is not known to be the library says nothing of its files. */
async function findLost(disk: LibraryDisk, markerId: string | undefined): Promise<ErrorRecord | undefined> {
  const error = await assertLibrary(disk, markerId).catch(toAppError);
  return error?.code === 'library-missing' || error?.code === 'library-unproven' ? error.toRecord() : undefined;
}

function belowUnreadable(unreadable: UnreadableFolder, live: LibraryFacts | undefined): Explanation {
  return {
    reason: { code: 'belowUnreadable', ...unreadable },
    next: live ? { code: 'foundByScan', atMs: live.nextScanMs } : { code: 'whenRunning' },
    actions: actionsFor(unreadable.error),
  };
}

/**
 * Why what stands at a path is no file of the library although its name may be one: it is a link, below one, or no file
 * at all. It is looked at from outside only.
 */
export async function explainOdd(disk: LibraryDisk, path: string): Promise<Explanation | undefined> {
  const names = path.split('/');
  for (let depth = 1; depth <= names.length; depth += 1) {
    const folder = names.slice(0, depth).join('/');
    const kind = (await disk.stat(folder))?.kind;
    if (kind === undefined) return undefined;
    if (kind === 'link') return leftAlone(folder === path ? { code: 'symbolicLink' } : { code: 'belowLink', folder });
    if (kind !== 'folder')
      return folder === path && kind !== 'file' ? leftAlone({ code: 'specialFile', kind }) : undefined;
  }
  return undefined;
}

/** Whether what is no file stands where a file was; `undefined` where that does not matter. */
export async function isPlaceTaken(folder: LibraryDisk, path: string): Promise<boolean | undefined> {
  const standing = await folder.stat(path).catch(() => undefined);
  return standing !== undefined && standing.kind !== 'file' ? true : undefined;
}

/** What names alone say of a path: ours, or a companion of some program's drawing. */
function reasonByName(path: string, kind: 'file' | 'folder'): Reason | undefined {
  if (path === linksFileName) return { code: 'ownFile' };
  const segments = path.split('/');
  for (const [place, name] of segments.entries()) {
    if (isOwnFolder(name)) return { code: 'ownFile' };
    const isLast = place === segments.length - 1;
    const form = companionFormOf(name, isLast ? kind : 'folder');
    if (!form) continue;
    const { purpose, program } = form;
    return isLast
      ? { code: 'companionFile', purpose, program }
      : { code: 'inCompanionFolder', folder: name, purpose, program };
  }
  return undefined;
}

interface UnreadableFolder {
  readonly folder: string;
  readonly error: ErrorRecord;
}

/** The outermost folder above a path that cannot be listed. */
async function findUnreadable(disk: LibraryDisk, path: string): Promise<UnreadableFolder | undefined> {
  const folders = path.split('/').slice(0, -1);
  for (let depth = 0; depth <= folders.length; depth += 1) {
    const folder = folders.slice(0, depth).join('/');
    try {
      if (!(await disk.list(folder))) return undefined;
    } catch (error) {
      return { folder, error: toAppError(error).toRecord() };
    }
  }
  return undefined;
}

function leftAlone(reason: Reason, actions: Explanation['actions'] = []): Explanation {
  return { reason, next: { code: 'nothing' }, actions };
}

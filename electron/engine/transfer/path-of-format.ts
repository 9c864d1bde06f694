import { extensionOf, isSameFormat } from '../../../shared/model/cad-kind.ts';
import { compareVersions } from '../../../shared/model/version.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Links } from '../library/links-file.ts';
import type { Placing } from '../library/placing.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';
import type { LibraryDisk } from '../ports.ts';
import type { KeptCopies, LibraryRecords, ServiceSide } from '../state/library-state.ts';
import { isSameFile } from '../observe/same-stat.ts';
import { freeBeside } from './free-beside.ts';
import { assertNotOpen } from './replace-file.ts';

/**
 * A path whose extension says which format the bytes are of that are called so: no program opens a file whose name says
 * another one.
 */
export function inFormatOf(name: string, path: string): string {
  if (isSameFormat(name, path)) return path;
  return `${path.slice(0, path.length - extensionOf(path).length)}${extensionOf(name)}`;
}

/** Where bytes that are called so belong if they take the place of a file: at its path, or beside it in another format. */
export async function pathOfFormat(disk: Pick<LibraryDisk, 'stat'>, path: string, name: string): Promise<string> {
  const named = inFormatOf(name, path);
  if (named === path || (await disk.stat(named)) === undefined) return named;
  return (await areOneFile(disk, path, named)) ? named : freeBeside(disk, named);
}

/** A power cut may leave a file with its old name and its new one. */
async function areOneFile(disk: Pick<LibraryDisk, 'stat'>, path: string, named: string): Promise<boolean> {
  const stat = await disk.stat(path);
  return stat !== undefined && isSameFile(stat, await disk.stat(named));
}

/**
 * Gives a file into which bytes of another format were put the path of that (see `pathOfFormat`).
 * @returns its path from now on: the old one where something else took the new one, or a program has the file open
 */
export async function renameToFormat(
  context: LibraryFolder & Links & Placing,
  path: string,
  named: string,
): Promise<string> {
  const { disk } = context;
  if (named === path) return path;
  try {
    await context.placeAt(named, async () => {
      await assertNotOpen(context, path);
      await ((await areOneFile(disk, path, named)) ? disk.remove(path) : disk.place(path, named));
    });
  } catch (error) {
    if (error instanceof AppError) return path;
    throw error;
  }
  if (context.links().has(path)) await context.changeLinks(new Map([[path, undefined]]));
  return named;
}

/**
 * Gives files the path of what took their place, where an earlier run ended between both: the copy of what was replaced
 * tells of it.
 * @returns whether any has another path now
 */
export async function finishRenames(
  context: LibraryRecords & ServiceSide & KeptCopies & LibraryFolder & Links & Placing,
  sinceMs: number,
): Promise<boolean> {
  const { backups, files, disk } = context;
  let isAny = false;
  for (const { key, path, replacedBy } of backups.keptWithin(sinceMs, Infinity)) {
    const remote = key && context.trees()?.remote(key);
    const synced = key && context.trees()?.synced(key);
    if (!remote || !replacedBy || compareVersions(remote.version, replacedBy) !== 0) continue;
    const named = await pathOfFormat(disk, path, `${remote.baseFilename}.${remote.fileExtension}`);
    const isAgreed = synced?.path === path && compareVersions(synced.version, replacedBy) === 0;
    const isAsAgreed = isAgreed && files.get(path)?.sha256 === synced.sha256;
    if (named === path || (!isAsAgreed && !(await areOneFile(disk, path, named)))) continue;
    isAny = (await renameToFormat(context, path, named)) !== path || isAny;
  }
  return isAny;
}

import { extensionOf, isSameFormat } from '../../../shared/model/cad-kind.ts';
import { fittedPath } from '../../../shared/model/fitted-path.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import { linkIncoming } from '../library/link-incoming.ts';
import type { Links } from '../library/links-file.ts';
import { linkForKey, standingOf, watchStanding } from '../library/standing-file.ts';
import type { Placing } from '../library/placing.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';
import type { FileStat, LibraryDisk } from '../ports.ts';
import type { LibraryRecords } from '../state/library-state.ts';
import type { ServiceTrees } from '../state/service-trees.ts';
import { isAsKnown } from '../observe/same-stat.ts';
import { linkAfterMove } from '../tree/assign-key.ts';
import type { LinkChanges } from '../tree/library-links.ts';
import { freeBeside } from './free-beside.ts';

/**
 * A path whose extension says which format the bytes are of that are called so: no program opens a file whose name says
 * another one.
 */
export function inFormatOf(name: string, path: string): string {
  if (isSameFormat(name, path)) return path;
  return fittedPath(`${path.slice(0, path.length - extensionOf(path).length)}${extensionOf(name)}`);
}

/** Where bytes that are called so belong if they take the place of a file: at its path, or beside it in another format. */
export async function pathOfFormat(disk: Pick<LibraryDisk, 'stat'>, path: string, name: string): Promise<string> {
  const named = inFormatOf(name, path);
  return named === path || (await disk.stat(named)) === undefined ? named : freeBeside(disk, named);
}

/** A file that is to get another path. */
interface Renaming {
  readonly path: string;
  readonly named: string;
  /** Whether nobody said since of the file at its path that it is something else. */
  readonly isStill: () => boolean;
}

/**
 * Gives a file into which bytes of another format were put the path of that (see `pathOfFormat`).
 * @returns its path from now on: the old one where something else took the new one, or a program has the file open
 */
export async function renameToFormat(context: LibraryFolder & Links & Placing, renaming: Renaming): Promise<string> {
  const { path, named } = renaming;
  if (named === path) return path;
  try {
    await context.placeAt(named, () => context.disk.place(path, named));
  } catch (error) {
    if (error instanceof AppError) return path;
    throw error;
  }
  if (!(await carrySaid(context, renaming)) && context.links().has(path))
    await context.changeLinks(new Map([[path, undefined]]));
  return named;
}

/** What a person said meanwhile of a file by its old name is said of it by its new one. @returns whether they did */
async function carrySaid(context: Links, { path, named, isStill }: Renaming): Promise<boolean> {
  const link = context.links().get(path);
  if (isStill() || link === undefined) return false;
  const said: LinkChanges = new Map([
    [path, undefined],
    [named, linkAfterMove(link, path, named)],
  ]);
  await context.changeLinks(said);
  return true;
}

type Named = LibraryRecords & LibraryFolder & Links & Placing;

/**
 * Gives the file of a key into which other bytes were put the extension of what these are called. It stays of its key: what
 * a person said of it goes along, and not what was said of a file that had the other name once.
 */
export async function nameByFormat(
  context: Named,
  trees: Pick<ServiceTrees, 'noteMoved'>,
  { key, path, name }: { readonly key: ContentKeyText; readonly path: string; readonly name: string },
): Promise<void> {
  const named = await pathOfFormat(context.disk, path, name);
  if (named === path) return;
  const said = context.links().get(path);
  // What somebody said of it just before counts.
  const isOfKey = standingOf(context, context.files.get(path) ?? { path }, key) !== 'other';
  const { isStill } = watchStanding(context, path, key);
  const takeBack = await linkIncoming(
    context,
    named,
    isOfKey ? linkForKey(context, { path: named, link: said }, key) : said,
  );
  const before = await context.disk.stat(path);
  if ((await renameToFormat(context, { path, named, isStill })) !== named) return takeBack();
  // What was read of it holds under its new name, unless somebody saved into it: then the next look finds it renamed. Some
  // disks give it another number with another name.
  const stat = await context.disk.stat(named);
  await carrySaid(context, { path, named, isStill });
  // By its new name, too, somebody may have said that it is something else.
  if (standingOf(context, { path: named }, key) === 'other') return;
  const file = context.files.get(path);
  const isAsRead = file && before && stat && isAsKnown(file, before) && isUnsaved(before, stat);
  if (!isAsRead) return;
  context.transaction(() => {
    context.files.noteRead(named, stat, file, file.sinceMs);
    context.files.forget(path);
    trees.noteMoved(key, named);
  });
}

const isUnsaved = (before: FileStat, after: FileStat): boolean =>
  before.sizeBytes === after.sizeBytes && before.modifiedMs === after.modifiedMs;

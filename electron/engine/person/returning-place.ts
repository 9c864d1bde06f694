import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Links } from '../library/links-file.ts';
import { standingAt, standingOf } from '../library/standing-file.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';
import type { LibraryRecords } from '../state/library-state.ts';
import { freeBeside } from '../transfer/free-beside.ts';
import { pathOfFormat } from '../transfer/path-of-format.ts';

/**
 * Where what a file was before belongs: to its own path while the file of its product stands there, else to where that
 * stands by now, read or not. A file of another product, of none, or of another format, that has its path since is left
 * alone: it goes beside it.
 * @param returning `name` where what comes back is called otherwise than the file at its path
 */
export async function returningPlace(
  context: LibraryRecords & LibraryFolder & Pick<Links, 'links'>,
  {
    path,
    key,
    name = path,
  }: { readonly path: string; readonly key?: ContentKeyText | undefined; readonly name?: string | undefined },
): Promise<string> {
  const { files, disk } = context;
  if (key === undefined) return pathOfFormat(disk, path, name);
  const isOwn = (known: string): boolean => {
    const file = files.get(known);
    return file !== undefined && file.goneSinceMs === undefined && standingOf(context, file, key) === 'own';
  };
  if (isOwn(path)) return pathOfFormat(disk, path, name);
  const [only, ...others] = [...files.presentPathsOf(key), ...files.presentPathsLeft(key)].filter(isOwn);
  if (only !== undefined && others.length === 0) return pathOfFormat(disk, only, name);
  // A disk that does not tell cases apart answers to the old name of a file, too: what is known of comes first.
  const standing = await standingAt(context, path, key);
  return standing === 'other' ? freeBeside(disk, path) : path;
}

import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Links } from '../library/links-file.ts';
import { standingAt, standingOf } from '../library/standing-file.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';
import type { LibraryRecords } from '../state/library-state.ts';
import { freeBeside } from '../transfer/free-beside.ts';
import { pathOfFormat } from '../transfer/path-of-format.ts';

/** What a file was, and comes back. */
export interface ReturningFile {
  /** Where its file stood when it was asked for. */
  readonly path: string;
  readonly key?: ContentKeyText | undefined;
  /** What it is called, where that is not the name at its path. */
  readonly name?: string | undefined;
}

/**
 * Where what a file was before belongs: to its own path while the file of its product stands there, else to where that
 * stands by now, read or not. A file of another product, of none, or of another format, that has its path since is left
 * alone: it goes beside it.
 */
export async function returningPlace(
  context: LibraryRecords & LibraryFolder & Pick<Links, 'links'>,
  { path, key, name = path }: ReturningFile,
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

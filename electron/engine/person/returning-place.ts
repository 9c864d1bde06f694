import { parseContentKey, type ContentKey, type ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Links } from '../library/links-file.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';
import type { LibraryRecords } from '../state/library-state.ts';
import { claimOfFile } from '../tree/assign-key.ts';
import { freeBeside } from '../transfer/free-beside.ts';
import { pathOfFormat } from '../transfer/path-of-format.ts';

/**
 * Where what a file was before belongs: to its own path while the file of its product stands there, else to where that
 * stands by now, read or not. A file of another product, or of another format, that has its path since is left alone: it
 * goes beside it.
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
  const file = files.get(path);
  const known = file?.goneSinceMs === undefined ? file?.key : undefined;
  if (key === undefined || known === key) return pathOfFormat(disk, path, name);
  const [only, ...others] = files.presentPathsOf(key);
  if (only !== undefined && others.length === 0) return pathOfFormat(disk, only, name);
  const there = known ?? (await unnoticedAt(context, path));
  return there === undefined || isSameProduct(there, key) ? path : freeBeside(disk, path);
}

/** What a file will be that stands at a path and was not noticed yet. */
async function unnoticedAt(
  { files, disk, links, library }: LibraryRecords & LibraryFolder & Pick<Links, 'links'>,
  path: string,
): Promise<ContentKeyText | undefined> {
  const file = files.get(path);
  const isNoticed = file !== undefined && file.goneSinceMs === undefined;
  return isNoticed || !(await disk.stat(path)) ? undefined : claimOfFile(path, links().get(path), library);
}

/** Another version of its program, or another program, makes no other product of a file. */
export function isSameProduct(one: ContentKeyText, other: ContentKeyText): boolean {
  const [a, b] = [parseContentKey(one), parseContentKey(other)];
  return a.ok && b.ok && productOf(a.value) === productOf(b.value);
}

function productOf({ etimClassCode, etimModelCode, type, languageCode }: ContentKey): string {
  return JSON.stringify([etimClassCode, etimModelCode, type, languageCode]);
}

import type { Links } from '../library/links-file.ts';
import type { LibraryRecords } from '../state/library-state.ts';
import type { LocalFile } from '../state/local-file.ts';
import { foldedPath } from '../tree/paths.ts';

/**
 * The link of a file that is gone counts for one whose name differs in case or accents only: another system spells the name
 * of the same file so. Two that were there at once are two files: before one is gone, the other gets a link of its own, in
 * which nothing is said of it.
 * @param gone files that are about to count as gone
 */
export async function tellApart(context: LibraryRecords & Links, gone: readonly LocalFile[]): Promise<void> {
  const { files, library } = context;
  const links = context.links();
  const leaving = new Set(gone.flatMap(({ path, goneSinceMs }) => (goneSinceMs === undefined ? [path] : [])));
  const linked = new Set([...leaving].filter((path) => links.has(path)).map(foldedPath));
  if (linked.size === 0) return;
  const { languageCode } = library;
  const ofItsOwn = files.paths().filter((path) => {
    if (leaving.has(path) || links.has(path) || !linked.has(foldedPath(path))) return false;
    const file = files.get(path);
    return file?.goneSinceMs === undefined && (file?.sha256 ?? file?.missing) !== undefined;
  });
  if (ofItsOwn.length === 0) return;
  // Whoever has a link is of the library's language only where that says so.
  await context.changeLinks(new Map(ofItsOwn.map((path) => [path, languageCode ? { languageCode } : {}])));
}

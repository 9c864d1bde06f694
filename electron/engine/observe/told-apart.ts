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
  const { files } = context;
  const links = context.links();
  const leaving = gone.filter(({ path, goneSinceMs }) => goneSinceMs === undefined && links.has(path));
  const linked = new Set(leaving.map(({ path }) => foldedPath(path)));
  if (linked.size === 0) return;
  const ofItsOwn = files.paths().filter((path) => {
    if (!linked.has(foldedPath(path)) || links.has(path)) return false;
    // It may leave, too, or be gone already: it was another one all the same.
    const file = files.get(path);
    return (file?.sha256 ?? file?.missing) !== undefined;
  });
  if (ofItsOwn.length > 0) await context.changeLinks(new Map(ofItsOwn.map((path) => [path, {}])));
}

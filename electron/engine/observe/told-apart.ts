import type { Links } from '../library/links-file.ts';
import type { LibraryRecords } from '../state/library-state.ts';
import type { LocalFile } from '../state/local-file.ts';
import { apartLink } from '../tree/library-links.ts';
import { foldedPath } from '../tree/paths.ts';
import type { LibraryFolder } from './library-folder.ts';

/**
 * The link of a file that is gone counts for one whose name differs in case or accents only: another system spells the name
 * of the same file so. Two that stand beside each other are two files: before one of them is gone, the one without a link
 * gets one of its own, in which nothing is said of it.
 * @param gone files that are about to count as gone
 */
export async function tellApart(
  context: LibraryRecords & LibraryFolder & Links,
  gone: readonly LocalFile[],
): Promise<void> {
  const { files, disk } = context;
  const leaving = gone.filter(({ path, goneSinceMs }) => goneSinceMs === undefined && context.hasLinkAlike(path));
  if (leaving.length === 0) return;
  const links = context.links();
  const alike = Map.groupBy(leaving, ({ path }) => foldedPath(path));
  const standing = Map.groupBy(
    files.paths().filter((path) => alike.has(foldedPath(path)) && isKnownThere(files.get(path))),
    foldedPath,
  );
  for (const [folded, paths] of standing) {
    const unsaid = paths.filter((path) => !links.has(path));
    if (paths.length < 2 || unsaid.length === 0 || unsaid.length === paths.length) continue;
    // A disk that does not tell them apart has one file, which answers to both names.
    const answers = async ({ path }: LocalFile): Promise<boolean> =>
      (await disk.stat(path).catch(() => 'unknown')) !== undefined;
    const left = await Promise.all((alike.get(folded) ?? []).map(answers));
    if (left.includes(true)) continue;
    await context.changeLinks(new Map(unsaid.map((path) => [path, apartLink])));
  }
}

const isKnownThere = (file: LocalFile | undefined): boolean =>
  file?.goneSinceMs === undefined && (file?.sha256 ?? file?.missing) !== undefined;

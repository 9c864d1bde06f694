import { foldedPath } from './paths.ts';

/**
 * The library whose root holds a path, and the path below it; names in another case, or with their accents written
 * otherwise, count where no exact one fits.
 */
export function libraryHolding<L extends { readonly root: string }>(
  libraries: readonly L[],
  absolute: string,
): { readonly library: L; readonly path: string } | undefined {
  const asked = withSlashes(absolute);
  for (const fold of [(text: string) => text, foldedPath]) {
    for (const library of libraries) {
      const root = withSlashes(library.root);
      if (!fold(`${asked}/`).startsWith(fold(`${root}/`))) continue;
      // Names that are equal so need not be equally long.
      return { library, path: asked.split('/').slice(root.split('/').length).join('/') };
    }
  }
  return undefined;
}

/** Whether one folder is the other or below it, without regard to case and separator (what Windows and macOS mean). */
export function overlap(oneFolder: string, otherFolder: string): boolean {
  const [one, other] = [folded(oneFolder), folded(otherFolder)];
  return one.startsWith(other) || other.startsWith(one);
}

const folded = (folder: string): string => `${foldedPath(withSlashes(folder))}/`;

function withSlashes(path: string): string {
  return path.replaceAll('\\', '/').replace(/\/+$/, '');
}

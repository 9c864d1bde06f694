import { foldedPath } from './paths.ts';

/**
 * The library whose root holds a path, and the path below it. On systems that ignore the case of names, other cases, and
 * accents written otherwise, count where no exact one fits.
 */
export function libraryHolding<L extends { readonly root: string }>(
  libraries: readonly L[],
  absolute: string,
  ignoresCase: boolean,
): { readonly library: L; readonly path: string } | undefined {
  const asked = withSlashes(absolute);
  for (const fold of [asSpelled, ...(ignoresCase ? [foldedPath] : [])]) {
    for (const library of libraries) {
      const root = withSlashes(library.root);
      if (!fold(`${asked}/`).startsWith(fold(`${root}/`))) continue;
      // Names that are equal so need not be equally long.
      return { library, path: asked.split('/').slice(root.split('/').length).join('/') };
    }
  }
  return undefined;
}

/** Whether one folder is the other or below it, without regard to separators. */
export function overlap(oneFolder: string, otherFolder: string, ignoresCase: boolean): boolean {
  const fold = ignoresCase ? foldedPath : asSpelled;
  const [one, other] = [`${fold(withSlashes(oneFolder))}/`, `${fold(withSlashes(otherFolder))}/`];
  return one.startsWith(other) || other.startsWith(one);
}

const asSpelled = (path: string): string => path;

function withSlashes(path: string): string {
  return path.replaceAll('\\', '/').replace(/\/+$/, '');
}

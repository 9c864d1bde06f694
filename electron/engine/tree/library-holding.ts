/** The library whose root holds a path, and the path below it; names in another case count where no exact one fits. */
export function libraryHolding<L extends { readonly root: string }>(
  libraries: readonly L[],
  absolute: string,
): { readonly library: L; readonly path: string } | undefined {
  const asked = withSlashes(absolute);
  for (const fold of [(text: string) => text, (text: string) => text.toLowerCase()]) {
    for (const library of libraries) {
      const root = withSlashes(library.root);
      if (fold(`${asked}/`).startsWith(fold(`${root}/`))) return { library, path: asked.slice(root.length + 1) };
    }
  }
  return undefined;
}

function withSlashes(path: string): string {
  return path.replaceAll('\\', '/').replace(/\/+$/, '');
}

/** The first of those that are called the same, in their order: nobody can tell the others from it. */
export function onePerLabel<T extends { readonly label: string }>(things: readonly T[]): T[] {
  const labels = new Set<string>();
  return things.filter(({ label }) => !labels.has(label) && labels.add(label));
}

/** So much of a name every disk holds: those that count UTF-16 units hold as many of these. */
const longestNameBytes = 255;

/**
 * A path with a suffix behind the base of its name: `pump (2).rfa`. The base of a long name is cut between characters, so
 * that disks hold the whole.
 */
export function fittedPath(path: string, suffix = ''): string {
  const start = path.lastIndexOf('/') + 1;
  const dot = path.lastIndexOf('.');
  const baseEnd = dot > start ? dot : path.length;
  const end = `${suffix}${path.slice(baseEnd)}`;
  const base = [...path.slice(start, baseEnd)];
  while (base.length > 0 && bytesOf(`${base.join('')}${end}`) > longestNameBytes) base.pop();
  return `${path.slice(0, start)}${base.join('')}${end}`;
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

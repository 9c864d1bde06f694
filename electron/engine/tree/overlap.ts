/** Whether one folder is the other or below it, without regard to case and separator (what Windows and macOS mean). */
export function overlap(oneFolder: string, otherFolder: string): boolean {
  const [one, other] = [folded(oneFolder), folded(otherFolder)];
  return one.startsWith(other) || other.startsWith(one);
}

function folded(path: string): string {
  return `${path.replaceAll('\\', '/').replace(/\/+$/, '').toLowerCase()}/`;
}

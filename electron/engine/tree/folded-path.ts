/** A path as the least exact disk compares it: without regard to case and to how accents are written. */
export function foldedPath(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

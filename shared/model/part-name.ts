/** A name that every scan and CAD program passes over, for what is not yet whole in a library's folder. */
export function partName(id: string): string {
  return `.cadsync-${id}.part`;
}

/** Whether a crash of ours may have left what has this name. */
export function isPartName(name: string): boolean {
  return /^\.cadsync-.+\.part$/.test(name);
}

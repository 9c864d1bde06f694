import ignore from 'ignore';

/** Which paths below a library's root are no part of it. */
export interface IgnoreRules {
  readonly isEmpty: boolean;
  /** Whether a file is ignored, by itself or with one of its folders. */
  ignoresFile(path: string): boolean;
  /** Whether a folder is ignored with everything in it. */
  ignoresFolder(path: string): boolean;
}

/**
 * Reads patterns in the form of a `.gitignore`, one line each.
 * @param ignoresCase whether the disk takes names that differ in case only for the same
 */
export function createIgnoreRules(patterns: readonly string[], ignoresCase: boolean): IgnoreRules {
  const rules = ignore({ ignorecase: ignoresCase }).add(patterns.map((pattern) => pattern.normalize('NFC')));
  const isEmpty = patterns.every((pattern) => pattern.trim() === '' || pattern.startsWith('#'));
  const matches = (path: string): boolean =>
    !isEmpty && ignore.isPathValid(path) && rules.ignores(path.normalize('NFC'));
  return {
    isEmpty,
    ignoresFile: matches,
    ignoresFolder: (path) => matches(`${path}/`),
  };
}

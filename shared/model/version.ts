/**
 * A content version. Releases have minor 0 (`3.0`); drafts count up the minor after a release (`3.1`); before the
 * first release drafts are `0.1`, `0.2` …
 */
export interface Version {
  readonly major: number;
  readonly minor: number;
}

export function formatVersion(version: Version): string {
  return `${version.major}.${version.minor}`;
}

/** Reads `3.1`; `undefined` when the text is no version. */
export function parseVersion(text: string): Version | undefined {
  const match = /^(\d{1,9})\.(\d{1,9})$/.exec(text);
  return match ? { major: Number(match[1]), minor: Number(match[2]) } : undefined;
}

/** Negative when `a` is older than `b`, positive when newer, 0 when equal. */
export function compareVersions(a: Version, b: Version): number {
  return a.major - b.major || a.minor - b.minor;
}

export function isRelease(version: Version): boolean {
  return version.major > 0 && version.minor === 0;
}

/** The draft that follows `newest` (none yet: `0.1`). */
export function nextDraft(newest: Version | undefined): Version {
  return newest ? { major: newest.major, minor: newest.minor + 1 } : { major: 0, minor: 1 };
}

/** The release that follows `newest`. */
export function nextRelease(newest: Version): Version {
  return { major: newest.major + 1, minor: 0 };
}

/** The newest release among the versions up to `version`: drafts carry the major version of the release before them. */
export function releaseAtOrBefore({ major }: Version): Version | undefined {
  return major > 0 ? { major, minor: 0 } : undefined;
}

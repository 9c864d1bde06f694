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

/** A version as a service lists it, with the hash of its bytes where it tells that. */
interface Listed {
  readonly version: Version;
  readonly sha256?: string | undefined;
}

/**
 * Which of the versions that a service lists is the one that something sent became, where it did not say: one that came
 * since, of these bytes where hashes are told. Of several without a hash nobody could tell which is whose.
 * @param sent its bytes, where they are known, and the version that it followed; `undefined` for the first
 */
export function versionSince<One extends Listed>(
  listed: readonly One[],
  sent: { readonly sha256?: string | undefined; readonly after: Version | undefined },
): One | undefined {
  const since = listed
    .filter(({ version }) => !sent.after || compareVersions(version, sent.after) > 0)
    .toSorted((a, b) => compareVersions(b.version, a.version));
  const same = since.filter(
    ({ sha256 }) => sha256 === undefined || sent.sha256 === undefined || sha256 === sent.sha256,
  );
  return same.find(({ sha256 }) => sha256 !== undefined) ?? (since.length === 1 ? same[0] : undefined);
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

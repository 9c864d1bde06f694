import {
  contentKeyOf,
  contentVersionIdentity,
  metadataIdentity,
  versionOf,
} from '../../../shared/api/content-key-of.ts';
import type { CadContentVersion, CadContentVersions, CadMetadata } from '../../../shared/api/schemas/cad-metadata.ts';
import type { VersionChoice } from '../../../shared/api/version-choice.ts';
import {
  formatContentKey,
  formatVersionText,
  readContentKey,
  type CadKey,
  type ContentKey,
} from '../../../shared/model/content-key.ts';
import { compareVersions, isRelease, parseVersion, type Version } from '../../../shared/model/version.ts';
import { readOnce, type AnyInput, type KeptFile, type Write } from './write.ts';

/** A version of a CAD file that the service does not have yet. */
export interface WaitingVersion extends Line {
  readonly writeId: number;
  readonly version: Version;
  /** `undefined` where it becomes a release of a draft that the service has. */
  readonly record: CadMetadata | undefined;
  /** Which draft that is, where it is known. */
  readonly releases?: Version | undefined;
  readonly file: KeptFile | undefined;
  /** Whether the service may have it by now, because it is on its way or an answer was lost. */
  readonly wasTried: boolean;
  readonly madeMs: number;
  readonly comments: string | undefined;
}

/** The file that something is about, or an attachment of it. */
export interface Line {
  readonly key: ContentKey;
  /** Empty for the file itself. */
  readonly attachmentName: string;
  /** Both as one text, by which two are known to be the same. */
  readonly line: string;
}

export function lineFrom(key: ContentKey, attachmentName: string): Line {
  return { key, attachmentName, line: `${formatContentKey(key)}\0${attachmentName}` };
}

/** What a record says of the file that it belongs to; `undefined` for one that says too little. */
export function lineOf(record: CadMetadata): Line | undefined {
  const key = contentKeyOf(record);
  return key.ok ? lineFrom(key.value, record.attachmentName?.trim() ?? '') : undefined;
}

/** Whether a record belongs to this file or attachment. */
export function isOfLine(record: CadMetadata, { line }: Pick<Line, 'line'>): boolean {
  return lineOf(record)?.line === line;
}

/** The versions that wait, the oldest first. */
export function waitingVersions(writes: readonly Write[]): readonly WaitingVersion[] {
  const newest = new Map<string, WaitingVersion>();
  return writes.flatMap((write) => {
    const versions = versionsOf(write, newest);
    for (const version of versions) newest.set(version.line, version);
    return versions;
  });
}

/** @param newest of each line, among those that wait before it */
function versionsOf(write: Write, newest: ReadonlyMap<string, WaitingVersion>): readonly WaitingVersion[] {
  if (write.operation === 'storeMetadata') return draftsOf(write);
  const release = write.operation === 'release' ? releaseOf(write) : undefined;
  return release ? [ofDraft(release, newest.get(release.line))] : [];
}

const draftsOf = readOnce(({ writeId, answer, file, wasTried, madeMs }): readonly WaitingVersion[] =>
  (answer as readonly CadMetadata[]).flatMap((record) => {
    const line = lineOf(record);
    const version = versionOf(record);
    if (!line || !version) return [];
    return [{ ...line, writeId, version, record, file, wasTried, madeMs, comments: record.comments }];
  }),
);

/** As that of a draft which the service has. */
const releaseOf = readOnce(({ writeId, input, answer, wasTried, madeMs }): WaitingVersion | undefined => {
  const [newest] = (answer as CadContentVersions).versions;
  const key = readContentKey(input.params as unknown as ContentKey, newest?.languagecode);
  if (!newest || !key.ok) return undefined;
  const version = { major: newest.major, minor: newest.minor };
  const about = { ...lineFrom(key.value, ''), writeId, version, wasTried, madeMs, comments: newest.comments };
  return { ...about, record: undefined, releases: versionNamedIn(input), file: undefined };
});

/** A release of what waits itself, where it does. */
function ofDraft({ releases, ...release }: WaitingVersion, draft: WaitingVersion | undefined): WaitingVersion {
  if (!draft) return { ...release, releases };
  const { comments } = release;
  const record = { ...recordOf({ ...release, record: draft.record }), ...(comments === undefined ? {} : { comments }) };
  return { ...release, record, file: draft.file };
}

/** The version that a query names; `undefined` where it names none. */
export function versionNamedIn({ query = {} }: AnyInput): Version | undefined {
  return parseVersion(`${String(query['majorVersion'])}.${String(query['minorVersion'])}`);
}

/** A record with what a version that waits is called meanwhile. */
export function recordOf({
  key,
  version,
  record,
  madeMs,
}: Pick<WaitingVersion, 'key' | 'version' | 'record' | 'madeMs'>): CadMetadata {
  const identity = metadataIdentity(key);
  return {
    ...record,
    ...identity,
    application: { ...record?.application, ...identity.application },
    etim: { ...record?.etim, ...identity.etim },
    changeDate: new Date(madeMs).toISOString(),
    version: formatVersionText(key, version),
    majorVersion: version.major,
    minorVersion: version.minor,
    released: isRelease(version),
    waiting: true,
  };
}

/** The same as the list of versions tells it. */
export function contentVersionOf({
  key,
  version,
  file,
  madeMs,
  comments,
}: Pick<WaitingVersion, 'key' | 'version' | 'file' | 'madeMs' | 'comments'>): CadContentVersion {
  return {
    ...contentVersionIdentity(key, version),
    changeDate: new Date(madeMs).toISOString(),
    released: isRelease(version),
    waiting: true,
    ...(file ? { size: file.sizeBytes, sha256: file.sha256 } : {}),
    ...(comments === undefined ? {} : { comments }),
  };
}

/** The languages of versions that are listed. */
export function languagesOf(versions: readonly CadContentVersion[] = []): readonly string[] {
  return versions.map(({ languagecode = '' }) => languagecode);
}

/** Those of one file: of exactly that language; where none is asked, language-neutral, else the first by its code. */
export function ofLanguage(
  waiting: readonly WaitingVersion[],
  asked: string | undefined,
  others: readonly string[] = [],
): readonly WaitingVersion[] {
  const languages = [...waiting.map(({ key }) => key.languageCode ?? ''), ...others];
  const wanted = asked ?? languages.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))[0];
  return waiting.filter(({ key }) => (key.languageCode ?? '') === wanted);
}

/**
 * Whether the service does not list it: the same number and bytes are that version, of which this computer is only to
 * hear. A number alone may be a colleague's, unless it is that of a release.
 */
export function isNotAmong(listed: readonly (Version & { readonly sha256?: string | undefined })[]) {
  return ({ version, record, file, wasTried }: WaitingVersion): boolean =>
    !wasTried ||
    !listed.some(
      (one) =>
        compareVersions(one, version) === 0 &&
        (record === undefined || (file !== undefined && one.sha256?.toLowerCase() === file.sha256)),
    );
}

/** Whether a version is of this CAD key, whatever its type and language. */
export function isOfCadKey({ key }: WaitingVersion, asked: CadKey): boolean {
  return (
    key.applicationName === asked.applicationName &&
    key.applicationVersion === asked.applicationVersion &&
    key.etimClassCode === asked.etimClassCode &&
    key.etimClassCodeVersion === asked.etimClassCodeVersion &&
    key.etimModelCode === asked.etimModelCode &&
    key.etimModelCodeVersion === asked.etimModelCodeVersion
  );
}

/** Whether a version is of this CAD key and type, whatever its language. */
export function isOfContent(version: WaitingVersion, asked: CadKey & Pick<ContentKey, 'type'>): boolean {
  return isOfCadKey(version, asked) && version.key.type === asked.type;
}

/**
 * The one that is meant among those of one file, where none that the service has is.
 * @param hasRelease whether the service has a release of it
 */
export function chooseWaiting(
  waiting: readonly WaitingVersion[],
  choice: VersionChoice,
  hasRelease: boolean,
): WaitingVersion | undefined {
  switch (choice.kind) {
    case 'current':
      return waiting.findLast(({ version }) => isRelease(version)) ?? (hasRelease ? undefined : waiting.at(-1));
    case 'newest':
      return waiting.at(-1);
    case 'newestOfMajor':
      return waiting.findLast(({ version }) => version.major === choice.major);
    case 'exactly':
      return waiting.find(({ version }) => compareVersions(version, choice.version) === 0);
  }
}

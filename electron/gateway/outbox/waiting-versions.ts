import { contentKeyOf, metadataIdentity, versionOf } from '../../../shared/api/content-key-of.ts';
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
import type { AnyInput, KeptFile, Write } from './write.ts';

/** A version of a CAD file that the service does not have yet. */
export interface WaitingVersion {
  readonly writeId: number;
  readonly key: ContentKey;
  /** Empty for the file itself. */
  readonly attachmentName: string;
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

/** What a record says of the file that it belongs to; `undefined` for one that says too little. */
export function lineOf(record: CadMetadata): { readonly key: ContentKey; readonly attachmentName: string } | undefined {
  const key = contentKeyOf(record);
  return key.ok ? { key: key.value, attachmentName: record.attachmentName?.trim() ?? '' } : undefined;
}

export function isSameLine(one: Line, other: Line): boolean {
  return one.attachmentName === other.attachmentName && formatContentKey(one.key) === formatContentKey(other.key);
}

type Line = Pick<WaitingVersion, 'key' | 'attachmentName'>;

/** The versions that wait, the oldest first. */
export function waitingVersions(writes: readonly Write[]): readonly WaitingVersion[] {
  const versions: WaitingVersion[] = [];
  for (const write of writes) {
    if (write.operation === 'storeMetadata') versions.push(...draftsOf(write));
    if (write.operation === 'release') versions.push(...releaseOf(write, versions));
  }
  return versions;
}

function draftsOf({ writeId, answer, file, wasTried, madeMs }: Write): readonly WaitingVersion[] {
  return (answer as readonly CadMetadata[]).flatMap((record) => {
    const line = lineOf(record);
    const version = versionOf(record);
    if (!line || !version) return [];
    return [{ ...line, writeId, version, record, file, wasTried, madeMs, comments: record.comments }];
  });
}

function releaseOf(
  { writeId, input, answer, wasTried, madeMs }: Write,
  before: readonly WaitingVersion[],
): WaitingVersion[] {
  const [newest] = (answer as CadContentVersions).versions;
  const key = readContentKey(input.params as unknown as ContentKey, newest?.languagecode);
  if (!newest || !key.ok) return [];
  const line = { key: key.value, attachmentName: '' };
  const version = { major: newest.major, minor: newest.minor };
  const about = { ...line, writeId, version, wasTried, madeMs, comments: newest.comments };
  const draft = before.findLast((one) => isSameLine(one, line));
  if (!draft) return [{ ...about, record: undefined, releases: versionNamedIn(input), file: undefined }];
  const { comments } = newest;
  const record = { ...recordOf({ ...about, record: draft.record }), ...(comments === undefined ? {} : { comments }) };
  return [{ ...about, record, file: draft.file }];
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
    cadversion: key.applicationVersion,
    etimclassversion: Number(key.etimClassCodeVersion),
    modelclassversion: Number(key.etimModelCodeVersion),
    languagecode: key.languageCode ?? '',
    major: version.major,
    minor: version.minor,
    changeDate: new Date(madeMs).toISOString(),
    released: isRelease(version),
    waiting: true,
    ...(file ? { size: file.sizeBytes, sha256: file.sha256 } : {}),
    ...(comments === undefined ? {} : { comments }),
  };
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

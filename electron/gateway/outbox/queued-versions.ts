import { metadataIdentity, versionOf } from '../../../shared/api/content-key-of.ts';
import { findDraftRecords, readDraftRecords, type DraftRecord } from '../../../shared/api/draft-records.ts';
import type { CadContentVersions, CadMetadata } from '../../../shared/api/schemas/cad-metadata.ts';
import { isReleaseOf } from '../../../shared/api/version-choice.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { formatContentKey, readContentKey, type ContentKey } from '../../../shared/model/content-key.ts';
import { formatVersion, isRelease, nextDraft, nextRelease, type Version } from '../../../shared/model/version.ts';
import type { Question } from '../question.ts';
import { versionTokenOf } from './provisional-ids.ts';
import type { QueuedWrite } from './queued-writes.ts';
import {
  contentVersionOf,
  isOfContent,
  isOfLine,
  languagesOf,
  lineFrom,
  lineOf,
  ofLanguage,
  recordOf,
  type Line,
  type WaitingVersion,
} from './waiting-versions.ts';
import type { AnyInput, KeptFile, Write } from './write.ts';

/** Makes the draft after the newest one that is known. As at the service, each is a draft of its own, also of the same bytes. */
export const queuedMetadata: QueuedWrite<'storeMetadata'> = {
  plan(planning) {
    const { input, question, writes, waiting, versionsOf, askedMs } = planning;
    const { blobId } = question.params;
    const drafts = readDraftRecords(question.body ?? []);
    const answer: CadMetadata[] = [];
    const sent: CadMetadata[] = [];
    const after: string[] = [];
    const file = planning.file ?? bytesOfBlob(writes, blobId);
    for (const draft of drafts) {
      const line = lineFrom(draft.key, draft.attachmentName);
      const record = { ...draft.given, type: draft.key.type };
      const ofLine = waiting.filter((one) => one.line === line.line);
      const newestWaiting = ofLine.at(-1);
      const known = newestOf(versionsOf(line)) ?? baseOf(draft);
      const version = nextDraft(newestWaiting?.version ?? known);
      after.push(newestWaiting ? versionTokenOf(newestWaiting.writeId, lineText(line)) : textOf(known));
      const named = { ...line, version, record, madeMs: askedMs };
      answer.push({ ...recordOf(named), blobId, ...(file ? { sha256: file.sha256, size: file.sizeBytes } : {}) });
      sent.push(withBase(record, baseOf(draft), ofLine));
    }
    return { input: { ...input, body: sent }, file, answer, after, title: titleOf(drafts[0]?.given) };
  },
  subjectsIn: (question) => [...new Set(linesIn(question).map(({ key }) => subjectOf(key)))],
  countsOn: linesIn,
  meanings(write, answer) {
    const stored = answer as readonly CadMetadata[];
    return (write.answer as readonly CadMetadata[]).flatMap((record) => {
      const line = lineOf(record);
      const same = line && stored.find((one) => isOfLine(one, line));
      return line && same ? versionMeanings(write.writeId, line, same) : [];
    });
  },
};

/**
 * Makes the release of the newest draft that is known, and of no other: what a colleague stores meanwhile is not
 * finished. Asked again it is refused as the service would, because the newest version is a release by then.
 */
export const queuedRelease: QueuedWrite<'release'> = {
  plan({ input, question, waiting, versionsOf, askedMs }) {
    const { query, body } = question;
    const key = releasedKey(question);
    const known = versionsOf(lineFrom(key, ''));
    const ofFile = waiting.filter((one) => one.attachmentName === '' && isOfContent(one, key));
    const mine = ofLanguage(ofFile, query.languageCode, languagesOf(known.versions));
    const draft = mine.at(-1);
    const newest = draft?.version ?? newestOf(known);
    if (newest && isRelease(newest)) {
      throw new AppError('nothing-to-release', {
        detail: `The newest version, ${formatVersion(newest)}, is released, as far as is known while the service is away.`,
      });
    }
    // Once the service has this one, it releases none before it.
    if (draft && !isReleaseOf(query, draft.version)) {
      throw new AppError('nothing-to-release', { detail: `The newest draft is ${formatVersion(draft.version)}.` });
    }
    const title = draft?.record?.baseFilename ?? key.applicationName;
    const ofKnown = newest && isReleaseOf(query, newest) ? ofVersion(input, newest) : input;
    const planned = { title, input: draft ? ofDraft(input, draft) : ofKnown };
    if (!newest) return { ...planned, answer: { versions: [] } };
    const languageCode = draft ? draft.key.languageCode : known.versions[0]?.languagecode;
    const released = readContentKey(key, languageCode);
    const release = contentVersionOf({
      key: released.ok ? released.value : key,
      version: nextRelease(newest),
      file: draft?.file,
      madeMs: askedMs,
      comments: body?.comments,
    });
    const versions = [release, ...mine.toReversed().map(contentVersionOf), ...known.versions];
    return { ...planned, answer: { current: release, versions } satisfies CadContentVersions };
  },
  subjectsIn: (question) => [subjectOf(releasedKey(question))],
  countsOn: (question) => [lineFrom(releasedKey(question), '')],
};

function linesIn({ body }: Pick<Question<'storeMetadata'>, 'body'>): readonly Line[] {
  return findDraftRecords(body ?? []).drafts.map(({ key, attachmentName }) => lineFrom(key, attachmentName));
}

function releasedKey({ params, query }: Pick<Question<'release'>, 'params' | 'query'>): ContentKey {
  const { licenseCode: _, ...key } = params;
  return query.languageCode ? { ...key, languageCode: query.languageCode } : key;
}

/** The bytes of a blob that waits, or that an earlier record waits with. */
function bytesOfBlob(writes: readonly Write[], blobId: string): KeptFile | undefined {
  const asked = blobId.toLowerCase();
  const isOf = ({ gives, input }: Write): boolean =>
    gives === asked || String(input.params['blobId']).toLowerCase() === asked;
  return writes.find(isOf)?.file;
}

/** Of a language or of none: which one is meant may only be known by the service. */
function subjectOf(key: ContentKey): string {
  return `file ${formatContentKey({ ...key, languageCode: undefined })}`;
}

function newestOf({ versions }: CadContentVersions) {
  return versions[0] && { major: versions[0].major, minor: versions[0].minor };
}

function textOf(version: Version | undefined): string {
  return version ? formatVersion(version) : '';
}

/** What its draft becomes newest over, or is refused. */
function baseOf({ base }: DraftRecord): Version | undefined {
  return base === 'none' ? undefined : base;
}

/** A base that waits itself is known by another number once it is stored. */
function withBase(
  { waiting: _waiting, ...given }: CadMetadata,
  base: Version | undefined,
  waiting: readonly WaitingVersion[],
): CadMetadata {
  const same = base && waiting.find(({ version }) => formatVersion(version) === formatVersion(base));
  return same ? { ...given, baseVersion: versionTokenOf(same.writeId, lineText(same)) } : given;
}

function ofDraft(input: AnyInput, draft: WaitingVersion): AnyInput {
  const line = lineText(draft);
  const majorVersion = versionTokenOf(draft.writeId, line, 'major');
  const minorVersion = versionTokenOf(draft.writeId, line, 'minor');
  return { ...input, query: { ...input.query, majorVersion, minorVersion } };
}

function ofVersion(input: AnyInput, { major, minor }: Version): AnyInput {
  return { ...input, query: { ...input.query, majorVersion: String(major), minorVersion: String(minor) } };
}

function versionMeanings(writeId: number, line: Line, stored: CadMetadata): (readonly [string, string])[] {
  const version = versionOf(stored);
  if (!version) return [];
  const text = lineText(line);
  return [
    [versionTokenOf(writeId, text), formatVersion(version)],
    [versionTokenOf(writeId, text, 'major'), String(version.major)],
    [versionTokenOf(writeId, text, 'minor'), String(version.minor)],
  ];
}

function lineText({ key, attachmentName }: Pick<Line, 'key' | 'attachmentName'>): string {
  return JSON.stringify([metadataIdentity(key), attachmentName]);
}

function titleOf(record: CadMetadata | undefined): string {
  const { baseFilename = '', fileExtension = '' } = record ?? {};
  return fileExtension === '' ? baseFilename : `${baseFilename}.${fileExtension}`;
}

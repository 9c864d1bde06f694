import { metadataIdentity, versionOf } from '../../../shared/api/content-key-of.ts';
import type { CallId } from '../../../shared/api/caller.ts';
import type { CadContentVersions, CadMetadata } from '../../../shared/api/schemas/cad-metadata.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { formatContentKey, readContentKey, type ContentKey } from '../../../shared/model/content-key.ts';
import { formatVersion, isRelease, nextDraft, nextRelease, parseVersion } from '../../../shared/model/version.ts';
import { productNames } from '../../../shared/model/product-names.ts';
import { newTicketNumber } from '../../../shared/model/ticket-number.ts';
import type { Question } from '../question.ts';
import { areSameBytes, isSameInput, isSameRequest, type ComparedWrite } from './asked-again.ts';
import { provisionalFilterId, versionTokenOf } from './provisional-ids.ts';
import { contentVersionOf, isSameLine, lineOf, ofLanguage, recordOf, type WaitingVersion } from './waiting-versions.ts';
import type { AnyInput, KeptFile, Write, WriteId, WriteRecord } from './write.ts';

/** What a write is planned with. */
interface Planning {
  readonly input: AnyInput;
  readonly file: KeptFile | undefined;
  /** What waits for the same service already, the first first. */
  readonly writes: readonly Write[];
  readonly waiting: readonly WaitingVersion[];
  /** What the service is known to have of a CAD file, what waits not among it. */
  readonly versionsOf: (key: ContentKey) => Promise<CadContentVersions>;
  readonly isIdFree: (id: string) => boolean;
  readonly newId: () => string;
  readonly nowMs: number;
}

type PlannedWrite = Omit<WriteRecord, 'needs' | 'madeBy' | 'madeMs'>;

/** How a write is answered while it waits, and what its ids are once it is done. */
export interface QueuedWrite<Id extends WriteId = WriteId> {
  /** @throws AppError for what the service would refuse whatever it knows */
  plan(planning: Planning & { readonly question: QuestionOf<Id> }): Promise<PlannedWrite> | PlannedWrite;
  /**
   * Whether what is asked is what waits already, from the same asker: then it is not added again. Without, each counts.
   * @param earlier with nothing behind it that is about the same
   */
  isAgain?(earlier: ComparedWrite, asked: ComparedWrite): boolean;
  /** Pairs of an id that was given meanwhile, and what it is now. */
  meanings?(write: Write, answer: unknown): readonly (readonly [string, string])[];
}

type QuestionOf<Id extends WriteId> = Id extends CallId ? Question<Id> : undefined;

/** Bytes of which others are told the id. The same bytes have the same id. */
export const queuedBytes: QueuedWrite<'storeFile' | 'storeValidationFile'> = {
  plan({ input, file, newId }) {
    const gives = newId();
    return { input, file, answer: gives, gives, subjects: [], title: file?.fileName ?? '' };
  },
  isAgain: areSameBytes,
  meanings: ({ gives = '' }, answer) => [[gives, String(answer)]],
};

export const queuedStandard: QueuedWrite<'storeStandard'> = {
  plan({ input, question: { body = '' }, writes, newId }) {
    const name = typeof body === 'string' ? body : body.standardName;
    const subjects = [`standard ${name}`];
    // The same name has the same id.
    const same = writes.find((write) => write.operation === 'storeStandard' && write.subjects[0] === subjects[0]);
    const gives = same?.gives ?? newId();
    return { input, answer: { [gives]: name }, gives, subjects, title: name };
  },
  isAgain: isSameInput,
  meanings: ({ gives = '' }, answer) => Object.keys(answer as object).map((id) => [gives, id]),
};

export const queuedFilter: QueuedWrite<'storeFilter'> = {
  plan({ input, question: { body }, isIdFree }) {
    const answer = provisionalFilterId(isIdFree);
    return { input, answer, gives: String(answer), subjects: [], title: productNames(body?.cadProducts ?? []) };
  },
  // Nothing changes a filter, so one does for whoever asks twice; what a person keeps under two names has two ids.
  isAgain: (earlier, asked) => earlier.title === asked.title && isSameInput(earlier, asked),
  meanings: ({ gives = '' }, answer) => [[gives, String(answer)]],
};

export const queuedBimReady: QueuedWrite<'setBimReady'> = {
  plan({ input, question: { body = {} } }) {
    const products = Object.keys(body);
    return {
      input,
      answer: true,
      subjects: products.map((id) => `product ${id}`),
      title: products.slice(0, 3).join(', '),
    };
  },
  isAgain: isSameInput,
};

/** Its ticket number is given here where it has none, so that sending it again is the same request. */
export const queuedRequest: QueuedWrite<'storeValidationRequest'> = {
  plan({ input, question: { body }, writes, nowMs }) {
    const { accessToken: _token, ...request } = body ?? { projectId: '' };
    const ticketNumber = request.ticketNumber?.trim() || newTicketNumber(nowMs);
    const subjects = [`ticket ${request.projectId}/${ticketNumber}`];
    const blobId = request.selectionBlobId?.toLowerCase();
    const file = writes.find(({ gives }) => gives !== undefined && gives === blobId);
    return {
      input: { ...input, body: { ...request, ticketNumber } },
      answer: ticketNumber,
      subjects,
      title: [request.projectName || request.projectId, file?.title].filter(Boolean).join(' · '),
    };
  },
  isAgain: isSameRequest,
};

/** Makes the draft after the newest one that is known. As at the service, each is a draft of its own, also of the same bytes. */
export const queuedMetadata: QueuedWrite<'storeMetadata'> = {
  async plan(planning) {
    const { input, question, writes, waiting, versionsOf, nowMs } = planning;
    const { blobId } = question.params;
    const records = [question.body ?? []].flat();
    const answer: CadMetadata[] = [];
    const sent: CadMetadata[] = [];
    const file = writes.find(({ gives }) => gives === blobId.toLowerCase())?.file;
    for (const [index, record] of records.entries()) {
      const line = lineOf(record);
      if (!line) throw incomplete(index);
      const newestWaiting = waiting.findLast((one) => isSameLine(one, line));
      const known = line.attachmentName === '' ? newestOf(await versionsOf(line.key)) : undefined;
      const version = nextDraft(newestWaiting?.version ?? known);
      const named = { ...line, version, record, madeMs: nowMs };
      answer.push({ ...recordOf(named), blobId, ...(file ? { sha256: file.sha256, size: file.sizeBytes } : {}) });
      sent.push(
        withBase(
          record,
          waiting.filter((one) => isSameLine(one, line)),
        ),
      );
    }
    if (records.length === 0) throw incomplete(0);
    const subjects = [...new Set(records.flatMap((record) => lineOf(record) ?? []).map(({ key }) => subjectOf(key)))];
    return { input: { ...input, body: sent }, file, answer, subjects, title: titleOf(records[0]) };
  },
  meanings(write, answer) {
    const stored = answer as readonly CadMetadata[];
    return [write.answer as readonly CadMetadata[]].flat().flatMap((record) => {
      const line = lineOf(record);
      const same = stored.find((one) => {
        const other = lineOf(one);
        return line && other && isSameLine(line, other);
      });
      return line && same ? versionMeanings(write.writeId, line, same) : [];
    });
  },
};

/**
 * Makes the release of the newest draft that is known; of one that waits, of that one and no other. Asked again it is
 * refused as the service would, because the newest version is a release by then.
 */
export const queuedRelease: QueuedWrite<'release'> = {
  async plan({ input, question, waiting, versionsOf, nowMs }) {
    const { params, query, body } = question;
    const key: ContentKey = { ...keyIn(params), ...(query.languageCode ? { languageCode: query.languageCode } : {}) };
    const known = await versionsOf(key);
    const ofFile = waiting.filter((one) => one.attachmentName === '' && subjectOf(one.key) === subjectOf(key));
    const mine = ofLanguage(
      ofFile,
      query.languageCode,
      known.versions.map(({ languagecode = '' }) => languagecode),
    );
    const draft = mine.at(-1);
    const newest = draft?.version ?? newestOf(known);
    if (newest && isRelease(newest)) {
      throw new AppError('nothing-to-release', {
        detail: `The newest version, ${formatVersion(newest)}, is released, as far as is known while the service is away.`,
      });
    }
    const subjects = [subjectOf(key)];
    const title = mine.at(-1)?.record?.baseFilename ?? key.applicationName;
    const planned = { subjects, title, input: draft ? ofDraft(input, draft) : input };
    if (!newest) return { ...planned, answer: { versions: [] } };
    const languageCode = draft ? draft.key.languageCode : known.versions[0]?.languagecode;
    const released = readContentKey(key, languageCode);
    const about = { writeId: 0, attachmentName: '', record: undefined, file: draft?.file, madeMs: nowMs };
    const release = contentVersionOf({
      ...about,
      key: released.ok ? released.value : key,
      version: nextRelease(newest),
      comments: body?.comments,
    });
    const versions = [release, ...mine.toReversed().map(contentVersionOf), ...known.versions];
    return { ...planned, answer: { current: release, versions } satisfies CadContentVersions };
  },
};

/** Of a language or of none: which one is meant may only be known by the service. */
function subjectOf(key: ContentKey): string {
  return `file ${formatContentKey({ ...key, languageCode: undefined })}`;
}

/** Only what names a file, whatever else a request carries. */
function keyIn(given: ContentKey): ContentKey {
  const { applicationName, applicationVersion, etimClassCode, etimClassCodeVersion } = given;
  const { etimModelCode, etimModelCodeVersion, type } = given;
  const key = { applicationName, applicationVersion, etimClassCode, etimClassCodeVersion };
  return { ...key, etimModelCode, etimModelCodeVersion, type };
}

function newestOf({ versions }: CadContentVersions) {
  return versions[0] && { major: versions[0].major, minor: versions[0].minor };
}

/** A base that waits itself is known by another number once it is stored. */
function withBase(record: CadMetadata, waiting: readonly WaitingVersion[]): CadMetadata {
  const { waiting: _waiting, ...given } = record;
  const base = parseVersion(record.baseVersion?.trim() ?? '');
  const same = base && waiting.find(({ version }) => formatVersion(version) === formatVersion(base));
  return same ? { ...given, baseVersion: versionTokenOf(same.writeId, lineText(same)) } : given;
}

function ofDraft(input: AnyInput, draft: WaitingVersion): AnyInput {
  const line = lineText(draft);
  const majorVersion = versionTokenOf(draft.writeId, line, 'major');
  const minorVersion = versionTokenOf(draft.writeId, line, 'minor');
  return { ...input, query: { ...input.query, majorVersion, minorVersion } };
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

type Line = Pick<WaitingVersion, 'key' | 'attachmentName'>;

function lineText({ key, attachmentName }: Line): string {
  return JSON.stringify([metadataIdentity(key), attachmentName]);
}

function titleOf(record: CadMetadata | undefined): string {
  const { baseFilename = '', fileExtension = '' } = record ?? {};
  return fileExtension === '' ? baseFilename : `${baseFilename}.${fileExtension}`;
}

function incomplete(index: number): AppError {
  const detail = 'a record has to name application, class, modelling class and their versions';
  return new AppError('invalid-request', { faults: [{ in: 'body', pointer: `/${index}`, detail }] });
}

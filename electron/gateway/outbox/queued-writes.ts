import type { CallId } from '../../../shared/api/caller.ts';
import type { CadContentVersions } from '../../../shared/api/schemas/cad-metadata.ts';
import { productNames } from '../../../shared/model/product-names.ts';
import { newTicketNumber } from '../../../shared/model/ticket-number.ts';
import type { CadValidationRequest } from '../../../shared/api/schemas/validation-request.ts';
import type { Question } from '../question.ts';
import { areSameBytes, isSameInput, isSameRequest, type ComparedWrite } from './asked-again.ts';
import { provisionalFilterId } from './provisional-ids.ts';
import type { Line, WaitingVersion } from './waiting-versions.ts';
import type { AnyInput, KeptFile, Write, WriteId, WriteRecord } from './write.ts';

/** What the service is known to have of a CAD file or an attachment, what waits not among it. */
export type VersionsOf = (line: Line) => CadContentVersions;

/** What a write is planned with. */
interface Planning {
  readonly input: AnyInput;
  /** What it brings along, or what it is about where the service may drop that again. */
  readonly file: KeptFile | undefined;
  /** What waits for the same service already, the first first. */
  readonly writes: readonly Write[];
  readonly waiting: readonly WaitingVersion[];
  /** Of a file that it counts on. */
  readonly versionsOf: VersionsOf;
  readonly isIdFree: (id: string) => boolean;
  readonly newId: () => string;
  /** Milliseconds since 1970. */
  readonly askedMs: number;
}

type PlannedWrite = Omit<WriteRecord, 'needs' | 'subjects' | 'madeBy' | 'madeMs'>;

/** How a write is answered while it waits, and what its ids are once it is done. */
export interface QueuedWrite<Id extends WriteId = WriteId> {
  /** @throws AppError for what the service would refuse whatever it knows */
  plan(planning: Planning & { readonly question: QuestionOf<Id> }): PlannedWrite;
  /**
   * Whether what is asked is what waits already, from the same asker: then it is not added again. Without, each counts.
   * @param earlier with nothing behind it that is about the same
   */
  isAgain?(earlier: ComparedWrite, asked: ComparedWrite): boolean;
  /** What is sent, the first time too, so that sending it again asks for the same. */
  ready?(input: AnyInput, askedMs: number): AnyInput;
  /**
   * What it is about: of the same thing one is sent at a time, and nothing overtakes what waits or was refused, because a
   * person may have that tried again. Without, each is about something of its own.
   */
  subjectsIn?(question: QuestionOf<Id>): readonly string[];
  /** The CAD files and attachments whose versions have to be known to plan it. */
  countsOn?(question: QuestionOf<Id>): readonly Line[];
  /** Pairs of an id that was given meanwhile, and what it is now. */
  meanings?(write: Write, answer: unknown): readonly (readonly [string, string])[];
}

type QuestionOf<Id extends WriteId> = Id extends CallId ? Question<Id> : undefined;

/** Bytes of which others are told the id. The same bytes have the same id. */
export const queuedBytes: QueuedWrite<'storeFile' | 'storeValidationFile'> = {
  plan({ input, file, newId }) {
    const gives = newId();
    return { input, file, answer: gives, gives, title: file?.fileName ?? '' };
  },
  isAgain: areSameBytes,
  meanings: ({ gives = '' }, answer) => [[gives, String(answer)]],
};

export const queuedStandard: QueuedWrite<'storeStandard'> = {
  plan({ input, question: { body = '' }, writes, newId }) {
    const name = standardIn(body);
    // The same name has the same id.
    const same = writes.find((write) => write.operation === 'storeStandard' && write.subjects[0] === subjectOf(name));
    const gives = same?.gives ?? newId();
    return { input, answer: { [gives]: name }, gives, title: name };
  },
  subjectsIn: ({ body = '' }) => [subjectOf(standardIn(body))],
  isAgain: isSameInput,
  meanings: ({ gives = '' }, answer) => Object.keys(answer as object).map((id) => [gives, id]),
};

type GivenStandard = NonNullable<Question<'storeStandard'>['body']>;

function standardIn(body: GivenStandard): string {
  return typeof body === 'string' ? body : body.standardName;
}

function subjectOf(standardName: string): string {
  return `standard ${standardName}`;
}

export const queuedFilter: QueuedWrite<'storeFilter'> = {
  plan({ input, question: { body }, isIdFree }) {
    const answer = provisionalFilterId(isIdFree);
    return { input, answer, gives: String(answer), title: productNames(body?.cadProducts ?? []) };
  },
  // Nothing changes a filter, so one does for whoever asks twice; what a person keeps under two names has two ids.
  isAgain: (earlier, asked) => earlier.title === asked.title && isSameInput(earlier, asked),
  meanings: ({ gives = '' }, answer) => [[gives, String(answer)]],
};

export const queuedBimReady: QueuedWrite<'setBimReady'> = {
  plan({ input, question: { body = {} } }) {
    return { input, answer: true, title: Object.keys(body).slice(0, 3).join(', ') };
  },
  subjectsIn: ({ body = {} }) => Object.keys(body).map((id) => `product ${id}`),
  isAgain: isSameInput,
};

/** What a validation request is about. */
export function ticketOf(projectId: string, ticketNumber: string): string {
  return `ticket ${projectId}/${ticketNumber}`;
}

/** Its ticket number is given here where it has none, so that sending it again is the same request. */
export const queuedRequest: QueuedWrite<'storeValidationRequest'> = {
  ready(input, askedMs) {
    const request = input.body as CadValidationRequest;
    const ticketNumber = request.ticketNumber?.trim() || newTicketNumber(askedMs);
    return { ...input, body: { ...request, ticketNumber } };
  },
  plan({ input, question: { body }, writes }) {
    const { accessToken: _token, ticketNumber = '', ...request } = body ?? { projectId: '' };
    const blobId = request.selectionBlobId?.toLowerCase();
    const file = writes.find(({ gives }) => gives !== undefined && gives === blobId);
    return {
      input: { ...input, body: { ...request, ticketNumber } },
      answer: ticketNumber,
      title: [request.projectName || request.projectId, file?.title].filter(Boolean).join(' · '),
    };
  },
  subjectsIn: ({ body }) => (body ? [ticketOf(body.projectId, body.ticketNumber ?? '')] : []),
  isAgain: isSameRequest,
};

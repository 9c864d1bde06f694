import type { AnswerOf, CallId } from '../../shared/api/caller.ts';
import type { OperationId } from '../../shared/api/contract.ts';
import { queuedMetadata, queuedRelease } from './outbox/queued-versions.ts';
import {
  queuedBimReady,
  queuedBytes,
  queuedFilter,
  queuedRequest,
  queuedStandard,
  ticketOf,
  type QueuedWrite,
} from './outbox/queued-writes.ts';
import type { AnyInput, WriteId } from './outbox/write.ts';
import type { Kept } from './mirror.ts';
import { productByGtin, productByPair, productsByPairs, productValues } from './product-parts.ts';
import type { Question } from './question.ts';
import { standardOf } from './standards.ts';

/** How an answer is kept record by record, so that a record answers other questions too. */
export interface Parts<Id extends CallId = CallId> {
  /** By which names the records are kept that the question asks for. */
  names(question: Question<Id>): readonly string[];
  split(question: Question<Id>, answer: AnswerOf<Id>): readonly Kept[];
  /** The answer of these records, in the order of the names; `undefined` for one that there is not. */
  join(records: readonly unknown[]): AnswerOf<Id> | undefined;
}

/** A question whose answer holds the answer to this one. */
interface Within<Id extends CallId = CallId> {
  widen(question: Question<Id>): Question<Id>;
  /** `undefined` where it holds none. */
  take(answer: AnswerOf<Id>, question: Question<Id>): AnswerOf<Id> | undefined;
}

/** What the service answers is kept, and answers while it cannot be asked. */
export interface Mirrored<Id extends CallId = CallId> {
  readonly kind: 'mirrored';
  readonly parts?: Parts<Id>;
  readonly within?: Within<Id>;
  /** Properties, at any depth, that are never kept. */
  readonly without?: readonly string[];
}

/** Asked of the service alone: while it cannot be asked, its error is the answer. */
interface Passed {
  readonly kind: 'passed';
  /** Whose mirrored answers no longer hold once it is done. */
  readonly ends?: readonly CallId[];
  /** What it is about, as what waits names it: that is done first. */
  readonly subjects?: (params: AnyInput['params']) => readonly string[];
}

/** What is asked of the service while it cannot be asked waits, and is done once it can. */
interface Waits {
  readonly kind: 'queued';
  /** What its answer says of the versions that are listed of a file: all of them, or those that came. */
  readonly tells?: 'allVersions' | 'newVersions';
  /** Whose mirrored answers no longer hold once it is done. */
  readonly ends?: readonly CallId[];
}
export type Queued<Id extends WriteId = WriteId> = Waits & QueuedWrite<Id>;

type DecisionOn<Id extends OperationId> =
  | (Id extends CallId ? Mirrored<Id> : never)
  | (Id extends WriteId ? Queued<Id> : never)
  | Passed;
export type Decision = DecisionOn<OperationId>;

const mirrored = { kind: 'mirrored' } as const;
const passed = { kind: 'passed' } as const;
const validationReads = ['getValidationRequests', 'getNamedValidationRequests'] as const;

/** What it deletes others may be working on: it is done now or not at all. */
const deletesRequests = {
  ...passed,
  ends: validationReads,
  subjects: ({ projectId, ticketNumber }: AnyInput['params']) => [ticketOf(String(projectId), String(ticketNumber))],
};

/** What becomes of each operation while the service cannot be asked. */
export const decisions = {
  // Files. Bytes that a person chose to have here are in their library; of all others there are too many.
  getAttachment: passed,
  getFile: passed,
  // Answered meanwhile: an id of its own, which goes on to mean the one of the service.
  storeFile: queued(queuedBytes),
  listVersions: mirrored,
  // Answered meanwhile: the versions that are known, and the release that is next, marked as waiting for its draft.
  release: { ...queued(queuedRelease), tells: 'allVersions' },
  // Metadata
  getMetadata: mirrored,
  // Answered meanwhile: the records, with the draft after the newest that is known, marked as waiting for their bytes.
  storeMetadata: { ...queued(queuedMetadata), tells: 'newVersions' },
  listMetadata: mirrored,
  findMetadata: mirrored,
  findCurrentMetadata: mirrored,
  // Exports, which the service makes of all that it has at that moment.
  exportFilter: passed,
  exportProducts: passed,
  // Standards
  getStandards: {
    ...mirrored,
    within: {
      widen: (question) => ({ ...question, params: {} }),
      take: (standards, { params: { id = '' } }) => {
        const asked = id.trim();
        if (asked === '' || asked.toLowerCase() === 'all') return standards;
        return standardOf(standards, asked);
      },
    },
  },
  // As for `storeFile`.
  storeStandard: queued(queuedStandard),
  // Validation. Whose token a request was made with is nobody else's business.
  getValidationFile: passed,
  storeValidationFile: queued(queuedBytes),
  getValidationRequests: {
    ...mirrored,
    without: ['accessToken'],
    within: {
      widen: ({ params: { projectId }, ...rest }) => ({ ...rest, params: { projectId } }),
      take: (requests, { params }) => ofTicket(requests, params.ticketNumber),
    },
  },
  deleteValidationRequests: deletesRequests,
  // Answered meanwhile: its ticket number, or one made here. It waits for the files it names.
  storeValidationRequest: { ...queued(queuedRequest), ends: validationReads },
  getNamedValidationRequests: {
    ...mirrored,
    without: ['accessToken'],
    within: {
      widen: ({ params: { projectId, projectName }, ...rest }) => ({ ...rest, params: { projectId, projectName } }),
      take: (requests, { params }) => ofTicket(requests, params.ticketNumber),
    },
  },
  deleteNamedValidationRequests: deletesRequests,
  // Products. Answered meanwhile: that it is done. Of a product that the service does not know a person is told later.
  setBimReady: queued(queuedBimReady),
  // It holds credentials, which are written to no disk.
  getDataInformation: passed,
  getProduct: { ...mirrored, parts: productByPair },
  findProducts: { ...mirrored, parts: productsByPairs },
  getProductByGtin: { ...mirrored, parts: productByGtin },
  getProductValues: { ...mirrored, parts: productValues },
  getFilter: mirrored,
  // As for `storeFile`.
  storeFilter: queued(queuedFilter),
  getStructure: mirrored,
} as const satisfies { readonly [Id in OperationId]: DecisionOn<Id> };

function queued<Q extends QueuedWrite<never>>(write: Q): Waits & Q {
  return { kind: 'queued', ...write };
}

/** The requests of one ticket; all where none is named. */
function ofTicket<R extends { readonly ticketNumber?: string | undefined }>(
  requests: R[],
  ticketNumber: string | undefined,
): R[] | undefined {
  if (!ticketNumber) return requests;
  const found = requests.filter((request) => request.ticketNumber === ticketNumber);
  return found.length === 0 ? undefined : found;
}

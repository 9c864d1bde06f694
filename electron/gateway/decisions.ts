import type { CallId } from '../../shared/api/caller.ts';
import type { Contract, OperationId } from '../../shared/api/contract.ts';
import type { JsonAnswerOf } from '../../shared/api/operation.ts';
import { productByGtin, productByPair, productsByPairs, productValues } from './product-parts.ts';
import type { Question } from './question.ts';

/** One record of an answer, with every question that it answers by itself. */
export interface Part {
  readonly names: readonly string[];
  /** `undefined`: the service said that there is none. */
  readonly value: unknown;
}

/** How an answer is kept record by record, so that a record answers other questions too. */
export interface Parts<Id extends CallId = CallId> {
  /** What the question asks for, record by record. */
  names(question: Question<Id>): readonly string[];
  split(question: Question<Id>, answer: JsonAnswerOf<Contract[Id]>): readonly Part[];
  /** The answer of these records, in the order of the names; `undefined` for one that there is not. */
  join(records: readonly unknown[]): JsonAnswerOf<Contract[Id]> | undefined;
}

/** A question whose answer holds the answer to this one. */
export interface Within<Id extends CallId = CallId> {
  widen(question: Question<Id>): Question<Id>;
  /** `undefined` where it holds none. */
  take(answer: JsonAnswerOf<Contract[Id]>, question: Question<Id>): JsonAnswerOf<Contract[Id]> | undefined;
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
  readonly because: string;
  /** Whose mirrored answers no longer hold once it is done. */
  readonly ends?: readonly CallId[];
}

type DecisionOn<Id extends OperationId> = Id extends CallId ? Mirrored<Id> | Passed : Passed;
export type Decision = DecisionOn<OperationId>;

const mirrored = { kind: 'mirrored' } as const;
const bytesElsewhere =
  'The bytes that a person chose to have here are in their library; of all others there are too many.';
const madeOfNow = 'The service makes it of all that it has at that moment.';
const waitsInQueue =
  'A save in a library waits as an upload, a release for that upload, both with their place in the order, in the queue ' +
  'of the engine: whoever stores past it has to be told at once that it is not stored.';
const idIsTheServices = 'Its answer is an id that only the service can give, and that others are told.';
const validationReads = ['getValidationRequests', 'getNamedValidationRequests'] as const;

/** What becomes of each operation while the service cannot be asked. */
export const decisions = {
  // Files
  getAttachment: passed(bytesElsewhere),
  getFile: passed(bytesElsewhere),
  storeFile: passed(waitsInQueue),
  listVersions: mirrored,
  release: passed(waitsInQueue),
  // Metadata
  getMetadata: mirrored,
  storeMetadata: passed(waitsInQueue),
  listMetadata: mirrored,
  findMetadata: mirrored,
  findCurrentMetadata: mirrored,
  // Exports
  exportFilter: passed(madeOfNow),
  exportProducts: passed(madeOfNow),
  // Standards
  getStandards: {
    ...mirrored,
    within: {
      widen: (question) => ({ ...question, params: {} }),
      take: (standards, { params: { id = '' } }) => {
        if (id.trim() === '' || id.trim().toLowerCase() === 'all') return standards;
        const name = standards[id.trim()];
        return name === undefined ? undefined : { [id.trim()]: name };
      },
    },
  },
  storeStandard: passed(idIsTheServices),
  // Validation. Whose token a request was made with is nobody else's business.
  getValidationFile: passed(bytesElsewhere),
  storeValidationFile: passed(idIsTheServices),
  getValidationRequests: {
    ...mirrored,
    without: ['accessToken'],
    within: {
      widen: ({ params: { projectId }, ...rest }) => ({ ...rest, params: { projectId } }),
      take: (requests, { params }) => ofTicket(requests, params.ticketNumber),
    },
  },
  deleteValidationRequests: passed('What it deletes others may be working on.', validationReads),
  storeValidationRequest: passed(idIsTheServices, validationReads),
  getNamedValidationRequests: {
    ...mirrored,
    without: ['accessToken'],
    within: {
      widen: ({ params: { projectId, projectName }, ...rest }) => ({ ...rest, params: { projectId, projectName } }),
      take: (requests, { params }) => ofTicket(requests, params.ticketNumber),
    },
  },
  deleteNamedValidationRequests: passed('What it deletes others may be working on.', validationReads),
  // Products
  setBimReady: passed('It is all or nothing, and the service alone knows all of these products.'),
  getDataInformation: passed('It holds credentials, which are written to no disk.'),
  getProduct: { ...mirrored, parts: productByPair },
  findProducts: { ...mirrored, parts: productsByPairs },
  getProductByGtin: { ...mirrored, parts: productByGtin },
  getProductValues: { ...mirrored, parts: productValues },
  getFilter: mirrored,
  storeFilter: passed(idIsTheServices),
  getStructure: mirrored,
} as const satisfies { readonly [Id in OperationId]: DecisionOn<Id> };

function passed(because: string, ends: readonly CallId[] = []): Passed {
  return { kind: 'passed', because, ends };
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

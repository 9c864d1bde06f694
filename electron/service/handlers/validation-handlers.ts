import { isDeepStrictEqual } from 'node:util';
import type { CadValidationRequest } from '../../../shared/api/schemas/validation-request.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { newTicketNumber } from '../../../shared/model/ticket-number.ts';
import { parseInTurns } from '../http/parse-json.ts';
import { jsonText } from '../json-text.ts';
import type { NamedValidationRequest, ValidationFilter, ValidationRecords } from '../store/stored-lists.ts';
import type { TakeTurn } from '../take-turns.ts';
import type { HandlerPorts, Handlers } from './handler.ts';

type ValidationHandlers = Pick<
  Handlers,
  | 'getValidationFile'
  | 'storeValidationFile'
  | 'getValidationRequests'
  | 'deleteValidationRequests'
  | 'storeValidationRequest'
  | 'getNamedValidationRequests'
  | 'deleteNamedValidationRequests'
>;

/** Operations 13 to 19: validation files and requests. */
export function createValidationHandlers({ store, shelf, now }: HandlerPorts): ValidationHandlers {
  const nextTicket = ownTickets(now);

  return {
    async getValidationFile({ params }) {
      const file = await store.validation.findFile(params.blobId);
      if (!file) throw new AppError('not-found', { detail: 'There is no such validation file.' });
      const { blob, fileName = 'ValidationFile', contentType } = file;
      return { download: { content: { kind: 'blob', blob }, fileName, contentType } };
    },
    async storeValidationFile({ body }) {
      const { blobId } = await shelf.keep(body.bytes);
      await store.validation.putFile(blobId, body.fileName, headerSafe(body.contentType));
      return { value: blobId };
    },
    getValidationRequests: listRequests,
    deleteValidationRequests: removeRequests,
    getNamedValidationRequests: listRequests,
    deleteNamedValidationRequests: removeRequests,
    storeValidationRequest: async ({ body, takeTurn }) => {
      const { ticketNumber } = body;
      if (ticketNumber) return { value: await storeRequest(store.validation, named(body, ticketNumber), takeTurn) };
      return { value: await storeUnnamed(store.validation, () => named(body, nextTicket()), takeTurn) };
    },
  };

  async function listRequests({ params, takeTurn }: AskedRequests & { readonly takeTurn: TakeTurn }) {
    const filter = filterOf(params);
    const tickets = await store.validation.listTickets(filter);
    if (tickets.length === 0 && filter.ticketNumber !== undefined) throw noSuchRequest();
    return { value: readEach(store.validation, params.projectId, tickets, takeTurn) };
  }

  async function removeRequests({ params }: AskedRequests) {
    const filter = filterOf(params);
    const removed = await store.validation.remove(filter);
    if (removed === 0 && filter.ticketNumber !== undefined) throw noSuchRequest();
    return { value: true } as const;
  }
}

/** Those that are still there when their turn comes; each may be long. */
async function* readEach(
  records: ValidationRecords,
  projectId: string,
  tickets: readonly string[],
  takeTurn: TakeTurn,
): AsyncGenerator<CadValidationRequest[]> {
  for (const ticketNumber of tickets) {
    const json = await records.find(projectId, ticketNumber);
    // It went through the record's schema when it came in, and only this service writes it.
    if (json !== undefined) yield [(await parseInTurns(json, takeTurn)) as CadValidationRequest];
  }
}

/**
 * The request as it is kept, with this ticket number.
 * @throws AppError `invalid-request` without a project
 */
function named(body: CadValidationRequest, ticketNumber: string): NamedValidationRequest {
  // Whose token it was is nobody else's business: it is neither kept nor given back.
  const { accessToken: _token, ...given } = body;
  if (given.projectId === '') {
    const fault = { in: 'body', pointer: '/projectId', detail: 'a project id is missing' } as const;
    throw new AppError('invalid-request', { faults: [fault] });
  }
  return { ...given, ticketNumber };
}

/**
 * Stores a request once, however often it is sent.
 * @returns its ticket number
 * @throws AppError `invalid-request` where another request has the ticket number
 */
async function storeRequest(
  records: ValidationRecords,
  request: NamedValidationRequest,
  takeTurn: TakeTurn,
): Promise<string> {
  const json = await jsonText(request, takeTurn);
  const standing = await records.add(request, json);
  if (standing === undefined || isSame(standing, json)) return request.ticketNumber;
  throw new AppError('invalid-request', {
    detail: 'This project has another request under the same ticket number.',
    faults: [{ in: 'body', pointer: '/ticketNumber', detail: 'this ticket number is taken' }],
  });
}

/** Stores a request under the first ticket number of ours that nobody has; answers that. */
async function storeUnnamed(
  records: ValidationRecords,
  nameNext: () => NamedValidationRequest,
  takeTurn: TakeTurn,
): Promise<string> {
  for (;;) {
    const request = nameNext();
    if ((await records.add(request, await jsonText(request, takeTurn))) === undefined) return request.ticketNumber;
  }
}

/** Ticket numbers as clients make them themselves, none of them twice. */
function ownTickets(now: () => number): () => string {
  let last = 0n;
  return () => {
    const ofThisMoment = BigInt(newTicketNumber(now()));
    last = ofThisMoment > last ? ofThisMoment : last + 1n;
    return String(last);
  };
}

/** Names may come in another order; most of what is sent again is the same letter by letter. */
function isSame(standing: string, json: string): boolean {
  return standing === json || isDeepStrictEqual(JSON.parse(standing), JSON.parse(json));
}

interface AskedRequests {
  readonly params: {
    readonly projectId: string;
    readonly projectName?: string;
    readonly ticketNumber?: string | undefined;
  };
}

/** Without a ticket number the whole project is meant. */
function filterOf({ projectId, projectName, ticketNumber }: AskedRequests['params']): ValidationFilter {
  return {
    projectId,
    ...(projectName === undefined ? {} : { projectName }),
    ...(ticketNumber ? { ticketNumber } : {}),
  };
}

function noSuchRequest(): AppError {
  return new AppError('not-found', { detail: 'There is no such validation request.' });
}

/** A content type as a header can hold it again. */
function headerSafe(contentType: string | undefined): string | undefined {
  return contentType && /^[\x20-\x7e]{1,200}$/.test(contentType) ? contentType : undefined;
}

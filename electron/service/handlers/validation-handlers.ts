import { isDeepStrictEqual } from 'node:util';
import type { CadValidationRequest } from '../../../shared/api/schemas/validation-request.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { ValidationFilter, ValidationRecords } from '../store/store.ts';
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
  const list = async (params: AskedRequests) => ({ value: await listRequests(params) });
  const remove = async (params: AskedRequests) => ({ value: await removeRequests(params) });

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
    getValidationRequests: ({ params }) => list(params),
    deleteValidationRequests: ({ params }) => remove(params),
    getNamedValidationRequests: ({ params }) => list(params),
    deleteNamedValidationRequests: ({ params }) => remove(params),
    storeValidationRequest: async ({ body }) => ({ value: await storeRequest(store.validation, body, now()) }),
  };

  async function listRequests(params: AskedRequests): Promise<CadValidationRequest[]> {
    const filter = filterOf(params);
    const found = await store.validation.list(filter);
    if (found.length === 0 && filter.ticketNumber !== undefined) throw noSuchRequest();
    return [...found];
  }

  async function removeRequests(params: AskedRequests): Promise<true> {
    const filter = filterOf(params);
    const removed = await store.validation.remove(filter);
    if (removed === 0 && filter.ticketNumber !== undefined) throw noSuchRequest();
    return true;
  }
}

/**
 * Stores a request once, however often it is sent.
 * @returns its ticket number, which it is given where it has none
 * @throws AppError `invalid-request` without a project, or where another request has the ticket number
 */
async function storeRequest(records: ValidationRecords, body: CadValidationRequest, now: number): Promise<string> {
  // Whose token it was is nobody else's business: it is neither kept nor given back.
  const { accessToken: _token, ...given } = body;
  if (given.projectId.trim() === '') {
    const fault = { in: 'body', pointer: '/projectId', detail: 'a project id is missing' } as const;
    throw new AppError('invalid-request', { faults: [fault] });
  }
  const ticketNumber = given.ticketNumber?.trim() || newTicketNumber(now);
  const request = { ...given, ticketNumber };
  const standing = await records.add(request);
  if (standing === undefined || isDeepStrictEqual(standing, asStored(request))) return ticketNumber;
  throw new AppError('invalid-request', {
    detail: 'This project has another request under the same ticket number.',
    faults: [{ in: 'body', pointer: '/ticketNumber', detail: 'this ticket number is taken' }],
  });
}

interface AskedRequests {
  readonly projectId: string;
  readonly projectName?: string;
  readonly ticketNumber?: string | undefined;
}

/** Without a ticket number the whole project is meant. */
function filterOf({ projectId, projectName, ticketNumber }: AskedRequests): ValidationFilter {
  return {
    projectId,
    ...(projectName === undefined ? {} : { projectName }),
    ...(ticketNumber ? { ticketNumber } : {}),
  };
}

function noSuchRequest(): AppError {
  return new AppError('not-found', { detail: 'There is no such validation request.' });
}

/** The form in which a request comes back from the store: without properties that are `undefined`. */
function asStored(request: CadValidationRequest): unknown {
  return JSON.parse(JSON.stringify(request));
}

/** Clock ticks, as the ticket numbers that clients make themselves. */
function newTicketNumber(now: number): string {
  return String(BigInt(now) * 10_000n + BigInt(process.hrtime()[1] % 10_000));
}

/** A content type as a header can hold it again. */
function headerSafe(contentType: string | undefined): string | undefined {
  return contentType && /^[\x20-\x7e]{1,200}$/.test(contentType) ? contentType : undefined;
}

import type {
  CallId,
  CallInput,
  DownloadId,
  IncomingFile,
  ServiceCaller,
  UploadId,
} from '../../../shared/api/caller.ts';
import { contract, operationIds, type Contract, type OperationId } from '../../../shared/api/contract.ts';
import { licenseParameter, versionHeader, type OperationShape } from '../../../shared/api/operation.ts';
import { toAppError } from '../../../shared/errors/app-error.ts';
import type { Handlers, HandlerRequest, ReceivedFile } from '../handlers/handler.ts';
import { letGo } from '../http/let-go.ts';
import { firstByteOf } from '../http/byte-range.ts';
import { createPassedInformation, type InformationParts } from './passed-information.ts';
import { passOn } from './pass-on.ts';
import type { PassedBytes } from './passed-bytes.ts';

interface PassingParts extends InformationParts {
  readonly bytes: PassedBytes;
}

/** A handler for each of the 30 operations that has another service do it. */
export function createPassingHandlers(parts: PassingParts): Handlers {
  // Which way an operation goes is in its declaration.
  const passed = Object.fromEntries(operationIds.map((id) => [id, passing(parts, id)])) as unknown as Handlers;
  return {
    ...passed,
    getDataInformation: createPassedInformation(parts),
    listMetadata: (request) => {
      const { includeMinorVersion, afterChangeDate, ...params } = request.params;
      const date = afterChangeDate === undefined ? '' : new Date(afterChangeDate).toISOString().slice(0, 10);
      const words = { includeMinorVersion: String(includeMinorVersion), afterChangeDate: date };
      const input = { params: { ...params, ...words }, query: request.query };
      return passOn(async () => ({ value: await orNone([], parts.caller.call('listMetadata', input)) }));
    },
    storeValidationRequest: (request) => {
      // Whose token it was means nothing to the service behind.
      const { accessToken: _token, ...body } = request.body;
      return passed.storeValidationRequest({ ...request, body });
    },
    async findProducts(request) {
      const input = inputOf<'findProducts'>(request);
      const value = await passOn(() => parts.caller.call('findProducts', input));
      return { value, headers: { 'x-not-found': String(request.body.length - value.length) } };
    },
  };
}

type AnyRequest = Pick<HandlerRequest<Contract[OperationId]>, 'params' | 'query' | 'wanted'> & {
  readonly body: unknown;
};

function passing({ caller, bytes }: PassingParts, id: OperationId): (request: AnyRequest) => Promise<unknown> {
  const { answer, body }: OperationShape = contract[id];
  if (answer.kind === 'bytes') return (request) => passOn(() => passDownload(caller, id as DownloadId, request));
  if (body?.kind === 'file' || body?.kind === 'fileOrJson') {
    const send = (request: AnyRequest): Promise<string> =>
      bytes.lend(request.body as ReceivedFile, ({ contentType, ...file }) => {
        // Of CAD files published clients do not say it, and no service keeps it.
        const told = body.kind === 'fileOrJson' ? { ...file, contentType } : file;
        return caller.upload(id as UploadId, inputOf(request), told);
      });
    return (request) => passOn(async () => ({ value: await send(request) }));
  }
  return (request) =>
    passOn(async () => ({ value: await orNone(noneOf(id, request), caller.call(id as CallId, inputOf(request))) }));
}

/** What says that there is nothing, where clients take a 404 for a failure (wire format 3.3 and 3.6). */
function noneOf(id: OperationId, { params }: AnyRequest): unknown {
  switch (id) {
    case 'findMetadata':
    case 'findCurrentMetadata':
      return [];
    case 'listVersions':
      return { versions: [] };
    case 'getValidationRequests':
    case 'getNamedValidationRequests':
      return 'ticketNumber' in params && params.ticketNumber ? undefined : [];
    default:
      return undefined;
  }
}

/** Some services answer 404 where there is simply nothing (wire format, section 1). */
function orNone<T>(none: T | undefined, asked: Promise<T>): Promise<T> {
  return asked.catch((thrown: unknown) => {
    if (none === undefined || toAppError(thrown).code !== 'not-found') throw thrown;
    return none;
  });
}

/** What was read, as a caller gives it: everything but the license code, which is that of the account behind. */
function inputOf<Id extends OperationId>({ params, query, body }: AnyRequest): CallInput<Id> {
  // These were read by the schemas of this very operation, and are turned back into the texts that they are read from.
  return { params: textsOf(params), query: textsOf(query), body } as unknown as CallInput<Id>;
}

function textsOf(values: object): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => name !== licenseParameter && value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
}

async function passDownload(caller: ServiceCaller, id: DownloadId, request: AnyRequest) {
  const file = await fetchFrom(caller, id, request, firstByteOf(request.wanted));
  const { startsAt, sizeBytes, wholeSizeBytes, strongTag } = file;
  const bytes = await begun(file.bytes);
  const headers: Record<string, string> = {};
  if (file.versionText !== undefined) headers[versionHeader] = file.versionText;
  const content = { kind: 'arriving', bytes, startsAt, sizeBytes, wholeSizeBytes, strongTag } as const;
  return { download: { content, fileName: file.fileName ?? 'file', contentType: file.contentType }, headers };
}

/** What is known to come from the middle of the very content that is meant; else all of it. */
async function fetchFrom(
  caller: ServiceCaller,
  id: DownloadId,
  request: AnyRequest,
  startAt: number,
): Promise<IncomingFile> {
  const ifTag = request.wanted.ifRange?.trim();
  const file = await caller.download(id, inputOf(request), startAt === 0 ? {} : { startAt, ifTag });
  const isOther = ifTag !== undefined && ifTag !== file.strongTag;
  if (file.startsAt === 0 || (file.wholeSizeBytes !== undefined && !isOther)) return file;
  await letGo(file.bytes);
  return caller.download(id, inputOf(request));
}

/** The same bytes once the first have come: what goes wrong before that can still be answered. */
async function begun(bytes: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const pieces = bytes[Symbol.asyncIterator]();
  let first: IteratorResult<Uint8Array> | undefined = await pieces.next();
  const next = async (): Promise<IteratorResult<Uint8Array>> => {
    const piece = first ?? (await pieces.next());
    first = undefined;
    return piece;
  };
  const end = async (): Promise<IteratorResult<Uint8Array>> =>
    (await pieces.return?.()) ?? { done: true, value: undefined };
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) };
}

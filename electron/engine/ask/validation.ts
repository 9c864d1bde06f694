import type { OutgoingFile, ViewCaller, ViewOptions } from '../../../shared/api/caller.ts';
import type { CadValidationRequest, ListedValidationRequest } from '../../../shared/api/schemas/validation-request.ts';
import type { CadProduct } from '../../../shared/api/schemas/cad-product.ts';
import { timeOf } from '../../../shared/api/schemas/wire-values.ts';
import type {
  ValidationDraft,
  ValidationPlace,
  ValidationRecord,
  validationList,
} from '../../../shared/rpc/validation-records.ts';
import type { z } from 'zod';
import { blobIn } from '../../../shared/model/blob-id.ts';
import { productNames } from '../../../shared/model/product-names.ts';
import { newTicketNumber } from '../../../shared/model/ticket-number.ts';
import { noneOnNotFound } from '../remote/remote-items.ts';
import { createListAge, productsByIds } from './products.ts';

type Listed = z.output<typeof validationList>;

/** The requests of a project, newest first: all of them, those of a project name, or those of a ticket. */
export async function listValidationRequests(service: ViewCaller, place: ValidationPlace): Promise<Listed> {
  const { projectId, projectName, ticketNumber = '' } = place;
  const { options, standing } = createListAge();
  const asked =
    projectName === undefined
      ? service.call('getValidationRequests', { params: { projectId, ticketNumber } }, options)
      : service.call('getNamedValidationRequests', { params: { projectId, projectName, ticketNumber } }, options);
  const records = (await noneOnNotFound(asked))
    .map((request) => recordOf({ ...request, projectId: request.projectId || projectId }))
    .sort((one, other) => (other.requestedMs ?? 0) - (one.requestedMs ?? 0));
  return { requests: records, ...standing() };
}

/** Numbers of the wire (wire format section 4). */
const states = ['requested', 'inProgress', 'succeeded', 'failed'] as const;

function recordOf(request: ListedValidationRequest & { readonly projectId: string }): ValidationRecord {
  const { projectId, projectName, ticketNumber = '', description, requestedBy, requestDate, status } = request;
  const { validationResult, selectionBlobId, resultBlobId, userFriendlyResultBlobId, cadProducts = [] } = request;
  return {
    projectId,
    projectName: projectName || undefined,
    ticketNumber,
    description: description || undefined,
    requestedBy: requestedBy || undefined,
    requestedMs: requestDate === undefined ? undefined : timeOf(requestDate),
    state: (typeof status === 'number' ? states[status] : undefined) ?? 'notSaid',
    productCount: cadProducts.length,
    result: validationResult,
    selectionBlobId: blobIn(selectionBlobId),
    resultBlobId: blobIn(resultBlobId),
    reportBlobId: blobIn(userFriendlyResultBlobId),
  };
}

/** What a request is made from beside the service. */
interface ValidationParts {
  readonly openFile: (path: string) => Promise<OutgoingFile>;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  readonly onWaiting?: ViewOptions['onWaiting'];
}

/**
 * Stores what is to be validated, then the request for it.
 * @returns its ticket number
 * @throws AppError `invalid-request` where the ticket has another request already or the file cannot be read, `not-found`
 * for products the service does not have
 */
export async function addValidationRequest(
  service: ViewCaller,
  draft: ValidationDraft,
  { openFile, nowMs, ...options }: ValidationParts,
): Promise<string> {
  const { subject, projectId, projectName, description, requestedBy, languageCode } = draft;
  const ticketNumber = draft.ticketNumber ?? newTicketNumber(nowMs);
  const products =
    subject.kind === 'products' ? await productsByIds(service, subject.productIds, languageCode) : undefined;
  const file = subject.kind === 'file' ? await openFile(subject.path) : productFile(products ?? []);
  const what = products ? productNames(products) : file.fileName;
  const selectionBlobId = await service.upload('storeValidationFile', { params: {} }, file, { title: what });
  const title = [projectName || projectId, what].join(' · ');
  const body: CadValidationRequest = {
    projectId,
    projectName,
    ticketNumber,
    description,
    requestedBy,
    languageCode,
    selectionBlobId,
    requestDate: new Date(nowMs).toISOString(),
    status: 0,
    ...(products ? { cadProducts: products } : {}),
  };
  return service.call('storeValidationRequest', { params: {}, query: {}, body }, { ...options, title });
}

/** Products as a file, the way the service's other clients send them (wire format 3.6). */
function productFile(products: readonly CadProduct[]): OutgoingFile {
  const bytes = new TextEncoder().encode(JSON.stringify(products));
  return {
    fileName: 'products.json',
    sizeBytes: bytes.length,
    async *open() {
      yield bytes;
    },
  };
}

/** Deletes the requests of a ticket; those of a project name only, where one is given. */
export async function deleteValidationRequests(
  service: ViewCaller,
  { projectId, projectName, ticketNumber }: ValidationPlace & { readonly ticketNumber: string },
): Promise<void> {
  if (projectName === undefined) {
    await service.call('deleteValidationRequests', { params: { projectId, ticketNumber } });
  } else {
    await service.call('deleteNamedValidationRequests', { params: { projectId, projectName, ticketNumber } });
  }
}

import { z } from 'zod';
import { AppError } from '../../errors/app-error.ts';
import { bodyLimits } from '../limits.ts';
import { operation } from '../operation.ts';
import { optionalSegment, segment } from '../schemas/parameters.ts';
import { cadValidationRequestToStore, listedValidationRequest } from '../schemas/validation-request.ts';

/** The client keeps the number that it made, whatever is answered (wire format 3.6). */
function ticketIn(request: unknown): string | undefined {
  const read = z.looseObject({ ticketNumber: z.string().trim().min(1) }).safeParse(request);
  return read.success ? read.data.ticketNumber : undefined;
}

/** Nothing but the word true says that something was deleted (wire format 3.6). */
function deleted(said: unknown): true {
  if (said === true) return said;
  throw new AppError('request-rejected', { detail: 'The service did not delete it.' });
}

/** Operations on validation files and validation requests. */
export const validationOperations = {
  getValidationFile: operation({
    number: 13,
    summary: 'Returns the validation file in a blob.',
    area: 'content',
    method: 'GET',
    path: '/api/v{version}/ValidationFiles/{blobId}',
    params: z.object({ blobId: z.guid('a blob id is a GUID') }),
    answer: { kind: 'bytes', webPages: 'any', mayBeEmpty: true },
    errors: [400, 404, 500],
    right: 'read',
    audited: undefined,
    repeatable: true,
  }),
  storeValidationFile: operation({
    number: 14,
    summary: 'Stores a validation file and answers the id of its blob.',
    area: 'content',
    method: 'POST',
    path: '/api/v{version}/ValidationFiles',
    body: { kind: 'fileOrJson' },
    answer: { kind: 'text', schema: z.guid() },
    errors: [400, 404, 500],
    right: 'validate',
    audited: 'validated',
    repeatable: true,
  }),
  getValidationRequests: operation({
    number: 15,
    summary: 'Returns the validation requests of a project and ticket.',
    area: 'content',
    method: 'GET',
    path: '/api/v{version}/ValidationRequest/{projectId}/{ticketNumber}',
    params: z.object({
      projectId: segment('Project id'),
      ticketNumber: optionalSegment('Ticket number; without one the whole project'),
    }),
    lastParamOptional: true,
    answer: { kind: 'json', schema: z.array(listedValidationRequest) },
    errors: [400, 404, 500],
    right: 'read',
    audited: undefined,
    repeatable: true,
  }),
  deleteValidationRequests: operation({
    number: 16,
    summary: 'Deletes the validation requests of a project and ticket.',
    area: 'content',
    method: 'DELETE',
    path: '/api/v{version}/ValidationRequest/{projectId}/{ticketNumber}',
    params: z.object({
      projectId: segment('Project id'),
      // Unlike reading: nobody deletes a whole project by leaving something away.
      ticketNumber: segment('Ticket number'),
    }),
    answer: { kind: 'json', schema: z.literal(true), meaning: deleted },
    errors: [400, 404, 500],
    right: 'validate',
    audited: 'deleted',
    repeatable: true,
  }),
  storeValidationRequest: operation({
    number: 17,
    summary: 'Stores a validation request and answers its ticket number.',
    area: 'content',
    method: 'POST',
    path: '/api/v{version}/ValidationRequest',
    body: { kind: 'json', schema: cadValidationRequestToStore, maxBytes: bodyLimits.keptProducts },
    answer: { kind: 'json', schema: z.string(), meaning: (said, sent) => ticketIn(sent) ?? said },
    errors: [400, 500],
    right: 'validate',
    audited: 'validated',
    repeatable: true,
  }),
  getNamedValidationRequests: operation({
    number: 18,
    summary: 'Returns the validation requests of a project, project name and ticket.',
    area: 'content',
    method: 'GET',
    path: '/api/v{version}/ValidationRequests/{projectId}/{projectName}/{ticketNumber}',
    params: z.object({
      projectId: segment('Project id'),
      projectName: segment('Project name'),
      ticketNumber: optionalSegment('Ticket number; without one the whole project'),
    }),
    lastParamOptional: true,
    answer: { kind: 'json', schema: z.array(listedValidationRequest) },
    errors: [400, 404, 500],
    right: 'read',
    audited: undefined,
    repeatable: true,
  }),
  deleteNamedValidationRequests: operation({
    number: 19,
    summary: 'Deletes the validation requests of a project, project name and ticket.',
    area: 'content',
    method: 'DELETE',
    path: '/api/v{version}/ValidationRequests/{projectId}/{projectName}/{ticketNumber}',
    params: z.object({
      projectId: segment('Project id'),
      projectName: segment('Project name'),
      // Unlike reading: nobody deletes a whole project by leaving something away.
      ticketNumber: segment('Ticket number'),
    }),
    answer: { kind: 'json', schema: z.literal(true), meaning: deleted },
    errors: [400, 404, 500],
    right: 'validate',
    audited: 'deleted',
    repeatable: true,
  }),
};

import type { FastifyRequest } from 'fastify';
import { contract, servedApiVersion, type Contract, type OperationId } from '../../../shared/api/contract.ts';
import { licenseParameter, type OperationShape } from '../../../shared/api/operation.ts';
import { readRecord } from '../../../shared/api/read-record.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { AccessTokens } from '../auth/access-tokens.ts';
import { isOneOf } from '../auth/equal-secrets.ts';
import type { Blobs } from '../blobs/blobs.ts';
import type { HandlerRequest } from '../handlers/handler.ts';
import { createTurns, type TakeTurn } from '../take-turns.ts';
import { bodyFaults, parameterFaults } from './input-faults.ts';
import { parseJson } from './parse-json.ts';
import { readBodyText, tooLarge } from './read-body-text.ts';
import { readInTurns } from './read-in-turns.ts';
import { receiveFile } from './receive-file.ts';

/** What requests are checked against, and where their files go. */
export interface RequestReaderParts {
  readonly tokens: AccessTokens;
  readonly licenseCodes: readonly string[];
  readonly blobs: Blobs;
  readonly maxFileBytes: number;
  /** How long a request may send nothing of its body, milliseconds. */
  readonly uploadIdleMs: number;
}

/** No operation has more than a handful. */
const maxQueryValues = 100;

/**
 * Reads a request by its declaration in the contract, in the order in which it costs least to refuse: version, token,
 * parameters, license code, body.
 * @throws AppError for whatever is wrong with it
 */
export async function readOperationRequest<Id extends OperationId>(
  id: Id,
  request: FastifyRequest,
  parts: RequestReaderParts,
): Promise<HandlerRequest<Contract[Id]>> {
  const shape: OperationShape = contract[id];
  const given = request.params as Record<string, string | undefined>;
  checkVersion(given['version']);
  const token = bearerTokenOf(request);
  const authorized = parts.tokens.isValid(token);
  if (!authorized && shape.token === 'required') throw tokenRefused(token);
  const { params, query } = readParameters(shape, given, request.originalUrl);
  if (shape.license) checkLicense((shape.license === 'path' ? params : query)[licenseParameter], parts.licenseCodes);
  const takeTurn = createTurns(() => request.socket.destroyed);
  const body = await readBody(shape, request, { ...parts, takeTurn });
  const baseAddress = `${request.protocol}://${request.host}`;
  // The schemas of this very operation have just read the three, which generic code cannot express.
  return { params, query, body, authorized, baseAddress, takeTurn } as unknown as HandlerRequest<Contract[Id]>;
}

function checkVersion(version: string | undefined): void {
  if (version === servedApiVersion) return;
  throw new AppError('unsupported-api-version', { detail: `The version served is v${servedApiVersion}.` });
}

function tokenRefused(token: string): AppError {
  const detail =
    token === ''
      ? 'The request has no bearer token in its header Authorization.'
      : 'This service has not given out this token, or its hour is over.';
  return new AppError('invalid-token', { detail });
}

function bearerTokenOf(request: FastifyRequest): string {
  return /^Bearer\s+(\S+)\s*$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
}

function readParameters(shape: OperationShape, given: Record<string, string | undefined>, url: string) {
  const params = readRecord(shape.params, given);
  const query = readRecord(shape.query, queryOf(url));
  if (params.success && query.success) return { params: params.data, query: query.data };
  const faults = [
    ...parameterFaults('path', params.error?.issues ?? []),
    ...parameterFaults('query', query.error?.issues ?? []),
  ];
  throw new AppError('invalid-request', { faults });
}

/** The query's values, read leniently: what cannot be decoded stays as it is. */
function queryOf(url: string): Record<string, string> {
  const start = url.indexOf('?');
  if (start < 0) return {};
  const values = new URLSearchParams(url.slice(start));
  if (values.size <= maxQueryValues) return Object.fromEntries(values);
  throw new AppError('invalid-request', { detail: `The query has more than ${maxQueryValues} values.` });
}

function checkLicense(code: unknown, licenseCodes: readonly string[]): void {
  if (typeof code !== 'string' || !isOneOf(code, licenseCodes)) {
    throw new AppError('license-code-rejected', { detail: 'It is none of those that this service accepts.' });
  }
}

interface BodyReaderParts extends RequestReaderParts {
  readonly takeTurn: TakeTurn;
}

async function readBody(shape: OperationShape, request: FastifyRequest, parts: BodyReaderParts): Promise<unknown> {
  const { maxFileBytes, uploadIdleMs: idleMs, takeTurn } = parts;
  switch (shape.body?.kind) {
    case undefined:
      return undefined;
    case 'file':
    case 'fileOrJson': {
      const options = { rawAllowed: shape.body.kind === 'fileOrJson', maxFileBytes, idleMs };
      return receiveFile(request, parts.blobs, options);
    }
    case 'json': {
      // The content type is not asked: older clients send JSON as text/plain (wire format 3.7).
      const { schema, maxBytes } = shape.body;
      if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
      const json = await parseJson(await readBodyText(request.raw, { maxBytes, idleMs }), takeTurn);
      const body = await readInTurns(schema, json, takeTurn);
      if (body.success) return body.data;
      throw new AppError('invalid-request', { faults: bodyFaults(body.issues) });
    }
  }
}

import type { FastifyRequest } from 'fastify';
import { contract, servedApiVersion, type Contract, type OperationId } from '../../../shared/api/contract.ts';
import { licenseParameter, type OperationShape } from '../../../shared/api/operation.ts';
import { readRecord } from '../../../shared/api/read-record.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { AccessTokens } from '../auth/access-tokens.ts';
import { isOneOf } from '../auth/equal-secrets.ts';
import type { Blobs } from '../blobs/blobs.ts';
import type { HandlerRequest } from '../handlers/handler.ts';
import { bodyFaults, parameterFaults } from './input-faults.ts';
import { parseJson } from './parse-json.ts';
import { readBodyText } from './read-body-text.ts';
import { receiveFile } from './receive-file.ts';

/** What requests are checked against, and where their files go. */
export interface RequestReaderParts {
  readonly tokens: AccessTokens;
  readonly licenseCodes: readonly string[];
  readonly blobs: Blobs;
  readonly maxFileBytes: number;
}

/** Enough for 10,000 criteria or a filter of some thousand products. */
const maxJsonBytes = 32 * 1024 * 1024;

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
  const authorized = parts.tokens.isValid(bearerTokenOf(request));
  if (!authorized && shape.token === 'required') throw new AppError('invalid-token');
  const { params, query } = readParameters(shape, given, request.originalUrl);
  if (shape.license) checkLicense((shape.license === 'path' ? params : query)[licenseParameter], parts.licenseCodes);
  const body = await readBody(shape, request, parts);
  const baseAddress = `${request.protocol}://${request.host}`;
  // The schemas of this very operation have just read the three, which generic code cannot express.
  return { params, query, body, authorized, baseAddress } as unknown as HandlerRequest<Contract[Id]>;
}

function checkVersion(version: string | undefined): void {
  if (version === servedApiVersion) return;
  throw new AppError('unsupported-api-version', { detail: `The version served is v${servedApiVersion}.` });
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
  return start < 0 ? {} : Object.fromEntries(new URLSearchParams(url.slice(start)));
}

function checkLicense(code: unknown, licenseCodes: readonly string[]): void {
  if (typeof code !== 'string' || !isOneOf(code, licenseCodes)) throw new AppError('license-code-rejected');
}

async function readBody(shape: OperationShape, request: FastifyRequest, parts: RequestReaderParts): Promise<unknown> {
  switch (shape.body?.kind) {
    case undefined:
      return undefined;
    case 'file':
    case 'fileOrJson': {
      const options = { rawAllowed: shape.body.kind === 'fileOrJson', maxFileBytes: parts.maxFileBytes };
      return receiveFile(request, parts.blobs, options);
    }
    case 'json': {
      // The content type is not asked: older clients send JSON as text/plain (wire format 3.7).
      const body = readRecord(shape.body.schema, parseJson(await readBodyText(request.raw, maxJsonBytes)));
      if (body.success) return body.data;
      throw new AppError('invalid-request', { faults: bodyFaults(body.error.issues) });
    }
  }
}

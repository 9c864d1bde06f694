import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { contract, servedApiVersion, type Contract, type OperationId } from '../../../shared/api/contract.ts';
import {
  licenseParameter,
  metadataWithFilesType,
  noBlobId,
  type OperationShape,
} from '../../../shared/api/operation.ts';
import type { Right } from '../../../shared/api/rights.ts';
import { readRecord } from '../../../shared/api/read-record.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Client } from '../auth/clients.ts';
import { bearerTokenOf } from '../auth/identify-client.ts';
import type { BlobShelf } from '../blobs/blob-shelf.ts';
import type { Blobs } from '../blobs/blobs.ts';
import type { HandlerRequest } from '../handlers/handler.ts';
import type { StoredBlob } from '../store/store.ts';
import { createTurns, type TakeTurn } from '../take-turns.ts';
import type { HoldBytes } from './body-room.ts';
import { rangeRequestOf } from './byte-range.ts';
import { bodyFaults, parameterFaults } from './input-faults.ts';
import { parseJson } from './parse-json.ts';
import { readBodyText, tooLarge } from './read-body-text.ts';
import { readInTurns } from './read-in-turns.ts';
import { receiveFile, receiveFilesWithJson, type FilesAlong } from './receive-file.ts';

/** What requests are checked against, and where their files go. */
export interface RequestReaderParts {
  /** Takes files in, for the tenant of the client. */
  readonly receive: Blobs['receive'];
  readonly maxFileBytes: number;
  /** How long a request may send nothing of its body, milliseconds. */
  readonly uploadIdleMs: number;
  /** Keeps the bytes of files that came along with their metadata; undefined where nothing is kept here. */
  readonly keep: BlobShelf['keep'] | undefined;
}

/** No operation has more than a handful. */
const maxQueryValues = 100;

/**
 * Reads a request by its declaration in the contract, in the order in which it costs least to refuse: version, token,
 * right, parameters, license code, body.
 * @param client who asks; undefined without a token that counts
 * @param holdBytes told how long a body of text is, as far as is known
 * @throws AppError for whatever is wrong with it
 */
export async function readOperationRequest<Id extends OperationId>(
  id: Id,
  request: FastifyRequest,
  { client, ...parts }: RequestReaderParts & { readonly client: Client | undefined; readonly holdBytes: HoldBytes },
): Promise<HandlerRequest<Contract[Id]>> {
  const shape: OperationShape = contract[id];
  const given = request.params as Record<string, string | undefined>;
  checkVersion(given['version']);
  const token = bearerTokenOf(request);
  // Also where none is needed: whoever sends one that is over has to learn it, to ask for another.
  if (!client && (shape.token === 'required' || token !== '')) throw tokenRefused(token);
  if (client && !client.rights.has(shape.right)) throw rightMissing(shape.right);
  const { params, query } = readParameters(shape, given, request.originalUrl);
  if (shape.license) await checkLicense((shape.license === 'path' ? params : query)[licenseParameter], client);
  const takeTurn = createTurns(() => request.socket.destroyed);
  const { body, files } = await readBody(shape, request, { ...parts, takeTurn });
  const kept = files && (await keepFiles(files, { body, blobId: params['blobId'] }, parts.keep));
  const baseAddress = `${request.protocol}://${request.host}`;
  const wanted = rangeRequestOf(request);
  const acceptsFiles = mayBringFiles(shape) && accepts(request, metadataWithFilesType);
  const { holdBytes } = parts;
  const told = { params, query, body, kept, acceptsFiles, client, baseAddress, takeTurn, holdBytes, wanted };
  // The schemas of this very operation have just read the three, which generic code cannot express.
  return told as unknown as HandlerRequest<Contract[Id]>;
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

function rightMissing(right: Right): AppError {
  return new AppError('right-missing', { detail: `It needs the right to ${right}.` });
}

function readParameters(shape: OperationShape, given: Record<string, string | undefined>, url: string) {
  const params = readRecord(shape.params, { ...emptyValues(shape), ...given });
  const query = readRecord(shape.query, queryOf(url));
  if (params.success && query.success) return { params: params.data, query: query.data };
  const faults = [
    ...parameterFaults('path', params.error?.issues ?? []),
    ...parameterFaults('query', query.error?.issues ?? []),
  ];
  throw new AppError('invalid-request', { faults });
}

/** What a path leaves away at its end is as empty as what it leaves out in its middle, unless it may be left away. */
function emptyValues({ params, lastParamOptional }: OperationShape): Record<string, string> {
  const names = Object.keys(params.shape);
  const required = lastParamOptional ? names.slice(0, -1) : names;
  return Object.fromEntries(required.map((name) => [name, '']));
}

/** The query's values, read leniently: what cannot be decoded stays as it is. */
function queryOf(url: string): Record<string, string> {
  const start = url.indexOf('?');
  if (start < 0) return {};
  const values = new URLSearchParams(url.slice(start));
  if (values.size <= maxQueryValues) return Object.fromEntries(values);
  throw new AppError('invalid-request', { detail: `The query has more than ${maxQueryValues} values.` });
}

async function checkLicense(code: unknown, client: Client | undefined): Promise<void> {
  if (typeof code !== 'string' || code === '' || !(await client?.owns(code))) {
    throw new AppError('license-code-rejected', { detail: 'It is none of those that this service accepts.' });
  }
}

function mayBringFiles({ answer }: OperationShape): boolean {
  return answer.kind === 'json' && answer.mayBringFiles === true;
}

function accepts({ headers }: FastifyRequest, type: string): boolean {
  return (headers.accept ?? '').split(',').some((one) => one.split(';')[0]?.trim().toLowerCase() === type);
}

interface BodyReaderParts extends RequestReaderParts {
  readonly holdBytes: HoldBytes;
  readonly takeTurn: TakeTurn;
}

interface ReadBody {
  readonly body?: unknown;
  readonly files?: FilesAlong | undefined;
}

async function readBody(shape: OperationShape, request: FastifyRequest, parts: BodyReaderParts): Promise<ReadBody> {
  const { maxFileBytes, uploadIdleMs: idleMs, holdBytes, receive, keep } = parts;
  switch (shape.body?.kind) {
    case undefined:
      return {};
    case 'file':
    case 'fileOrJson': {
      const options = { rawAllowed: shape.body.kind === 'fileOrJson', maxFileBytes, idleMs };
      return { body: await receiveFile(request, receive, options) };
    }
    case 'json': {
      // The content type is not asked: older clients send JSON as text/plain (wire format 3.7).
      const { schema, maxBytes, mayBringFiles = false } = shape.body;
      const announcedBytes = Number(request.headers['content-length'] ?? 0);
      if (announcedBytes > maxBytes) throw tooLarge(maxBytes);
      if (!(mayBringFiles && keep && request.isMultipart())) {
        holdBytes(announcedBytes);
        const text = await readBodyText(request.raw, { maxBytes, idleMs, onSize: holdBytes });
        return { body: await readJson(schema, text, parts) };
      }
      const { json, files } = await receiveFilesWithJson(request, { receive, maxFileBytes, idleMs });
      return { body: await readJson(schema, json, parts), files };
    }
  }
}

async function readJson(schema: z.ZodType, text: string, { takeTurn }: BodyReaderParts): Promise<unknown> {
  const body = await readInTurns(schema, await parseJson(text, takeTurn), takeTurn);
  if (body.success) return body.data;
  throw new AppError('invalid-request', { faults: bodyFaults(body.issues) });
}

/** @returns their blobs; where what they came with is refused, nothing refers to these, and they are removed after a day */
async function keepFiles(
  { count, take }: FilesAlong,
  { body, blobId }: { readonly body: unknown; readonly blobId: unknown },
  keep: RequestReaderParts['keep'],
): Promise<readonly StoredBlob[]> {
  if (blobId !== noBlobId) {
    const detail = `Where files come along, the blob id is ${noBlobId}.`;
    throw new AppError('invalid-request', { faults: [{ in: 'path', name: 'blobId', detail }] });
  }
  const recordCount = Array.isArray(body) ? body.length : 1;
  if (count !== recordCount) {
    const detail = `as many records as files are expected; there are ${recordCount} and ${count}`;
    throw new AppError('invalid-request', { faults: [{ in: 'body', pointer: '', detail }] });
  }
  if (!keep) throw new AppError('internal-error');
  return Promise.all((await take()).map(({ bytes }) => keep(bytes)));
}

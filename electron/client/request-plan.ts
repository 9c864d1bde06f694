import type { OutgoingFile } from '../../shared/api/caller.ts';
import { licenseParameter, type OperationShape, type ServiceArea } from '../../shared/api/operation.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { operationUrl } from './operation-url.ts';
import type { Payload } from './payload.ts';

/** What a caller gives for any operation, with the types of the single operations folded away. */
export interface OperationInput {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  readonly file?: OutgoingFile | undefined;
}

export interface Addresses {
  readonly content: string;
  readonly data: string;
}

/**
 * The address of a request, with the license code in its place where the operation has one.
 * @throws AppError `license-code-missing` when none is set, before anything is sent; `invalid-request`.
 */
export async function planUrl(
  operation: OperationShape,
  input: OperationInput,
  addresses: Addresses,
  licenseCode: () => Promise<string | undefined>,
): Promise<string> {
  const license = operation.license === undefined ? {} : { [licenseParameter]: await givenLicense(licenseCode) };
  return operationUrl(addressOf(operation.area, addresses), operation, {
    params: { ...input.params, ...(operation.license === 'path' ? license : {}) },
    query: { ...input.query, ...(operation.license === 'query' ? license : {}) },
  });
}

/** The JSON body of a request, where it has one. */
export function jsonPayload(operation: OperationShape, body: unknown): Payload | undefined {
  if (operation.body?.kind !== 'json' || body === undefined) return undefined;
  return { kind: 'bytes', contentType: 'application/json; charset=utf-8', bytes: Buffer.from(JSON.stringify(body)) };
}

export function addressOf(area: ServiceArea, addresses: Addresses): string {
  return area === 'content' ? addresses.content : addresses.data;
}

async function givenLicense(licenseCode: () => Promise<string | undefined>): Promise<string> {
  const code = await licenseCode();
  if (code !== undefined && code !== '') return code;
  throw new AppError('license-code-missing');
}

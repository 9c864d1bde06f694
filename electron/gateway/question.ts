import { createHash } from 'node:crypto';
import type { CallId, CallInput } from '../../shared/api/caller.ts';
import { contract, type Contract } from '../../shared/api/contract.ts';
import {
  licenseParameter,
  type JsonBodyOf,
  type OperationShape,
  type ParamsOut,
  type QueryOut,
} from '../../shared/api/operation.ts';
import { readRecord } from '../../shared/api/read-record.ts';

/** What is asked, as the contract reads it: whoever writes it in another way asks the same. */
export interface Question<Id extends CallId = CallId> {
  readonly params: ParamsOut<Contract[Id]>;
  readonly query: QueryOut<Contract[Id]>;
  readonly body: JsonBodyOf<Contract[Id]> | undefined;
}

/** `undefined` where it is none that the service would answer. */
export function readQuestion<Id extends CallId>(id: Id, input: CallInput<Id>): Question<Id> | undefined {
  const { params, query, body, license }: OperationShape = contract[id];
  // The license code is the client's own business: what is asked has it, and never says which.
  const ofClient = { [licenseParameter]: '-' };
  const read = {
    params: params.safeParse(license === 'path' ? { ...input.params, ...ofClient } : input.params),
    query: query.safeParse(license === 'query' ? { ...input.query, ...ofClient } : (input.query ?? {})),
    body: body?.kind === 'json' ? readRecord(body.schema, input.body) : { success: true, data: undefined },
  };
  if (!read.params.success || !read.query.success || !read.body.success) return undefined;
  // The schemas that read it are the ones this type is derived from.
  return { params: read.params.data, query: read.query.data, body: read.body.data } as Question<Id>;
}

/** The name under which an answer is kept, of whatever it answers; always of the same length. */
export function nameOf(subject: string, ...asked: readonly unknown[]): string {
  return createHash('sha256')
    .update(JSON.stringify([subject, ...asked], inOrder))
    .digest('base64url');
}

/** Records with their properties in one order. */
function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

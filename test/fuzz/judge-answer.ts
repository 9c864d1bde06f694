import { contract } from '../../shared/api/contract.ts';
import type { Answer, OperationShape } from '../../shared/api/operation.ts';
import { readRecord } from '../../shared/api/read-record.ts';
import type { RawAnswer } from './exchange-bytes.ts';
import type { FuzzRequest } from './operation-requests.ts';

/** What must never stand in an answer. */
export interface Secrets {
  readonly clientSecret: string;
  readonly licenseCode: string;
  readonly token: string;
}

/** Where a request may have met another operation or none: a refusal, or an answer to that. */
const elsewhere = new Set([200, 206, 400, 401, 404, 416]);

/** @throws Error saying what is wrong with the answer to a request for an operation */
export function judgeAnswer({ id, method, headers }: FuzzRequest, answer: RawAnswer, secrets: Secrets): void {
  const { status } = answer;
  if (status === undefined) throw new Error(`There is no answer: ${answer.text.slice(0, 200)}`);
  const shape: OperationShape | undefined = id && contract[id];
  if (!(shape ? allowedStatuses(shape, headers) : elsewhere).has(status))
    throw new Error(`Status ${status} is not listed.`);
  expectNoSecret(answer, secrets, shape?.token === 'optional' || id === undefined);
  if (method === 'HEAD') return;
  if (status >= 400) expectProblemBody(answer);
  else if (shape && status === 200) expectDeclaredBody(shape.answer, answer);
}

/** @throws Error when bytes that are no request got more than a refusal */
export function judgeRefusal(answer: RawAnswer, secrets: Secrets): void {
  if (answer.status !== undefined && answer.status >= 500) throw new Error(`Status ${answer.status}.`);
  expectNoSecret(answer, secrets, false);
}

function allowedStatuses(shape: OperationShape, headers: FuzzRequest['headers']): ReadonlySet<number> {
  const ofRanges = shape.answer.kind === 'bytes' && headers['range'] !== undefined ? [206, 416] : [];
  return new Set([200, 401, ...ofRanges, ...shape.errors.filter((status) => status !== 500)]);
}

/** Operation 23 gives the credentials to whoever has a token; what callers stored under a secret's name is theirs. */
function expectNoSecret(answer: RawAnswer, secrets: Secrets, mayTellClientSecret: boolean): void {
  const { clientSecret, licenseCode, token } = secrets;
  const isRefusal = answer.status === undefined || answer.status >= 400;
  if (answer.text.includes(token)) throw new Error('The answer holds the token.');
  if (isRefusal && answer.text.includes(licenseCode)) throw new Error('The refusal holds the license code.');
  if (answer.text.includes(clientSecret) && (isRefusal || !mayTellClientSecret)) {
    throw new Error('The answer holds the client secret.');
  }
}

function expectProblemBody({ headers, body, status }: RawAnswer): void {
  const type = headers.get('content-type') ?? '';
  if (!type.startsWith('application/problem+json')) throw new Error(`A refusal of the type ${type}.`);
  const problem = JSON.parse(body.toString()) as { readonly status?: unknown; readonly type?: unknown };
  if (problem.status !== status || typeof problem.type !== 'string') throw new Error('A problem that is none.');
}

function expectDeclaredBody(declared: Answer, { body, headers }: RawAnswer): void {
  if (declared.kind === 'bytes') {
    if (!headers.get('content-disposition')?.includes('filename="')) throw new Error('A download without a name.');
    return;
  }
  const value: unknown = declared.kind === 'json' ? JSON.parse(body.toString()) : body.toString();
  const read = readRecord(declared.schema, value);
  if (!read.success) throw new Error(`An answer that the contract does not declare: ${read.error.message}`);
}

import { z } from 'zod';
import { AppError, type InputFault } from '../../shared/errors/app-error.ts';
import { catalogue, isErrorCode, type ErrorCode } from '../../shared/errors/catalogue.ts';
import type { OperationShape } from '../../shared/api/operation.ts';
import { readRecord } from '../../shared/api/read-record.ts';
import { text } from '../../shared/api/schemas/wire-values.ts';
import { codingFault } from './content-coding.ts';
import { parseJson } from './parse-json.ts';
import { describeProxySignIn, proxySignInNeeded } from './proxy-sign-in.ts';
import { serverTime, type AnswerHeaders } from './rate-budget.ts';
import { isRecord } from './read-answer.ts';
import { isHtml, isPageType, webPage } from './web-page.ts';

const problemBody = z.looseObject({ type: text(), title: text(), detail: text(), errors: z.unknown().optional() });

const faultList = z.array(
  z.looseObject({
    in: z.enum(['path', 'query', 'header', 'body']).catch('body'),
    name: z.string().optional(),
    pointer: z.string().optional(),
    detail: z.string(),
  }),
);

/** How other services of the same kind name faults: field → texts (wire format, section 6). */
const faultDictionary = z.record(z.string(), z.array(z.string()));

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

const dayMs = 86_400_000;
/** A plain text longer than this is a page and not a sentence. */
const longestSentence = 2_000;

/** What an answer says outside its body, and what it answers. */
interface AnswerHead {
  readonly url: string;
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** `undefined`: signing in. */
  readonly operation: OperationShape | undefined;
}

/** The body of such an answer. */
export interface RefusalText {
  readonly text: string;
  /** Of one that is cut off only what it is can be told. */
  readonly isWhole: boolean;
}

/** What an answer with any status but 2xx means, from its head and the text of its body. */
export function errorOfAnswer(head: AnswerHead, body: RefusalText, now: number): AppError {
  const { url, status, headers, operation } = head;
  if (redirects.has(status)) return redirectError(status, headers['location'], url);
  // A network that lets nobody through yet forbids everything, and says so to people.
  if (status === 403 && isPage(head, body)) return webPage(status);
  const told = { receivedStatus: status, retryAfterMs: retryAfter(headers, now) };
  const codeOfStatus = codeFor(status);
  if (verdicts.has(codeOfStatus) && mayBeAskedAgain(operation) && isOfGateway(head, body)) {
    const detail = `Something other than the service answered, with status ${status}.`;
    return new AppError('service-unavailable', { ...told, detail });
  }
  const isReadable = body.isWhole && codingFault(headers) === undefined;
  const problem = isReadable ? readProblem(body.text) : undefined;
  const code = problem?.code ?? codeOfStatus;
  return new AppError(code, {
    ...told,
    detail:
      status === proxySignInNeeded
        ? describeProxySignIn(headers)
        : (problem?.detail ?? detailFor(status, codeOfStatus)),
    faults: problem?.faults ?? [],
  });
}

/** Whether a request was refused for what it is, and not for what passes: the token, a limit, a gateway in between. */
export function isRefusal({ receivedStatus: status, retryable }: AppError): boolean {
  return status !== undefined && status >= 400 && status < 500 && !retryable;
}

/** What only the service can say of a request. */
const verdicts: ReadonlySet<ErrorCode> = new Set(['not-found', 'request-rejected', 'invalid-token']);

/**
 * Whether a record or a file is asked for, so that asking again does no harm. A change that is refused must not be sent
 * without end, also where a server refuses it with a page of its own, and a 404 may say that a list is empty.
 */
function mayBeAskedAgain(operation: OperationShape | undefined): boolean {
  if (operation === undefined) return true;
  const { audited, answer } = operation;
  return audited === undefined && (answer.kind === 'bytes' || isRecord(answer.schema));
}

/**
 * Whether what stands in front of the service answered, because it does not find it: with a page, in a coding that
 * nobody asked for, or with a stock sentence that names the status (`404 page not found`, `default backend - 404`).
 */
function isOfGateway(head: AnswerHead, body: RefusalText): boolean {
  const { status, headers } = head;
  const isStock = new RegExp(`^${status}\\s|\\s- ${status}$`).test(body.text.trim());
  return isStock || isPage(head, body) || codingFault(headers) !== undefined;
}

function isPage({ headers }: AnswerHead, { text, isWhole }: RefusalText): boolean {
  return isHtml(text) || (!isWhole && isPageType(headers));
}

/** As HTTP writes dates; without a zone only in its oldest form, which means GMT too. */
const httpDate = /^[A-Z][a-z]+,? .*\d\d:\d\d:\d\d( GMT| \d{4})$/;

/**
 * The wait that a Retry-After header asks for, in milliseconds: whole seconds, or a date by the service's clock. Anything
 * else asks for nothing.
 */
export function retryAfter(headers: AnswerHeaders, now: number): number | undefined {
  const value = headers['retry-after']?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Math.min(Number(value) * 1000, dayMs);
  if (!httpDate.test(value)) return undefined;
  const date = Date.parse(value.endsWith(' GMT') ? value : `${value} GMT`);
  return Number.isNaN(date) ? undefined : Math.min(Math.max(0, date - serverTime(headers, now)), dayMs);
}

/** Redirects are not followed. Networks send everybody to a page of theirs; a service may have moved to another path. */
function redirectError(receivedStatus: number, location: string | undefined, url: string): AppError {
  const target = location === undefined ? null : URL.parse(location, url);
  const isWithin = target !== null && placeOf(target) === placeOf(new URL(url));
  return new AppError(isWithin ? 'unreadable-answer' : 'network-sign-in-needed', {
    detail: `The answer is a redirect (${receivedStatus}), which is not followed.`,
    receivedStatus,
  });
}

/** The same for `http:` and `https:` of one server. */
function placeOf({ hostname, port }: URL): string {
  return `${hostname}:${port}`;
}

function codeFor(status: number): ErrorCode {
  if (status === 401) return 'invalid-token';
  if (status === 404) return 'not-found';
  if (status === 408) return 'service-timeout';
  if (status === 413) return 'body-too-large';
  if (status === 429) return 'too-many-requests';
  // It comes from what stands in between.
  if (status === 511) return 'network-sign-in-needed';
  if (status < 400) return 'unreadable-answer';
  if (status === proxySignInNeeded) return 'proxy-sign-in-needed';
  // 421: it came to the wrong one, and may be sent again.
  if (status === 421 || (status >= 502 && status <= 504)) return 'service-unavailable';
  return status >= 500 ? 'service-failed' : 'request-rejected';
}

function detailFor(status: number, code: ErrorCode): string | undefined {
  if (status === 511) return `A sign-in is asked for first (${status}).`;
  if (code === 'service-failed' || code === 'service-unavailable' || code === 'request-rejected')
    return `The service answered with status ${status}.`;
  return undefined;
}

interface ReadProblem {
  /** Present when the service speaks this product's own codes. */
  readonly code: ErrorCode | undefined;
  readonly detail: string | undefined;
  readonly faults: readonly InputFault[];
}

function readProblem(body: string): ReadProblem | undefined {
  const value = parseJson(body);
  if (typeof value === 'string') return sentence(value);
  if (value === undefined) return sentence(body);
  const record = readRecord(problemBody, value);
  if (!record.success) return undefined;
  const { type, title, detail, errors } = record.data;
  return {
    code: type !== undefined && isErrorCode(type) && catalogue[type].status !== 0 ? type : undefined,
    detail: detail ?? title,
    faults: readFaults(errors),
  };
}

/** Some services answer with one bare sentence. Markup is no sentence. */
function sentence(body: string): ReadProblem | undefined {
  const trimmed = body.trim();
  if (trimmed === '' || trimmed.startsWith('<') || trimmed.length > longestSentence) return undefined;
  return { code: undefined, detail: trimmed, faults: [] };
}

function readFaults(errors: unknown): InputFault[] {
  const list = readRecord(faultList, errors);
  if (list.success)
    return list.data.map(({ in: place, name, pointer, detail }) => ({ in: place, name, pointer, detail }));
  const dictionary = faultDictionary.safeParse(errors);
  if (!dictionary.success) return [];
  return Object.entries(dictionary.data).map(([name, texts]) => ({ in: 'body', name, detail: texts.join(' ') }));
}

import type { CallPriority } from '../../shared/api/caller.ts';
import type { OperationShape } from '../../shared/api/operation.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { cutOffOf } from '../../shared/errors/reachability.ts';
import type { AnswerBody } from './answer-body.ts';
import { errorOfAnswer, retryAfter, type RefusalText } from './answer-error.ts';
import type { Clock } from './clock.ts';
import type { Answer, Exchanger, OutgoingRequest } from './exchange.ts';
import { codingFault } from './content-coding.ts';
import type { Payload } from './payload.ts';
import type { RateGate } from './rate-gate.ts';
import { delayBeforeRetry, type Tries } from './retry-policy.ts';
import type { TokenSource } from './token-source.ts';

/** One operation to carry out, ready to be sent as often as it takes. */
export interface Errand {
  readonly operation: OperationShape;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Payload | undefined;
  readonly gate: RateGate;
  readonly priority: CallPriority;
  readonly signal: AbortSignal;
}

interface RunnerOptions {
  readonly exchanger: Exchanger;
  readonly tokens: TokenSource;
  readonly clock: Clock;
  readonly tries: Tries;
  /** Told after every request whether the service could be reached. */
  readonly onReached: (reached: boolean) => void;
}

/** Carries operations out: limits, token, request, one more token, retries. */
export interface OperationRunner {
  /**
   * Sends the errand until `read` has read a 2xx answer, or a 304 where a tag was named, or no retry is left.
   * @throws AppError why the last try failed.
   */
  run<T>(errand: Errand, read: (answer: Answer) => Promise<T> | T): Promise<T>;
}

const longestErrorBytes = 1 << 16;

/** Names the state of an answer that is known; the service says with this status that it still is so. */
export const tagHeader = 'If-None-Match';
export const notModified = 304;

/** Makes a runner on top of an exchanger and a token source. */
export function createOperationRunner(options: RunnerOptions): OperationRunner {
  return {
    async run(errand, read) {
      const { clock } = options;
      const startedMs = clock.steadyMs();
      for (let number = 1; ; number++) {
        const progress = { sent: false };
        try {
          return await runOnce(options, errand, read, progress);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          const failed = { error, number, sent: progress.sent, passedMs: clock.steadyMs() - startedMs };
          const { priority, operation, signal } = errand;
          const call = { priority, repeatable: operation.repeatable, tries: options.tries };
          const delay = delayBeforeRetry(failed, call, clock.random);
          if (delay === undefined || signal.aborted) throw progress.sent ? asPerhapsDone(error, operation) : error;
          await clock.sleep(delay, signal);
        }
      }
    },
  };
}

/** Lost is only the answer: nobody is to believe that what was asked for was not done. */
function asPerhapsDone(error: AppError, { audited }: OperationShape): AppError {
  const { code, detail, cause, receivedStatus } = error;
  const isAnswered = receivedStatus !== undefined || code === 'cancelled';
  if (audited === undefined || isAnswered) return error;
  return new AppError(code, { cause, detail: [detail, perhapsDone].filter(Boolean).join(' ') });
}

const perhapsDone = 'What was asked for may have been done all the same.';

/** To store bytes, or to put an export together, takes a service its time. */
function carriesFile({ body, answer }: OperationShape): boolean {
  return answer.kind === 'bytes' || body?.kind === 'file' || body?.kind === 'fileOrJson';
}

async function runOnce<T>(
  options: RunnerOptions,
  errand: Errand,
  read: (answer: Answer) => Promise<T> | T,
  progress: { sent: boolean },
): Promise<T> {
  const answer = await sendWithToken(options, errand, progress);
  progress.sent = true;
  if (isToBeRead(answer, errand)) {
    try {
      return await read(answer);
    } catch (error) {
      answer.body.discard();
      throw withHead(error, answer);
    }
  }
  const { url, operation } = errand;
  throw errorOfAnswer({ ...answer, url, operation }, await startOf(answer.body), options.clock.now());
}

function isToBeRead({ status }: Answer, { headers }: Errand): boolean {
  return (status >= 200 && status < 300) || (status === notModified && headers[tagHeader] !== undefined);
}

/** What could not be read, with what the head of the answer says of that. */
function withHead(error: unknown, { status, headers }: Answer): unknown {
  if (!(error instanceof AppError) || error.receivedStatus !== undefined || error.code === 'cancelled') return error;
  const { code, faults, cause } = error;
  const fault = code === 'unreadable-answer' ? codingFault(headers) : undefined;
  return new AppError(code, { detail: fault ?? error.detail, faults, cause, receivedStatus: status });
}

/** A 401 means the token was refused before anything was done: one other token is tried, whatever the operation. */
async function sendWithToken(options: RunnerOptions, errand: Errand, progress: { sent: boolean }): Promise<Answer> {
  const token = await tokenFor(options, errand);
  const answer = await sendOnce(options, errand, token, progress);
  if (answer.status !== 401 || token === undefined || !options.tokens.refused(token)) return answer;
  answer.body.discard();
  return sendOnce(options, errand, await tokenFor(options, errand), progress);
}

async function tokenFor({ tokens }: RunnerOptions, { operation, signal }: Errand): Promise<string | undefined> {
  try {
    return await tokens.get(signal);
  } catch (error) {
    // Answers less without a token, which is what somebody without one wants to see.
    const hasNoToken =
      error instanceof AppError && (error.code === 'sign-in-failed' || error.code === 'client-secret-missing');
    if (hasNoToken && operation.token === 'optional') return undefined;
    throw error;
  }
}

async function sendOnce(
  { exchanger, onReached, clock }: RunnerOptions,
  errand: Errand,
  token: string | undefined,
  progress: { sent: boolean },
): Promise<Answer> {
  const { operation, url, headers, payload, gate, priority, signal } = errand;
  const passage = await gate.enter(priority, signal);
  const authorization: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const request: OutgoingRequest = {
    method: operation.method,
    url,
    headers: { ...headers, ...authorization },
    payload,
    notAfterIdling: !operation.repeatable,
    isPrompt: priority === 'person' && !carriesFile(operation),
    signal,
  };
  const outcome = await exchanger.send(request);
  if (outcome.kind === 'answered') {
    onReached(true);
    const { status, headers: told } = outcome.answer;
    passage.answered(told, status === 429 ? { retryAfterMs: retryAfter(told, clock.now()) } : undefined);
    return outcome.answer;
  }
  passage.unanswered();
  const { error, connected } = outcome;
  progress.sent = connected;
  if (cutOffOf(error.code) !== undefined) onReached(false);
  throw error;
}

/** What comes of the body of a refusal: one that breaks off or never ends still shows what it is. */
async function startOf(body: AnswerBody): Promise<RefusalText> {
  const pieces: Uint8Array[] = [];
  let sizeBytes = 0;
  let isWhole = false;
  try {
    for await (const piece of body.chunks()) {
      pieces.push(piece);
      sizeBytes += piece.byteLength;
      if (sizeBytes > longestErrorBytes) break;
    }
    isWhole = sizeBytes <= longestErrorBytes;
  } catch (error) {
    if (error instanceof AppError && error.code === 'cancelled') throw error;
  }
  return { text: new TextDecoder().decode(Buffer.concat(pieces)), isWhole };
}

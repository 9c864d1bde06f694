import type { ErrorAction } from './actions.ts';
import { catalogue, type ErrorCode } from './catalogue.ts';
import { englishErrors, type ErrorWords } from './error-words.ts';

/** One fault of an input: where it stands and what is wrong with it. */
export interface InputFault {
  readonly in: 'path' | 'query' | 'header' | 'body';
  /** The parameter's name; for bodies see `pointer`. */
  readonly name?: string;
  /** JSON pointer (RFC 6901) into the body. */
  readonly pointer?: string;
  readonly detail: string;
}

interface AppErrorOptions {
  /** What this instance is about, in one sentence; never holds a secret. */
  readonly detail?: string;
  readonly faults?: readonly InputFault[];
  readonly cause?: unknown;
  /** How long the other side asked to wait before the next try. */
  readonly retryAfterMs?: number;
  /** The HTTP status that was received, where one was. */
  readonly receivedStatus?: number;
}

/** An error as it stands in a database or crosses a wire: the code and what is special about this instance. */
export interface ErrorRecord {
  readonly code: ErrorCode;
  readonly detail?: string | undefined;
}

/** The only error this product throws on purpose; everything else that is thrown is a defect. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly detail: string | undefined;
  readonly faults: readonly InputFault[];
  readonly retryAfterMs: number | undefined;
  readonly receivedStatus: number | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(
      options.detail ?? catalogue[code].happened,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.code = code;
    this.detail = options.detail;
    this.faults = options.faults ?? [];
    this.retryAfterMs = options.retryAfterMs;
    this.receivedStatus = options.receivedStatus;
  }

  get retryable(): boolean {
    return catalogue[this.code].retryable;
  }

  get action(): ErrorAction {
    return catalogue[this.code].action;
  }

  toRecord(): ErrorRecord {
    return this.detail === undefined ? { code: this.code } : { code: this.code, detail: this.detail };
  }
}

/** As it stood in a database, or came across a wire or from another thread. */
export const errorOf = ({ code, detail }: ErrorRecord): AppError =>
  new AppError(code, detail === undefined ? {} : { detail });

/** Any thrown thing as an `AppError`; a defect becomes `unexpected-failure` and keeps its cause. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  // What failed first says more than what could not be closed afterwards.
  if (thrown instanceof Error && 'suppressed' in thrown) return toAppError(thrown.suppressed);
  if (thrown instanceof Error && thrown.name === 'AbortError') return new AppError('cancelled', { cause: thrown });
  return new AppError('unexpected-failure', {
    cause: thrown,
    ...(thrown instanceof Error ? { detail: thrown.message } : {}),
  });
}

/** For `catch`: gives `undefined` after the errors that are meant, and throws any other on. */
export function orUndefinedIf(isMeant: (error: AppError) => boolean): (thrown: unknown) => undefined {
  return (thrown) => {
    if (thrown instanceof AppError && isMeant(thrown)) return undefined;
    throw thrown;
  };
}

/** What happened, what is safe and what to do, as plain sentences. */
export function describeError({ code, detail: given = '' }: ErrorRecord, words: ErrorWords = englishErrors): string {
  const happened = words.happened(code);
  const detail = given === catalogue[code].happened ? '' : words.sayDetail(given);
  // A service may have said already what is safe, and what to do.
  const more = [words.safe(code), words.toDo[catalogue[code].action]].filter((sentence) => !detail.includes(sentence));
  return [happened, detail, ...more]
    .filter((sentence) => sentence !== '')
    .map((sentence) => (/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`))
    .join(' ');
}

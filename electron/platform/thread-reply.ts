import { AppError } from '../../shared/errors/app-error.ts';
import { isErrorCode } from '../../shared/errors/catalogue.ts';

/** What a thread sends back for each question, in their order. */
export type Reply = { readonly answer: unknown } | { readonly failure: Failure };

/** What is left of the system's error on the way between threads. */
interface Failure {
  readonly message: string;
  readonly code: string | undefined;
  /** Of an error of the catalogue. */
  readonly detail?: string | undefined;
}

/** What was thrown in a thread, fit to cross to another one. */
export function failed(error: unknown): Reply {
  const { message, code, detail } = error as NodeJS.ErrnoException & { readonly detail?: string };
  return { failure: { message, code, detail } };
}

/** What came across, as the error it was. */
export function errorOf(failure: Failure | undefined): Error {
  const { code, detail } = failure ?? {};
  if (code !== undefined && isErrorCode(code)) return new AppError(code, { detail });
  return Object.assign(new Error(failure?.message ?? 'A thread gave no answer.'), { code });
}

import { AppError } from '../../shared/errors/app-error.ts';

/** Whether the text of an answer is a page for people: nothing that the service says begins like one. */
export function isWebPage(text: string): boolean {
  return /^\uFEFF?\s*</.test(text);
}

/** The error for a page where the service should have answered: networks send theirs until somebody signs in to them. */
export function webPage(receivedStatus?: number): AppError {
  return new AppError('network-sign-in-needed', {
    detail: 'The answer is a web page.',
    ...(receivedStatus === undefined ? {} : { receivedStatus }),
  });
}

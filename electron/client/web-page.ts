import { AppError } from '../../shared/errors/app-error.ts';
import type { AnswerHeaders } from './rate-budget.ts';

/** Whether the text of an answer is a page for people: nothing that the service says begins like one. */
export function isWebPage(text: string): boolean {
  return /^\uFEFF?\s*</.test(text);
}

/** Whether an answer says that it is a page. */
export function isPageType(headers: AnswerHeaders): boolean {
  return /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(headers['content-type'] ?? '');
}

/** As HTML begins, after a declaration and comments; SVG and the XML forms of IFC and STEP do not. */
const pageStart =
  /^(?:\s|<\?[^>]*>|<!--(?:(?!-->)[^])*-->)*<(?:!doctype html|(?:html|head|body|script|meta|title|style|form|h\d|div|p|center)\b)/i;
const longestStartBytes = 2_048;

/** Whether a text begins as HTML does, which XML does not. */
export function isHtml(text: string): boolean {
  return pageStart.test(text);
}

/** Whether a file begins as a web page does. @param bytes its first ones */
export function beginsWebPage(bytes: Uint8Array): boolean {
  return isHtml(new TextDecoder().decode(bytes.subarray(0, longestStartBytes)));
}

/** The error for a page where the service should have answered: networks send theirs until somebody signs in to them. */
export function webPage(receivedStatus?: number): AppError {
  return new AppError('network-sign-in-needed', {
    detail: 'The answer is a web page.',
    ...(receivedStatus === undefined ? {} : { receivedStatus }),
  });
}

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

/** What may stand in front of HTML, as of XML. */
const lead = /^(?:\s|<\?[^>]*>|<!--(?:(?!-->)[^])*-->)*/;
/** As HTML begins; SVG and the XML forms of IFC and STEP do not. */
const pageStart = /^<(?:!doctype html|(?:html|head|body|script|meta|title|style|form|h\d|div|p|center)\b)/i;
/** Enough to tell by; a lead that goes on tells nothing yet. */
const telling = /^(?:[^<]|<(?!\?|!--)[^]{15})/;
const longestLeadBytes = 1 << 16;

/** Whether a text begins as HTML does, which XML does not. */
export function isHtml(text: string): boolean {
  return pageStart.test(text.replace(lead, ''));
}

/**
 * The pieces of a file. They are held back until they show what they are: a page may come in pieces of any length.
 * @throws AppError `network-sign-in-needed` for a file that begins as a web page does
 */
export async function* refusingPages(
  pieces: AsyncGenerator<Uint8Array, void, void>,
  receivedStatus: number,
): AsyncGenerator<Uint8Array, void, void> {
  try {
    let start = Buffer.alloc(0);
    let text = '';
    while (start.length < longestLeadBytes && !telling.test(text.replace(lead, ''))) {
      const next = await pieces.next();
      if (next.done) break;
      start = Buffer.concat([start, next.value]);
      text = new TextDecoder().decode(start);
    }
    if (isHtml(text)) throw webPage(receivedStatus);
    if (start.length > 0) yield start;
    yield* pieces;
  } finally {
    await pieces.return();
  }
}

/** The error for a page where the service should have answered: networks send theirs until somebody signs in to them. */
export function webPage(receivedStatus?: number): AppError {
  return new AppError('network-sign-in-needed', { detail: 'The answer is a web page.', receivedStatus });
}

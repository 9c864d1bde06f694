import { z } from 'zod';
import type { OperationShape } from '../../shared/api/operation.ts';
import { parseExactly } from '../../shared/api/parse-exactly.ts';
import { readRecord, schemaMeant } from '../../shared/api/read-record.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { readGuid } from '../../shared/model/guid.ts';
import type { Answer } from './exchange.ts';
import { readLongList } from './long-list.ts';
import { isWebPage, webPage } from './web-page.ts';

/**
 * The text of an answer. A status that says that there is no content says what `null` says, which some services answer.
 * @throws AppError as reading a body does
 */
export async function textOf({ status, body }: Answer, longestBytes: number): Promise<string> {
  const text = await body.text(longestBytes);
  return status === noContent ? 'null' : text;
}

const noContent = 204;

/**
 * Reads the text of a 2xx answer as the operation declares it. The content type is never looked at (wire format,
 * section 1).
 * @param sent the body of the request
 * @throws AppError `network-sign-in-needed` for a web page, `not-found` where there is no record, `unreadable-answer` for
 * anything else that it is not.
 */
export function readAnswer(operation: OperationShape, body: string, sent?: unknown): unknown {
  const text = body.replace(/^\uFEFF/, '').trim();
  const { answer } = operation;
  if (answer.kind === 'bytes') return text;
  if (isWebPage(text)) throw webPage();
  if (answer.kind === 'text') return validated(answer.schema, plainGuid(text));
  const said = (): unknown => {
    // Answers of older services to writes are empty: their client reads nothing there (wire format, section 3).
    const value = text === '' && operation.method !== 'GET' ? null : parsed(answer.schema, text);
    return value === null ? nothingIn(operation, answer.schema) : validated(answer.schema, value);
  };
  return answer.meaning ? meant(said, (read) => answer.meaning?.(read, sent)) : said();
}

/** As `readAnswer`, of an answer that may be a long list. */
export async function readLongAnswer(operation: OperationShape, body: string): Promise<unknown> {
  const { answer } = operation;
  if (answer.kind !== 'json' || answer.meaning) return readAnswer(operation, body);
  return readLongList(body, {
    readItems: (items) => validated(answer.schema, items),
    readText: (text) => readAnswer(operation, text),
  });
}

/** Sent and carried out may be all there is to know, and must not look like a failure. */
function meant(said: () => unknown, meaning: (read: unknown) => unknown): unknown {
  let [read, unread]: unknown[] = [];
  try {
    read = said();
  } catch (thrown) {
    unread = thrown;
  }
  const meant = meaning(read);
  if (meant === undefined) throw unread;
  return meant;
}

/** In whatever form, also in quotes: the same GUID in its usual form; any other text as it is. */
function plainGuid(text: string): string {
  return readGuid(text.replace(/^"(.*)"$/s, '$1')) ?? text;
}

/** Where there is nothing, some services say so in place of a list without items (wire format, section 1). */
function nothingIn({ method }: OperationShape, schema: z.ZodType): unknown {
  // A record in which nothing is said would be one that nobody has.
  for (const nothing of isRecord(schema) ? [null] : [[], {}]) {
    const read = schema.safeParse(nothing);
    if (read.success) return read.data;
  }
  throw method === 'GET' ? new AppError('not-found') : unreadable('The answer is empty.');
}

/** Whether an answer is a record, and no list or dictionary, which may be empty. */
export function isRecord(schema: z.ZodType): boolean {
  return schemaMeant(schema, {}) instanceof z.ZodObject;
}

function parsed(schema: z.ZodType, text: string): unknown {
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  // Ticket numbers are texts, also where they come without quotes.
  if (schema instanceof z.ZodString && /^\d+$/.test(text)) return text;
  try {
    return parseExactly(text);
  } catch (cause) {
    throw unreadable('The answer is not JSON.', cause);
  }
}

function validated(schema: z.ZodType, value: unknown): unknown {
  const read = readRecord(schema, value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const place = issue && issue.path.length > 0 ? ` at /${issue.path.join('/')}` : '';
  throw unreadable(`The answer does not have the form expected${place}: ${issue?.message ?? 'unknown'}.`);
}

function unreadable(detail: string, cause?: unknown): AppError {
  // A JSON syntax error quotes the text it failed on; only its name goes along.
  return new AppError('unreadable-answer', {
    detail,
    cause: cause instanceof Error ? new Error(cause.name) : undefined,
  });
}

import type { IncomingFile } from '../../shared/api/caller.ts';
import { versionHeader, type Answer as DeclaredAnswer } from '../../shared/api/operation.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { isSha256 } from '../../shared/model/sha256.ts';
import { codingFault } from './content-coding.ts';
import { fileNameOf } from './content-disposition.ts';
import type { Answer } from './exchange.ts';
import { isPageType, refusingPages, webPage } from './web-page.ts';
import { limitProgress } from './progress.ts';

interface DownloadOptions {
  readonly declared: DeclaredAnswer;
  /** Where the first byte was asked to stand. */
  readonly startAt: number;
  /** Whether the caller knows the hash of the whole, and compares it. */
  readonly isHashKnown: boolean;
  readonly onProgress: ((movedBytes: number) => void) | undefined;
  readonly now: () => number;
}

/**
 * A 2xx answer as a file that is arriving; nothing of its bytes is read before somebody iterates them.
 * @throws AppError `unreadable-answer` when the headers contradict what was asked for, `network-sign-in-needed` for a
 * web page that is no file of the service, `answer-incomplete` where nobody could tell that the end is missing.
 */
export function incomingFile(answer: Answer, options: DownloadOptions): IncomingFile {
  const { headers, status } = answer;
  const fileName = fileNameOf(headers['content-disposition']);
  const entityTag = entityTagOf(headers['etag']);
  const mayBePage = mayBeStored(options.declared, { fileName, entityTag });
  refuseForeignAnswer(answer, mayBePage);
  const range = status === 206 ? rangeOf(headers['content-range'], options.startAt) : undefined;
  const length = status === 204 ? 0 : lengthOf(headers['content-length']);
  if (range?.length !== undefined && length !== undefined && range.length !== length) {
    throw unreadable('The length of the answer is not that of its range.');
  }
  const sizeBytes = length ?? range?.length;
  const isEndSeen = sizeBytes !== undefined || /\bchunked\s*$/i.test(headers['transfer-encoding'] ?? '');
  // The end of the connection is all that such an answer has for its end, and a line that broke ends the same way.
  if (!isEndSeen && !options.isHashKnown) throw incomplete('The answer does not say how long the file is.');
  // Everything from there on was asked for, also where a cache gives less.
  const dueBytes = range?.wholeLength === undefined ? sizeBytes : range.wholeLength - range.start;
  return {
    bytes: complete(answer, dueBytes, { ...options, mayBePage: mayBePage || options.isHashKnown }),
    sizeBytes,
    wholeSizeBytes: range ? range.wholeLength : length,
    fileName,
    entityTag,
    strongTag: /^\s*("[^"]*")\s*$/.exec(headers['etag'] ?? '')?.[1],
    startsAt: range?.start ?? 0,
    contentType: headers['content-type'],
    versionText: headers[versionHeader],
  };
}

/** What tells a file that the service has from an answer that something else gives. */
interface Proof {
  readonly fileName: string | undefined;
  readonly entityTag: string | undefined;
}

function refuseForeignAnswer({ headers }: Answer, mayBePage: boolean): void {
  const fault = codingFault(headers);
  if (fault !== undefined) throw unreadable(fault);
  // A sign-in page of a network answers 200 to everything; saved as a CAD file it would hide the real one.
  if (isPageType(headers) && !mayBePage) throw webPage();
}

function mayBeStored(declared: DeclaredAnswer, { fileName, entityTag }: Proof): boolean {
  const pages = declared.kind === 'bytes' ? declared.webPages : undefined;
  if (pages === 'any') return true;
  // What serves pages may name them too; a hash, which is compared with the bytes, it does not have.
  return fileName !== undefined && (pages === 'named' || isSha256(entityTag?.toLowerCase() ?? ''));
}

async function* complete(
  answer: Answer,
  dueBytes: number | undefined,
  { declared, mayBePage, onProgress, now }: DownloadOptions & { readonly mayBePage: boolean },
): AsyncGenerator<Uint8Array, void, void> {
  const tell = limitProgress(onProgress, dueBytes, now);
  let moved = 0;
  const pieces = answer.body.chunks();
  // Not every network says of its page that it is one.
  for await (const chunk of mayBePage ? pieces : refusingPages(pieces, answer.status)) {
    moved += chunk.byteLength;
    yield chunk;
    tell(moved);
  }
  if (dueBytes !== undefined && moved !== dueBytes) throw incomplete(`${moved} of ${dueBytes} bytes came.`);
  // A success that says nothing, such as a 204: taken for the file it would replace the real one.
  const mayBeEmpty = declared.kind === 'bytes' && declared.mayBeEmpty;
  if (moved === 0 && !mayBeEmpty) throw incomplete('No bytes came.');
}

interface AnsweredRange {
  readonly start: number;
  readonly length: number;
  readonly wholeLength: number | undefined;
}

function rangeOf(header: string | undefined, asked: number): AnsweredRange {
  const match = /^\s*bytes\s+(\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)\s*$/i.exec(header ?? '');
  const start = Number(match?.[1]);
  const end = Number(match?.[2]);
  const wholeLength = match?.[3] === '*' ? undefined : Number(match?.[3]);
  if (!match || end < start || end >= (wholeLength ?? Infinity)) {
    throw unreadable('The answer is a part, but does not say which.');
  }
  if (start !== asked) throw unreadable('The answer is another part than the one asked for.');
  return { start, length: end - start + 1, wholeLength };
}

function lengthOf(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,15}$/.test(header.trim()) ? Number(header) : undefined;
}

function entityTagOf(header: string | undefined): string | undefined {
  const match = /^\s*(?:W\/)?"(.*)"\s*$/.exec(header ?? '');
  return match?.[1] ?? (header?.trim() || undefined);
}

function incomplete(detail: string): AppError {
  return new AppError('answer-incomplete', { detail });
}

function unreadable(detail: string): AppError {
  return new AppError('unreadable-answer', { detail });
}

import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../shared/errors/app-error.ts';
import { problemMediaType, toProblem } from '../../../shared/errors/problem.ts';
import type { Blobs } from '../blobs/blobs.ts';
import type { ArrivingContent, Download } from '../handlers/handler.ts';
import type { StoredBlob } from '../store/store.ts';
import { chooseRange, rangeRequestOf } from './byte-range.ts';
import { letGo } from './let-go.ts';
import { contentDisposition } from './content-disposition.ts';

const anyBytes = 'application/octet-stream';

/** A request and what it is answered with. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Told of what breaks a stream off that is being sent. */
  readonly onBrokenOff: (cause: Error) => void;
}

/** Answers with what is made while it is sent. */
export function sendStream({ request, reply, onBrokenOff }: Exchange, stream: Readable): FastifyReply {
  if (request.method !== 'HEAD') return reply.send(stream.once('error', onBrokenOff));
  // The framework would read all of it to throw it away.
  void letGo(stream);
  return reply.send(Readable.from([]));
}

/**
 * Whether the caller says that it knows what is to be answered (RFC 9110, 13.1.2).
 * @param entityTag with its quotes
 */
export function isKnown({ headers }: FastifyRequest, entityTag: string): boolean {
  const known = (headers['if-none-match'] ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return known.includes(entityTag) || known.includes('*');
}

/** Says that what the caller knows still holds. */
export function sendKnown(reply: FastifyReply, entityTag: string): FastifyReply {
  // Sent as a stream: of nothing at all the framework says to HEAD that it is 0 bytes long.
  return reply.code(304).header('etag', entityTag).send(Readable.from([]));
}

/** Sends bytes with the headers of a download; of what has a known size also a part of it. */
export async function sendDownload(exchange: Exchange, download: Download, open: Blobs['open']): Promise<FastifyReply> {
  const { content } = download;
  if (content.kind === 'blob') return sendBlob(exchange, download, content.blob, open);
  if (content.kind === 'arriving') return sendArriving(exchange, download, content);
  void withDownloadHeaders(exchange.reply, download);
  return sendStream(exchange, content.stream);
}

async function sendBlob(
  exchange: Exchange,
  download: Download,
  blob: StoredBlob,
  open: Blobs['open'],
): Promise<FastifyReply> {
  const { request, reply } = exchange;
  const { sha256, sizeBytes } = blob;
  const entityTag = `"${sha256}"`;
  if (isKnown(request, entityTag)) return sendKnown(reply, entityTag);
  const choice = chooseRange(rangeRequestOf(request), sizeBytes, entityTag);
  if (choice.kind === 'unsatisfiable') return refuseRange(request, reply, sizeBytes);
  const part = choice.kind === 'part' ? choice.range : undefined;
  // Opened before any header is set: a failure is then still answered as one.
  const stream = await open(blob, part);
  void withDownloadHeaders(reply, download).headers({ etag: entityTag, 'accept-ranges': 'bytes' });
  void reply.header('content-length', part ? part.end - part.start + 1 : sizeBytes);
  if (part) void reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${sizeBytes}`);
  return sendStream(exchange, stream);
}

function sendArriving(exchange: Exchange, download: Download, content: ArrivingContent): FastifyReply {
  const { request, reply } = exchange;
  const { bytes, startsAt, sizeBytes, wholeSizeBytes, strongTag } = content;
  if (strongTag !== undefined && isKnown(request, strongTag)) {
    void letGo(bytes);
    return sendKnown(reply, strongTag);
  }
  void withDownloadHeaders(reply, download);
  if (strongTag !== undefined) void reply.header('etag', strongTag);
  if (wholeSizeBytes === undefined) {
    if (sizeBytes !== undefined) void reply.header('content-length', sizeBytes);
    return sendStream(exchange, Readable.from(bytes));
  }
  const choice = chooseRange(rangeRequestOf(request), wholeSizeBytes, strongTag ?? '');
  if (choice.kind === 'unsatisfiable') {
    void letGo(bytes);
    return refuseRange(request, reply, wholeSizeBytes);
  }
  void reply.header('accept-ranges', 'bytes');
  if (choice.kind === 'whole') {
    void reply.header('content-length', wholeSizeBytes);
    return sendStream(exchange, Readable.from(bytes));
  }
  const { start, end } = choice.range;
  void reply.code(206).header('content-length', end - start + 1);
  void reply.header('content-range', `bytes ${start}-${end}/${wholeSizeBytes}`);
  return sendStream(exchange, Readable.from(cut(bytes, start - startsAt, end - start + 1)));
}

/** Some of the bytes; what comes after them is not read. */
async function* cut(
  bytes: AsyncIterable<Uint8Array>,
  skipBytes: number,
  lengthBytes: number,
): AsyncGenerator<Uint8Array, void, void> {
  let position = -skipBytes;
  for await (const piece of bytes) {
    const wanted = piece.subarray(Math.max(0, -position), Math.max(0, lengthBytes - position));
    position += piece.byteLength;
    if (wanted.byteLength > 0) yield wanted;
    if (position >= lengthBytes) return;
  }
}

function withDownloadHeaders(reply: FastifyReply, { fileName, contentType = anyBytes }: Download): FastifyReply {
  // A stored file is never run by a browser, whatever its uploader called it.
  void reply.type(contentType).header('x-content-type-options', 'nosniff');
  return reply.header('content-disposition', contentDisposition(fileName));
}

function refuseRange(request: FastifyRequest, reply: FastifyReply, sizeBytes: number): FastifyReply {
  const error = new AppError('invalid-request', { detail: `The file has ${sizeBytes} bytes.` });
  // Downloads carry no license code in their path.
  const [path = ''] = request.originalUrl.split('?', 1);
  void reply.code(416).header('content-range', `bytes */${sizeBytes}`).type(`${problemMediaType}; charset=utf-8`);
  return reply.send(JSON.stringify(toProblem(error, path, 416)));
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../shared/errors/app-error.ts';
import { problemMediaType, toProblem } from '../../../shared/errors/problem.ts';
import type { Blobs } from '../blobs/blobs.ts';
import type { Download } from '../handlers/handler.ts';
import type { StoredBlob } from '../store/store.ts';
import { chooseRange } from './byte-range.ts';
import { contentDisposition } from './content-disposition.ts';

const anyBytes = 'application/octet-stream';

/** A request and what it is answered with. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Sends bytes with the headers of a download; of a blob also a part of it. */
export async function sendDownload(exchange: Exchange, download: Download, blobs: Blobs): Promise<FastifyReply> {
  const { content } = download;
  if (content.kind === 'blob') return sendBlob(exchange, download, content.blob, blobs);
  return withDownloadHeaders(exchange.reply, download).send(content.stream);
}

async function sendBlob(
  { request, reply }: Exchange,
  download: Download,
  { sha256, sizeBytes }: StoredBlob,
  blobs: Blobs,
): Promise<FastifyReply> {
  const entityTag = `"${sha256}"`;
  const ifRange = request.headers['if-range'];
  const asked = { range: request.headers.range, ifRange: Array.isArray(ifRange) ? ifRange[0] : ifRange };
  const choice = chooseRange(asked, sizeBytes, entityTag);
  if (choice.kind === 'unsatisfiable') return refuseRange(request, reply, sizeBytes);
  const part = choice.kind === 'part' ? choice.range : undefined;
  // Opened before any header is set: a failure is then still answered as one.
  const stream = await blobs.open(sha256, part);
  void withDownloadHeaders(reply, download).headers({ etag: entityTag, 'accept-ranges': 'bytes' });
  if (!part) return reply.header('content-length', sizeBytes).send(stream);
  void reply.code(206).header('content-length', part.end - part.start + 1);
  return reply.header('content-range', `bytes ${part.start}-${part.end}/${sizeBytes}`).send(stream);
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

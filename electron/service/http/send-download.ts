import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../shared/errors/app-error.ts';
import { problemMediaType, toProblem } from '../../../shared/errors/problem.ts';
import type { Blobs } from '../blobs/blobs.ts';
import type { Download } from '../handlers/handler.ts';
import type { StoredBlob } from '../store/store.ts';
import { chooseRange } from './byte-range.ts';
import { contentDisposition } from './content-disposition.ts';

const anyBytes = 'application/octet-stream';

/** Sends bytes with the headers of a download; of a blob also a part of it. */
export async function sendDownload(
  request: FastifyRequest,
  reply: FastifyReply,
  download: Download,
  blobs: Blobs,
): Promise<FastifyReply> {
  const { content } = download;
  void reply
    .type(download.contentType ?? anyBytes)
    .header('content-disposition', contentDisposition(download.fileName))
    // A stored file is never run by a browser, whatever its uploader called it.
    .header('x-content-type-options', 'nosniff');
  return content.kind === 'stream' ? reply.send(content.stream) : sendBlob(request, reply, content.blob, blobs);
}

async function sendBlob(
  request: FastifyRequest,
  reply: FastifyReply,
  { sha256, sizeBytes }: StoredBlob,
  blobs: Blobs,
): Promise<FastifyReply> {
  const entityTag = `"${sha256}"`;
  const ifRange = request.headers['if-range'];
  const asked = { range: request.headers.range, ifRange: Array.isArray(ifRange) ? ifRange[0] : ifRange };
  const choice = chooseRange(asked, sizeBytes, entityTag);
  void reply.headers({ etag: entityTag, 'accept-ranges': 'bytes' });
  switch (choice.kind) {
    case 'whole':
      void reply.header('content-length', sizeBytes);
      return reply.send(await blobs.open(sha256));
    case 'part': {
      const { start, end } = choice.range;
      const stream = await blobs.open(sha256, choice.range);
      void reply.code(206).header('content-length', end - start + 1);
      return reply.header('content-range', `bytes ${start}-${end}/${sizeBytes}`).send(stream);
    }
    case 'unsatisfiable': {
      const error = new AppError('invalid-request', { detail: `The file has ${sizeBytes} bytes.` });
      void reply.code(416).header('content-range', `bytes */${sizeBytes}`).removeHeader('content-disposition');
      return reply.type(problemMediaType).send(JSON.stringify(toProblem(error, '', 416)));
    }
  }
}

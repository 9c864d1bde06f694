import '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Blobs, ReceivedBytes } from '../blobs/blobs.ts';
import type { ReceivedFile } from '../handlers/handler.ts';
import { decodePartName } from './decode-part-name.ts';

interface ReceiveOptions {
  /** Whether a body that is not multipart is taken as the file itself. */
  readonly rawAllowed: boolean;
  readonly maxFileBytes: number;
}

/** Room for part headers and boundaries around the largest file. */
const multipartOverheadBytes = 64 * 1024;

/**
 * Takes in the file of a request, as a stream from the socket to the disk.
 * @throws AppError `no-file-sent`, `empty-file`, `body-too-large`, `malformed-body`
 */
export async function receiveFile(
  request: FastifyRequest,
  blobs: Blobs,
  options: ReceiveOptions,
): Promise<ReceivedFile> {
  refuseAnnouncedOversize(request, options.maxFileBytes);
  const file = request.isMultipart()
    ? await receivePart(request, blobs, options.maxFileBytes)
    : await receiveRaw(request, blobs, options);
  if (file.bytes.sizeBytes > 0) return file;
  await file.bytes.discard();
  throw new AppError('empty-file');
}

function refuseAnnouncedOversize(request: FastifyRequest, maxFileBytes: number): void {
  if (Number(request.headers['content-length'] ?? 0) > maxFileBytes + multipartOverheadBytes) {
    throw new AppError('body-too-large', { detail: `At most ${maxFileBytes} bytes are accepted.` });
  }
}

async function receiveRaw(request: FastifyRequest, blobs: Blobs, options: ReceiveOptions): Promise<ReceivedFile> {
  if (!options.rawAllowed) throw new AppError('no-file-sent', { detail: 'A multipart/form-data body is expected.' });
  const bytes = await blobs.receive(whole(request.raw), options.maxFileBytes);
  return { bytes, fileName: undefined, contentType: request.headers['content-type'] };
}

/** The first part with a file name; the rest of the body is read too, so that one that was cut off is noticed. */
async function receivePart(request: FastifyRequest, blobs: Blobs, maxFileBytes: number): Promise<ReceivedFile> {
  let file: ReceivedFile | undefined;
  try {
    for await (const part of whole(request.parts())) {
      if (part.type !== 'file') continue;
      // A stream that fails after it was left would end the process.
      part.file.on('error', () => undefined);
      if (file) part.file.resume();
      else file = await receiveStream(part, blobs, maxFileBytes);
    }
  } catch (thrown) {
    await file?.bytes.discard();
    throw thrown;
  }
  if (!file) throw new AppError('no-file-sent');
  return file;
}

interface FilePart {
  readonly file: AsyncIterable<Uint8Array>;
  readonly filename: string | undefined;
  readonly mimetype: string;
}

async function receiveStream(part: FilePart, blobs: Blobs, maxFileBytes: number): Promise<ReceivedFile> {
  const bytes: ReceivedBytes = await blobs.receive(whole(part.file), maxFileBytes);
  const fileName = part.filename === undefined ? undefined : decodePartName(part.filename);
  return { bytes, fileName, contentType: part.mimetype };
}

/** What arrives, with every failure to read it named: the body was malformed or was cut off. */
async function* whole<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* source;
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('malformed-body', { cause, detail: 'The body is no complete multipart/form-data.' });
  }
}

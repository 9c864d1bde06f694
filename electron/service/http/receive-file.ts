import '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Blobs } from '../blobs/blobs.ts';
import type { ReceivedFile } from '../handlers/handler.ts';
import { arriving } from './arriving.ts';
import { decodePartName } from './decode-part-name.ts';

interface ReceiveOptions {
  /** Whether a body that is not multipart is taken as the file itself. */
  readonly rawAllowed: boolean;
  readonly maxFileBytes: number;
  /** How long nothing may come, milliseconds. */
  readonly idleMs: number;
}

/** The most parts of a form: with a file, and without one. */
const maxParts = 20;

/** What the reader of forms accepts. Files have a limit of their own, which is told as such. */
export const formLimits = {
  fileSize: Infinity,
  files: maxParts,
  fields: maxParts,
  fieldSize: 64 * 1024,
  headerPairs: 100,
} as const;

/** How the reader of forms calls a form with too many parts. */
const tooManyParts: ReadonlySet<unknown> = new Set(['FST_FILES_LIMIT', 'FST_FIELDS_LIMIT', 'FST_PARTS_LIMIT']);

/** Room for part headers and boundaries around the largest file. */
const multipartOverheadBytes = 64 * 1024;

/**
 * Takes in the file of a request, as a stream from the socket to the disk.
 * @throws AppError `no-file-sent`, `empty-file`, `body-too-large`, `malformed-body`, `body-stalled`
 */
export async function receiveFile(
  request: FastifyRequest,
  blobs: Blobs,
  options: ReceiveOptions,
): Promise<ReceivedFile> {
  refuseAnnouncedOversize(request, options.maxFileBytes);
  const file = request.isMultipart()
    ? await receivePart(request, blobs, options)
    : await receiveRaw(request, blobs, options);
  if (file.bytes.sizeBytes > 0) return file;
  await file.bytes.discard();
  throw new AppError('empty-file', { detail: 'The file has no bytes.' });
}

function refuseAnnouncedOversize(request: FastifyRequest, maxFileBytes: number): void {
  if (Number(request.headers['content-length'] ?? 0) > maxFileBytes + multipartOverheadBytes) {
    throw new AppError('body-too-large', { detail: `At most ${maxFileBytes} bytes are accepted.` });
  }
}

async function receiveRaw(request: FastifyRequest, blobs: Blobs, options: ReceiveOptions): Promise<ReceivedFile> {
  if (!options.rawAllowed) throw new AppError('no-file-sent', { detail: 'A multipart/form-data body is expected.' });
  const bytes = await blobs.receive(whole(request.raw, options.idleMs), options.maxFileBytes);
  return { bytes, fileName: undefined, contentType: request.headers['content-type'] };
}

/** The first part with a file name; the rest of the body is read too, so that one that was cut off is noticed. */
async function receivePart(request: FastifyRequest, blobs: Blobs, options: ReceiveOptions): Promise<ReceivedFile> {
  let file: ReceivedFile | undefined;
  try {
    for await (const part of whole(request.parts(), options.idleMs)) {
      if (part.type !== 'file') continue;
      // A stream that fails after it was left would end the process.
      part.file.on('error', () => undefined);
      if (file) part.file.resume();
      else file = await receiveStream(part, blobs, options);
    }
  } catch (thrown) {
    await file?.bytes.discard();
    throw thrown;
  }
  if (!file) throw new AppError('no-file-sent', { detail: 'No part of the form has a file name.' });
  return file;
}

interface FilePart {
  readonly file: AsyncIterable<Uint8Array>;
  readonly filename: string | undefined;
  readonly mimetype: string;
}

async function receiveStream(
  part: FilePart,
  blobs: Blobs,
  { maxFileBytes, idleMs }: ReceiveOptions,
): Promise<ReceivedFile> {
  const bytes = await blobs.receive(whole(part.file, idleMs), maxFileBytes);
  const fileName = part.filename === undefined ? undefined : decodePartName(part.filename);
  return { bytes, fileName, contentType: part.mimetype };
}

/** What arrives, with every failure to read it named: the body was malformed or was cut off. */
async function* whole<T>(source: AsyncIterable<T>, idleMs: number): AsyncGenerator<T> {
  try {
    yield* arriving(source, idleMs);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    if (cause instanceof Error && 'code' in cause && tooManyParts.has(cause.code)) {
      const detail = `A form has at most ${maxParts} parts with a file and ${maxParts} without one.`;
      throw new AppError('malformed-body', { cause, detail });
    }
    throw new AppError('malformed-body', { cause, detail: 'The body is no complete multipart/form-data.' });
  }
}

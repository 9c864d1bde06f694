import '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { filesWithMetadataLimits } from '../../../shared/api/limits.ts';
import { metadataPart } from '../../../shared/api/operation.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Blobs } from '../blobs/blobs.ts';
import type { ReceivedFile } from '../handlers/handler.ts';
import { arriving } from './arriving.ts';
import { decodePartName } from './decode-part-name.ts';
import { formLimits, malformedForm, tooManyParts } from './form-limits.ts';
import { readShortForm, shortFormBytes, type FormFile } from './read-short-form.ts';

interface ReceiveOptions {
  /** Whether a body that is not multipart is taken as the file itself. */
  readonly rawAllowed: boolean;
  readonly maxFileBytes: number;
  /** How long nothing may come, milliseconds. */
  readonly idleMs: number;
}

/** Files that come along with JSON; `take` takes in all of them, or none. */
export interface FilesAlong {
  readonly count: number;
  readonly take: () => Promise<readonly ReceivedFile[]>;
}

/** How the reader of forms calls a form with too many parts. */
const tooManyPartsCodes: ReadonlySet<unknown> = new Set(['FST_FILES_LIMIT', 'FST_FIELDS_LIMIT', 'FST_PARTS_LIMIT']);

/** Room for part headers and boundaries around the largest file. */
const multipartOverheadBytes = 64 * 1024;

/**
 * Takes in the file of a request, as a stream from the socket to the disk.
 * @throws AppError `no-file-sent`, `empty-file`, `body-too-large`, `malformed-body`, `body-stalled`
 */
export async function receiveFile(
  request: FastifyRequest,
  receive: Blobs['receive'],
  options: ReceiveOptions,
): Promise<ReceivedFile> {
  refuseAnnouncedOversize(request, options.maxFileBytes);
  return withBytes(await chooseReceiver(request)(request, receive, options));
}

/**
 * Reads a form that brings files along with the JSON they are about.
 * @throws AppError as `receiveFile`, when it is no form that is announced as short, or has no such part
 */
export async function receiveFilesWithJson(
  request: FastifyRequest,
  { receive, ...options }: Omit<ReceiveOptions, 'rawAllowed'> & { readonly receive: Blobs['receive'] },
): Promise<{ readonly json: string; readonly files: FilesAlong }> {
  if (!isShort(request))
    throw new AppError('body-too-large', { detail: `At most ${shortFormBytes} bytes are accepted.` });
  const limits = { ...formLimits, files: filesWithMetadataLimits.files };
  const form = await readShortForm(request.raw, request.headers['content-type'] ?? '', { ...options, limits });
  const json = form.texts.get(metadataPart);
  if (form.files.length === 0) throw noFile();
  if (json === undefined) throw malformedForm(undefined);
  const takeOne = async (file: FormFile): Promise<ReceivedFile> =>
    withBytes(await receiveStream(file, receive, { rawAllowed: false, ...options }));
  return { json, files: { count: form.files.length, take: () => allOrNone(form.files.map(takeOne)) } };
}

async function allOrNone(receiving: readonly Promise<ReceivedFile>[]): Promise<readonly ReceivedFile[]> {
  try {
    return await Promise.all(receiving);
  } catch (thrown) {
    for (const received of await Promise.allSettled(receiving)) {
      if (received.status === 'fulfilled') await received.value.bytes.discard();
    }
    throw thrown;
  }
}

async function withBytes(file: ReceivedFile): Promise<ReceivedFile> {
  if (file.bytes.sizeBytes > 0) return file;
  await file.bytes.discard();
  throw new AppError('empty-file', { detail: 'The file has no bytes.' });
}

/** A form that is announced as short is read as a whole: its stream would cost more than all else of an upload. */
function chooseReceiver(request: FastifyRequest): typeof receivePart {
  if (!request.isMultipart()) return receiveRaw;
  return isShort(request) ? receiveShort : receivePart;
}

function isShort(request: FastifyRequest): boolean {
  return Number(request.headers['content-length'] ?? Infinity) <= shortFormBytes;
}

function refuseAnnouncedOversize(request: FastifyRequest, maxFileBytes: number): void {
  if (Number(request.headers['content-length'] ?? 0) > maxFileBytes + multipartOverheadBytes) {
    throw new AppError('body-too-large', { detail: `At most ${maxFileBytes} bytes are accepted.` });
  }
}

async function receiveRaw(
  request: FastifyRequest,
  receive: Blobs['receive'],
  options: ReceiveOptions,
): Promise<ReceivedFile> {
  if (!options.rawAllowed || isOtherForm(request))
    throw new AppError('no-file-sent', { detail: 'A multipart/form-data body is expected.' });
  if (isCompressed(request)) throw new AppError('malformed-body', { detail: 'A compressed body is not read.' });
  const bytes = await receive(whole(request.raw, options.idleMs), options.maxFileBytes);
  return { bytes, fileName: undefined, contentType: request.headers['content-type'] };
}

/** Taken as the file itself, it would be stored with its boundaries. */
function isOtherForm({ headers }: FastifyRequest): boolean {
  return /^\s*multipart\//i.test(headers['content-type'] ?? '');
}

/** Stored as it is, it would come back without a word that it is, and not be what its content type says. */
function isCompressed({ headers }: FastifyRequest): boolean {
  return /\b(gzip|deflate|br|zstd|compress)\b/i.test(headers['content-encoding'] ?? '');
}

async function receiveShort(
  request: FastifyRequest,
  receive: Blobs['receive'],
  options: ReceiveOptions,
): Promise<ReceivedFile> {
  const { files } = await readShortForm(request.raw, request.headers['content-type'] ?? '', options);
  const [file] = files;
  if (file) return receiveStream(file, receive, options);
  throw noFile();
}

/** The first part with a file name; the rest of the body is read too, so that one that was cut off is noticed. */
async function receivePart(
  request: FastifyRequest,
  receive: Blobs['receive'],
  options: ReceiveOptions,
): Promise<ReceivedFile> {
  let file: ReceivedFile | undefined;
  try {
    for await (const part of whole(request.parts(), options.idleMs)) {
      if (part.type !== 'file') continue;
      // A stream that fails after it was left would end the process.
      part.file.on('error', () => undefined);
      if (file) part.file.resume();
      else file = await receiveStream(part, receive, options);
    }
  } catch (thrown) {
    await file?.bytes.discard();
    throw thrown;
  }
  if (!file) throw noFile();
  return file;
}

function noFile(): AppError {
  return new AppError('no-file-sent', { detail: 'No part of the form has a file name.' });
}

async function receiveStream(
  part: FormFile,
  receive: Blobs['receive'],
  { maxFileBytes, idleMs }: ReceiveOptions,
): Promise<ReceivedFile> {
  const bytes = await receive(whole(part.file, idleMs), maxFileBytes);
  // Older clients read no download without a name: an empty one is none.
  const fileName = decodePartName(part.filename ?? '').trim() || undefined;
  return { bytes, fileName, contentType: part.mimetype };
}

/** What arrives, with every failure to read it named: the body was malformed or was cut off. */
async function* whole<T>(source: AsyncIterable<T>, idleMs: number): AsyncGenerator<T> {
  try {
    yield* arriving(source, idleMs);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw cause instanceof Error && 'code' in cause && tooManyPartsCodes.has(cause.code)
      ? tooManyParts(cause)
      : malformedForm(cause);
  }
}

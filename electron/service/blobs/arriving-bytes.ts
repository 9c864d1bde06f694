import { createHash, randomUUID } from 'node:crypto';
import { rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../shared/errors/app-error.ts';
import { gatherPieces } from '../../../shared/model/gather-pieces.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { createPrivateFile } from '../../privacy/private-files.ts';

/** The socket gives small pieces; each write is a round through the thread pool. */
const writtenTogetherBytes = 512 * 1024;

interface StartLimits {
  /** Up to this length they are handed over as one. */
  readonly shortBytes: number;
  readonly maxBytes: number;
}

/** The bytes as a `whole` where they are short, else all of them still to be read. */
export async function readStart(
  source: AsyncIterable<Uint8Array>,
  { shortBytes, maxBytes }: StartLimits,
): Promise<{ readonly whole?: Buffer; readonly bytes: AsyncIterable<Uint8Array> }> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  const reading = source[Symbol.asyncIterator]();
  for (;;) {
    const next = await reading.next();
    if (next.done) return { whole: Buffer.concat(chunks), bytes: source };
    chunks.push(next.value);
    sizeBytes += next.value.length;
    if (sizeBytes <= Math.min(shortBytes, maxBytes)) continue;
    return { bytes: followedBy(chunks, reading) };
  }
}

async function* followedBy(
  chunks: readonly Uint8Array[],
  reading: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* chunks;
  yield* { [Symbol.asyncIterator]: () => reading };
}

interface WriteOptions {
  readonly maxBytes: number;
  /** Whether the disk has all of it when this resolves. */
  readonly durable: boolean;
}

/** A file with what arrived. */
export interface ArrivedFile {
  readonly path: string;
  readonly sha256: Sha256;
  readonly sizeBytes: number;
}

/**
 * Writes what arrives to a file of its own, and hashes it.
 * @throws AppError `body-too-large`; whatever the source throws. Nothing of it is there then.
 */
export async function writeArriving(
  folder: string,
  bytes: AsyncIterable<Uint8Array>,
  options: WriteOptions,
): Promise<ArrivedFile> {
  const path = join(folder, randomUUID());
  try {
    return { path, ...(await writeTo(path, bytes, options)) };
  } catch (thrown) {
    await rm(path, { force: true });
    throw thrown;
  }
}

async function writeTo(path: string, bytes: AsyncIterable<Uint8Array>, { maxBytes, durable }: WriteOptions) {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const handle = await createPrivateFile(path);
  try {
    for await (const pieces of gatherPieces(bytes, writtenTogetherBytes)) {
      const gatheredBytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
      sizeBytes += gatheredBytes;
      if (sizeBytes > maxBytes) {
        throw new AppError('body-too-large', { detail: `At most ${maxBytes} bytes are accepted.` });
      }
      for (const piece of pieces) hash.update(piece);
      await writeWhole(handle, pieces, gatheredBytes);
    }
    if (durable) await handle.sync();
  } finally {
    await handle.close();
  }
  return { sha256: hash.digest('hex') as Sha256, sizeBytes };
}

async function writeWhole(handle: FileHandle, chunks: readonly Uint8Array[], sizeBytes: number): Promise<void> {
  if (sizeBytes === 0) return;
  const { bytesWritten } = await handle.writev(chunks);
  if (bytesWritten === sizeBytes) return;
  // Rarely a system writes less than it was given.
  const rest = Buffer.concat(chunks).subarray(bytesWritten);
  await writeWhole(handle, [rest], rest.length);
}

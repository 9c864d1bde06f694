import { createHash, hash as hashOnce, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { open, opendir, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { AppError } from '../../../shared/errors/app-error.ts';
import { isSha256, type Sha256 } from '../../../shared/model/sha256.ts';
import { ownNames } from '../../privacy/own-names.ts';
import { createPrivateFile, makePrivateFolder, openPrivateFolder } from '../../privacy/private-files.ts';
import type { Blobs, ReceivedBytes } from './blobs.ts';
import { openShortBlobs, type ShortBlobs } from './short-blobs.ts';

/** Up to this length a blob is kept with other short ones. */
const shortBytes = 64 * 1024;

/** The socket gives small pieces; each write is a round through the thread pool. */
const writtenTogetherBytes = 512 * 1024;

/**
 * Blobs below a folder: short ones in one database, each of the others as a file, named by its SHA-256 inside a folder
 * of its first two digits. A file with a name is always whole: bytes arrive under another name and are renamed once they
 * are on the disk.
 */
export async function createDiskBlobs(folder: string): Promise<Blobs> {
  const arriving = join(folder, 'arriving');
  // What had not arrived when the process last ended was never acknowledged.
  await rm(arriving, { recursive: true, force: true });
  openOwnFolders(folder);
  await makePrivateFolder(arriving);
  const pathOf = (sha256: Sha256): string => join(folder, sha256.slice(0, 2), sha256);
  const short = openShortBlobs(join(folder, 'short.db'));

  return {
    async receive(source, maxBytes) {
      const { whole, bytes } = await readStart(source, maxBytes);
      if (whole) return receivedShort(short, whole);
      const path = join(arriving, randomUUID());
      try {
        const written = await writeDurably(path, bytes, maxBytes);
        return received(path, written, pathOf(written.sha256));
      } catch (thrown) {
        await rm(path, { force: true });
        throw thrown;
      }
    },
    async open(sha256, range) {
      const bytes = short.get(sha256);
      if (bytes) return Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]);
      const handle = await open(pathOf(sha256), 'r').catch((cause: unknown) => {
        throw new AppError('internal-error', { cause, detail: 'Bytes the service answers for are not on its disk.' });
      });
      return handle.createReadStream({ highWaterMark: 256 * 1024, ...range });
    },
    async remove(sha256) {
      await short.remove(sha256);
      await rm(pathOf(sha256), { force: true });
    },
    async *list() {
      yield* short.list();
      yield* listFiles(folder);
    },
    close: () => short.close(),
  };
}

/** What lies in a folder that nobody else gets into need not be looked at, however many blobs there are. */
function openOwnFolders(folder: string): void {
  if (openPrivateFolder(folder, ownNames.blobs)) return;
  for (const name of readdirSync(folder).filter(isPrefix)) openPrivateFolder(join(folder, name), ownNames.longBlobs);
}

const isPrefix = (name: string): boolean => /^[0-9a-f]{2}$/.test(name);

/** The bytes as a `whole` where they are short, else all of them still to be read. */
async function readStart(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
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

function receivedShort(short: ShortBlobs, bytes: Buffer): ReceivedBytes {
  const sha256 = hashOnce('sha256', bytes, 'hex') as Sha256;
  return {
    sha256,
    sizeBytes: bytes.length,
    keep: () => short.put(sha256, bytes),
    // Nothing of it is anywhere but in memory.
    discard: async () => undefined,
  };
}

async function writeDurably(path: string, bytes: AsyncIterable<Uint8Array>, maxBytes: number) {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const handle = await createPrivateFile(path);
  const gathered: Uint8Array[] = [];
  let gatheredBytes = 0;
  try {
    for await (const chunk of bytes) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) {
        throw new AppError('body-too-large', { detail: `At most ${maxBytes} bytes are accepted.` });
      }
      hash.update(chunk);
      gathered.push(chunk);
      gatheredBytes += chunk.length;
      if (gatheredBytes < writtenTogetherBytes) continue;
      await writeWhole(handle, gathered.splice(0), gatheredBytes);
      gatheredBytes = 0;
    }
    await writeWhole(handle, gathered, gatheredBytes);
    await handle.sync();
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

function received(path: string, written: Pick<ReceivedBytes, 'sha256' | 'sizeBytes'>, target: string): ReceivedBytes {
  return {
    ...written,
    async keep() {
      const folder = dirname(target);
      const isNew = await makePrivateFolder(folder);
      // Where the same bytes are there already, renaming over them would break downloads of them on Windows.
      if (await isFileOf(target, written.sizeBytes)) await rm(path, { force: true });
      else await rename(path, target);
      await syncFolder(folder);
      if (isNew) await syncFolder(dirname(folder));
    },
    discard: () => rm(path, { force: true }),
  };
}

async function isFileOf(path: string, sizeBytes: number): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() === true && found.size === sizeBytes;
}

/** Makes a new name in a folder durable. Windows cannot open folders and writes names through on its own. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* listFiles(folder: string): AsyncGenerator<{ sha256: Sha256; storedAt: number }> {
  for (const prefix of (await readdir(folder)).filter(isPrefix)) {
    for await (const { name } of await opendir(join(folder, prefix))) {
      const found = isSha256(name) ? await stat(join(folder, prefix, name)).catch(() => undefined) : undefined;
      if (found && isSha256(name)) yield { sha256: name, storedAt: found.mtimeMs };
    }
  }
}

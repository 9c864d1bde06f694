import { createHash, hash as hashOnce } from 'node:crypto';
import { createReadStream, readdirSync } from 'node:fs';
import { open, opendir, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { isSha256, type Sha256 } from '../../../shared/model/sha256.ts';
import { thisHoldingSystem, tryWhileHeld, type HoldingSystem } from '../../privacy/held-open.ts';
import { ownNames } from '../../privacy/own-names.ts';
import { makePrivateFolder, openPrivateFolder, syncFolder } from '../../privacy/private-files.ts';
import type { StoredBlob } from '../store/store.ts';
import { readStart, writeArriving, type ArrivedFile } from './arriving-bytes.ts';
import type { Blobs, ByteRange, KeptBytes, ReceivedBytes } from './blobs.ts';
import { lostBytes } from './lost-bytes.ts';
import { openShortBlobs, readShortBlobs, type ShortBlobs } from './short-blobs.ts';

/** Up to this length a blob is kept with other short ones. */
const shortBytes = 64 * 1024;
const readTogetherBytes = 256 * 1024;

const [arrivingName, shortName] = ['arriving', 'short.db'];

/** Bytes on a disk, which go by their hash alone: they are kept without a record, and opened without its id. */
export interface DiskBlobs extends Blobs {
  receive(bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<DiskBytes>;
  open(blob: Pick<StoredBlob, 'sha256' | 'sizeBytes'>, range?: ByteRange): Promise<Readable>;
  remove(blob: Pick<StoredBlob, 'sha256'>): Promise<void>;
}

interface DiskBytes extends ReceivedBytes {
  keep(): Promise<void>;
}

/** What differs between systems when bytes get their name. */
interface NamingSystem extends HoldingSystem {
  rename(from: string, to: string): Promise<void>;
}

const thisSystem: NamingSystem = { ...thisHoldingSystem, rename };

/**
 * Blobs below a folder: short ones in one database, each of the others as a file, named by its SHA-256 inside a folder
 * of its first two digits. A file with a name is always whole: bytes arrive under another name and are renamed once they
 * are on the disk.
 */
export async function createDiskBlobs(folder: string, system: NamingSystem = thisSystem): Promise<DiskBlobs> {
  const arriving = join(folder, arrivingName);
  // What had not arrived when the process last ended was never acknowledged.
  await rm(arriving, { recursive: true, force: true });
  openOwnFolders(folder);
  await makePrivateFolder(arriving);
  return blobsIn(folder, arriving, openShortBlobs(join(folder, shortName)), system);
}

/** Blobs below a folder, as far as they are only read. */
export type ReadDiskBlobs = Pick<DiskBlobs, 'open' | 'list' | 'close'>;

/** Opens the blobs below a folder to read them: nothing is made or cleared away there. */
export async function readDiskBlobs(folder: string): Promise<ReadDiskBlobs> {
  return blobsIn(folder, join(folder, arrivingName), readShortBlobs(join(folder, shortName)));
}

function blobsIn(folder: string, arriving: string, short: ShortBlobs, system: NamingSystem = thisSystem): DiskBlobs {
  const pathOf = (sha256: Sha256): string => join(folder, sha256.slice(0, 2), sha256);
  const flushed = new Set<string>();
  /** Whoever made a folder may not have flushed its name yet, or have failed before. */
  async function flushNameOf(prefix: string): Promise<void> {
    if (flushed.has(prefix)) return;
    await syncFolder(folder);
    flushed.add(prefix);
  }

  return {
    async receive(source, maxBytes) {
      const { whole, bytes } = await readStart(source, { shortBytes, maxBytes });
      if (whole) return receivedShort(short, whole);
      const file = await writeArriving(arriving, bytes, { maxBytes, durable: true });
      return receivedLong(file, { target: pathOf(file.sha256), flushNameOf, system });
    },
    async open(blob, range) {
      const bytes = short.get(blob.sha256);
      if (bytes && bytes.length !== blob.sizeBytes) throw lostBytes(blob.sha256);
      if (bytes) return Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]);
      const handle = await openWhole(pathOf(blob.sha256), blob);
      return handle.createReadStream({ highWaterMark: readTogetherBytes, ...range });
    },
    async remove({ sha256 }) {
      await short.remove(sha256);
      await rm(pathOf(sha256), { force: true });
    },
    async *list() {
      for (const kept of short.list()) yield { ...kept, blobId: undefined };
      yield* listFiles(folder);
    },
    // Nobody else keeps anything here, and what had not arrived went when it was opened.
    dropUnfinished: async () => undefined,
    close: () => short.close(),
  };
}

/** What lies in a folder that nobody else gets into need not be looked at, however many blobs there are. */
function openOwnFolders(folder: string): void {
  if (openPrivateFolder(folder, ownNames.blobs)) return;
  for (const name of readdirSync(folder).filter(isPrefix)) openPrivateFolder(join(folder, name), ownNames.longBlobs);
}

/** @throws AppError `bytes-lost` where there is no such file, or one of another length */
async function openWhole(
  path: string,
  { sha256, sizeBytes }: Pick<StoredBlob, 'sha256' | 'sizeBytes'>,
): Promise<FileHandle> {
  const handle = await open(path, 'r').catch((cause: unknown) => {
    throw isMissing(cause) ? lostBytes(sha256, cause) : cause;
  });
  if ((await handle.stat()).size === sizeBytes) return handle;
  await handle.close();
  throw lostBytes(sha256);
}

function isMissing(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
}

const isPrefix = (name: string): boolean => /^[0-9a-f]{2}$/.test(name);

function receivedShort(short: ShortBlobs, bytes: Buffer): DiskBytes {
  const sha256 = hashOnce('sha256', bytes, 'hex') as Sha256;
  return {
    sha256,
    sizeBytes: bytes.length,
    keep: () => short.put(sha256, bytes),
    // Nothing of it is anywhere but in memory.
    discard: async () => undefined,
  };
}

interface LongPlace {
  readonly target: string;
  /** Makes the name of the folder durable that it is in. */
  readonly flushNameOf: (folder: string) => Promise<void>;
  readonly system: NamingSystem;
}

function receivedLong({ path, ...written }: ArrivedFile, { target, flushNameOf, system }: LongPlace): DiskBytes {
  return orGiveBack({
    ...written,
    async keep() {
      const folder = dirname(target);
      await makePrivateFolder(folder);
      // Where the same bytes are there already, renaming over them would break downloads of them on Windows.
      if (await holds(target, written)) await rm(path, { force: true });
      else await tryWhileHeld(() => system.rename(path, target), system);
      await syncFolder(folder);
      await flushNameOf(folder);
    },
    discard: () => rm(path, { force: true }),
  });
}

/** Of bytes that cannot be kept nothing stays: whoever sends them again sends all of them, to a disk that may be full. */
function orGiveBack(bytes: DiskBytes): DiskBytes {
  return {
    ...bytes,
    async keep() {
      try {
        await bytes.keep();
      } catch (thrown) {
        await bytes.discard().catch(() => undefined);
        throw thrown;
      }
    },
  };
}

/** Whether a file has these bytes: a disk, or whoever restored it, may have spoilt it. */
async function holds(
  path: string,
  { sha256, sizeBytes }: Pick<ReceivedBytes, 'sha256' | 'sizeBytes'>,
): Promise<boolean> {
  try {
    const found = await stat(path);
    if (!found.isFile() || found.size !== sizeBytes) return false;
    const hash = createHash('sha256');
    for await (const piece of createReadStream(path, { highWaterMark: readTogetherBytes }))
      hash.update(piece as Buffer);
    return hash.digest('hex') === sha256;
  } catch {
    // Missing, or not to be read.
    return false;
  }
}

async function* listFiles(folder: string): AsyncGenerator<KeptBytes> {
  for (const prefix of (await readdir(folder)).filter(isPrefix)) {
    for await (const { name } of await opendir(join(folder, prefix))) {
      const found = isSha256(name) ? await stat(join(folder, prefix, name)).catch(() => undefined) : undefined;
      if (found && isSha256(name)) yield { sha256: name, blobId: undefined, storedAt: found.mtimeMs };
    }
  }
}

import { createHash, randomBytes, type Hash } from 'node:crypto';
import { mkdir, open, readFile, realpath, rm, rmdir, stat, statfs, unlink, type FileHandle } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { AppError } from '../../shared/errors/app-error.ts';
import type { Sha256 } from '../../shared/model/sha256.ts';
import { toDiskError } from './disk-error.ts';
import { driveKindOf } from './drive-kind.ts';
import { keepAlso } from './keep-also.ts';
import { putNew } from './put-new.ts';
import { putOver, thisSystem } from './put-over.ts';
import { outsideKinds, type AnswerTo, type Outside, type Question } from './reading/questions.ts';
import { createReadingThreads } from './reading/reading-threads.ts';

const chunkBytes = 1 << 20;

/** The real disk; see the engine's port for what each method promises. */
export function createDisk() {
  return {
    library: createLibraryDisk,

    async canonicalFolder(folder: string): Promise<string | undefined> {
      try {
        const path = await realpath(resolve(folder));
        return (await stat(path)).isDirectory() ? path : undefined;
      } catch {
        return undefined;
      }
    },

    // As their disks usually do; that a Linux disk may be set up so is the rare case.
    ignoresCase: process.platform === 'win32' || process.platform === 'darwin',
    driveKind: driveKindOf,

    absolute: (root: string, path: string): string => pathInside(root, path),
  };
}

function createLibraryDisk(root: string) {
  const at = (path: string): string => insideRoot(root, path);

  return {
    stat: async (path: string) => ask({ kind: 'stat', path: at(path) }),

    async list(folder: string) {
      const listing = await ask({ kind: 'list', path: at(folder) });
      return listing?.names.map((name, index) => ({
        name,
        kind: outsideKinds[listing.kinds[index] ?? 2] ?? 'other',
        sizeBytes: listing.sizesBytes[index] ?? 0,
        modifiedMs: listing.modifiedMs[index] ?? 0,
        changedMs: listing.changedMs[index] ?? 0,
        inode: listing.inodes[index] ?? '',
        isGarbled: index >= listing.garbledFrom,
      }));
    },

    async hash(path: string) {
      const { sha256, sizeBytes } = await ask({ kind: 'hash', path: at(path) });
      return { sha256: sha256 as Sha256, sizeBytes };
    },

    read: (path: string) => readWhole(at(path)),

    inspect: async <T>(path: string, use: (file: RandomAccess) => Promise<T>): Promise<T> =>
      use(await openEnds(at(path))),

    readText: (path: string): Promise<string | undefined> => orAbsent(readFile(at(path), 'utf8')),

    async writeText(path: string, text: string): Promise<void> {
      const target = at(path);
      const temporary = `${target}.${randomBytes(6).toString('hex')}.tmp`;
      await guard(async () => {
        await makeFolders(root, dirname(target));
        await withFile(temporary, 'wx', async (handle) => {
          await handle.writeFile(text, 'utf8');
          await handle.sync();
        });
        await putOver(temporary, target);
        await syncFolder(dirname(target));
      }).catch(async (error: unknown) => {
        // That it cannot be cleaned up must not hide why.
        await rm(temporary, { force: true }).catch(() => undefined);
        throw error;
      });
    },

    async receive(
      path: string,
      bytes: AsyncIterable<Uint8Array>,
      {
        startAt = 0,
        onProgress,
      }: { readonly startAt?: number; readonly onProgress?: (sizeBytes: number) => void } = {},
    ) {
      const target = at(path);
      await guard(() => makeFolders(root, dirname(target)));
      const hash = createHash('sha256');
      let sizeBytes = startAt;
      await withFile(target, startAt === 0 ? 'wx' : 'r+', async (handle) => {
        if (startAt > 0) await keepStart(handle, startAt, hash);
        else await guard(() => syncFolder(dirname(target)));
        try {
          for await (const chunk of bytes) {
            hash.update(chunk);
            await guard(() => writeAll(handle, chunk, sizeBytes));
            sizeBytes += chunk.length;
            onProgress?.(sizeBytes);
          }
        } finally {
          await guard(() => handle.sync());
        }
      });
      return { sha256: hash.digest('hex') as Sha256, sizeBytes };
    },

    replace: (from: string, to: string, standing?: Outside): Promise<void> =>
      guard(async () => {
        await putOver(at(from), at(to), thisSystem, async () => {
          if (standing && !isSame(standing, await ask({ kind: 'stat', path: at(to) })))
            throw new AppError('file-changed-meanwhile');
        });
        await syncFolder(dirname(at(to)));
      }),

    place: (from: string, to: string): Promise<void> =>
      guard(async () => {
        await makeFolders(root, dirname(at(to)));
        const isStillThere = await putNew(at(from), at(to));
        await syncFolder(dirname(at(to)));
        if (isStillThere) await unlink(at(from));
        await syncFolder(dirname(at(from)));
      }),

    keepCopy: (from: string, to: string): Promise<void> =>
      guard(async () => {
        await makeFolders(root, dirname(at(to)));
        await keepAlso(at(from), at(to));
        await syncFile(at(to));
        await syncFolder(dirname(at(to)));
      }),

    remove: (path: string): Promise<void> =>
      guard(async () => {
        await rm(at(path), { force: true });
        await syncFolder(dirname(at(path))).catch(ignoreMissing);
      }),

    async room(): Promise<{ readonly freeBytes: number; readonly totalBytes: number } | undefined> {
      try {
        const { bavail, blocks, bsize } = await statfs(root);
        // Some network drives say 0 of 0.
        return blocks === 0 ? undefined : { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
      } catch {
        return undefined;
      }
    },

    removeEmptyFolder: (path: string): Promise<void> =>
      guard(async () => {
        await rmdir(at(path)).catch((error: unknown) => {
          if (!isStillNeeded.has(codeOf(error) ?? '')) throw error;
        });
      }),
  };
}

/** Where there is no folder nothing has to be made durable. */
function ignoreMissing(error: unknown): void {
  if (codeOf(error) !== 'ENOENT') throw error;
}

/** What systems say of a folder that is not empty, or not there. */
const isStillNeeded: ReadonlySet<string> = new Set(['ENOTEMPTY', 'EEXIST', 'ENOENT']);

/** Takes the first bytes of a file into the hash and drops the rest. */
async function keepStart(handle: FileHandle, lengthBytes: number, hash: Hash): Promise<void> {
  const buffer = Buffer.allocUnsafe(chunkBytes);
  for (let position = 0; position < lengthBytes;) {
    const { bytesRead } = await guard(() =>
      handle.read(buffer, 0, Math.min(chunkBytes, lengthBytes - position), position),
    );
    if (bytesRead === 0) throw new AppError('file-vanished', { detail: 'The part is shorter than it was.' });
    hash.update(buffer.subarray(0, bytesRead));
    position += bytesRead;
  }
  await guard(() => handle.truncate(lengthBytes));
}

async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}

/** Refuses every path that would lead out of the root or means something else than a plain relative path. */
function insideRoot(root: string, path: string): string {
  if (path.includes('\\')) throw new AppError('unsafe-name', { detail: 'The path is none on every system.' });
  return pathInside(root, path);
}

/** As this system has it: what cannot be synced because of its name has a place all the same. */
function pathInside(root: string, path: string): string {
  const absolute = join(root, path);
  const segments = sep === '\\' ? path.split(/[/\\]/) : path.split('/');
  const plain = !isAbsolute(path) && !path.includes('\0') && !segments.includes('..');
  if (!plain || (absolute !== root && !absolute.startsWith(root.endsWith(sep) ? root : root + sep))) {
    throw new AppError('unsafe-name', { detail: 'The path leads out of the library.' });
  }
  return absolute;
}

interface RandomAccess {
  read(position: number, lengthBytes: number): Promise<Uint8Array>;
}

/** A file whose two ends are at hand: what programs write about it mostly stands there. */
async function openEnds(path: string): Promise<RandomAccess> {
  const { sizeBytes, head, tail } = await ask({ kind: 'ends', path, headBytes: 1 << 15, tailBytes: 1 << 12 });
  const tailStart = sizeBytes - tail.length;
  return {
    async read(position, lengthBytes) {
      const end = Math.min(position + lengthBytes, sizeBytes);
      if (end <= head.length) return head.subarray(Math.min(position, end), end);
      if (position >= tailStart) return tail.subarray(position - tailStart, Math.max(end, position) - tailStart);
      return ask({ kind: 'piece', path, position, lengthBytes: end - position });
    },
  };
}

function readWhole(path: string): {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly sha256: () => Sha256 | undefined;
} {
  let digest: Sha256 | undefined;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    const whole = await ask({ kind: 'whole', path, longestBytes: chunkBytes });
    if (whole) {
      if (whole.bytes.length > 0) yield whole.bytes;
      digest = whole.sha256 as Sha256;
    } else digest = yield* readInChunks(path);
  }
  return { bytes: bytes(), sha256: () => digest };
}

async function* readInChunks(path: string): AsyncGenerator<Uint8Array, Sha256> {
  const handle = await guard(() => open(path, 'r'), 'read');
  const hash = createHash('sha256');
  try {
    for (;;) {
      const { bytesRead, buffer } = await guard(() => handle.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes));
      if (bytesRead === 0) return hash.digest('hex') as Sha256;
      const chunk = buffer.subarray(0, bytesRead);
      hash.update(chunk);
      yield chunk;
    }
  } finally {
    await handle.close();
  }
}

const threads = createReadingThreads();

const ask = <Q extends Question>(question: Q): Promise<AnswerTo<Q>> => guard(() => threads.ask(question), 'read');

async function withFile<T>(file: string, flags: string, use: (handle: FileHandle) => Promise<T>): Promise<T> {
  const handle = await guard(() => open(file, flags), flags === 'r' ? 'read' : 'write');
  try {
    return await use(handle);
  } finally {
    await handle.close();
  }
}

/**
 * Makes a folder and syncs every parent in which a name appeared. The root itself is never made: where it is missing,
 * its drive is not there, and what was written would be lost behind it.
 */
async function makeFolders(root: string, folder: string): Promise<void> {
  if (!(await orAbsent(stat(root)))) throw new AppError('library-missing', { detail: 'The folder is not there.' });
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return;
  for (let path = folder; path.length >= first.length; path = dirname(path)) await syncFolder(dirname(path));
}

/** Windows has no such thing as syncing a folder: there the file system keeps names in its journal. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  await syncFile(folder);
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function orAbsent<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw toDiskError(error, 'read');
  }
}

async function guard<T>(work: () => Promise<T>, access: 'read' | 'write' = 'write'): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toDiskError(error, access);
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

function isSame(a: Outside, b: Outside | undefined): boolean {
  return a.inode === b?.inode && a.sizeBytes === b.sizeBytes && a.modifiedMs === b.modifiedMs;
}

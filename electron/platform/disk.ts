import { createHash, randomBytes, type Hash } from 'node:crypto';
import { constants, type BigIntStats, type Dirent } from 'node:fs';
import {
  copyFile,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  unlink,
  type FileHandle,
} from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { AppError } from '../../shared/errors/app-error.ts';
import type { Sha256 } from '../../shared/model/sha256.ts';
import { toDiskError } from './disk-error.ts';

const chunkBytes = 1 << 20;

/** Most files are small: their first read takes all of them and little memory. */
const firstChunkBytes = 1 << 16;

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

    absolute: (root: string, path: string): string => insideRoot(root, path),
  };
}

function createLibraryDisk(root: string) {
  const at = (path: string): string => insideRoot(root, path);

  return {
    async stat(path: string) {
      const stats = await orAbsent(lstat(at(path), { bigint: true }));
      return stats && toFileStat(stats);
    },

    async list(folder: string) {
      const entries = await orAbsent(readdir(at(folder), { withFileTypes: true }));
      if (!entries) return undefined;
      return Promise.all(entries.map((entry) => toFolderEntry(at(folder), entry))).then((list) =>
        list.filter((entry) => entry !== undefined),
      );
    },

    async hash(path: string, signal?: AbortSignal) {
      const reading = readWhole(at(path), signal);
      let sizeBytes = 0;
      for await (const chunk of reading.bytes) sizeBytes += chunk.length;
      return { sha256: reading.sha256() as Sha256, sizeBytes };
    },

    read: (path: string) => readWhole(at(path)),

    async inspect<T>(
      path: string,
      use: (file: { read(position: number, lengthBytes: number): Promise<Uint8Array> }) => Promise<T>,
    ): Promise<T> {
      return withFile(at(path), 'r', (handle) =>
        use({
          async read(position, lengthBytes) {
            const buffer = new Uint8Array(lengthBytes);
            const { bytesRead } = await handle.read(buffer, 0, lengthBytes, position);
            return buffer.subarray(0, bytesRead);
          },
        }),
      );
    },

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
        await rename(temporary, target);
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

    replace: (from: string, to: string): Promise<void> =>
      guard(async () => {
        await rename(at(from), at(to));
        await syncFolder(dirname(at(to)));
      }),

    place: (from: string, to: string): Promise<void> =>
      guard(async () => {
        await makeFolders(root, dirname(at(to)));
        // A link fails where a file stands already; a rename would silently replace it.
        try {
          await link(at(from), at(to));
        } catch (error) {
          if (codeOf(error) === 'EEXIST') throw new AppError('target-occupied', { cause: error });
          await copyFile(at(from), at(to), constants.COPYFILE_EXCL);
          await syncFile(at(to));
        }
        await syncFolder(dirname(at(to)));
        await unlink(at(from));
        await syncFolder(dirname(at(from)));
      }),

    keepCopy: (from: string, to: string): Promise<void> =>
      guard(async () => {
        await makeFolders(root, dirname(at(to)));
        // A copy, not a link: a program that saves in place would change the kept bytes too.
        await copyFile(at(from), at(to), constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
        await syncFile(at(to));
        await syncFolder(dirname(at(to)));
      }),

    remove: (path: string): Promise<void> => guard(() => rm(at(path), { force: true })),

    removeEmptyFolder: (path: string): Promise<void> =>
      guard(async () => {
        await rmdir(at(path)).catch((error: unknown) => {
          if (!isStillNeeded.has(codeOf(error) ?? '')) throw error;
        });
      }),
  };
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
  const absolute = join(root, path);
  const plain = !isAbsolute(path) && !path.includes('\\') && !path.includes('\0') && !path.split('/').includes('..');
  if (!plain || (absolute !== root && !absolute.startsWith(root.endsWith(sep) ? root : root + sep))) {
    throw new AppError('unsafe-name', { detail: 'The path leads out of the library.' });
  }
  return absolute;
}

function readWhole(
  file: string,
  signal?: AbortSignal,
): { readonly bytes: AsyncIterable<Uint8Array>; readonly sha256: () => Sha256 | undefined } {
  let digest: Sha256 | undefined;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    const handle = await guard(() => open(file, 'r'), 'read');
    const hash: Hash = createHash('sha256');
    let length = firstChunkBytes;
    try {
      for (;;) {
        if (signal?.aborted) throw new AppError('cancelled');
        const { bytesRead, buffer } = await guard(() => handle.read(Buffer.allocUnsafe(length), 0, length));
        length = chunkBytes;
        if (bytesRead === 0) break;
        const chunk = buffer.subarray(0, bytesRead);
        hash.update(chunk);
        yield chunk;
      }
      digest = hash.digest('hex') as Sha256;
    } finally {
      await handle.close();
    }
  }
  return { bytes: bytes(), sha256: () => digest };
}

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

function toFileStat(stats: BigIntStats) {
  const kind = stats.isFile() ? ('file' as const) : stats.isDirectory() ? ('folder' as const) : ('other' as const);
  return {
    kind,
    sizeBytes: Number(stats.size),
    modifiedMs: Number(stats.mtimeNs) / 1e6,
    changedMs: Number(stats.ctimeNs) / 1e6,
    inode: String(stats.ino),
  };
}

/** A name that vanished between being listed and being looked at is simply not there. */
async function toFolderEntry(folder: string, entry: Dirent) {
  const stats = await orAbsent(lstat(join(folder, entry.name), { bigint: true }));
  return stats && { name: entry.name, ...toFileStat(stats) };
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

import { readFile, realpath, rm, rmdir, stat, statfs, unlink } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { AppError } from '../../shared/errors/app-error.ts';
import type { Sha256 } from '../../shared/model/sha256.ts';
import { codeOf, guard, orAbsent } from './disk-error.ts';
import { driveKindOf } from './drive-kind.ts';
import { keepAlso } from './keep-also.ts';
import { makeFolders, syncFolder } from './make-durable.ts';
import { insideRoot, pathInside } from './path-inside.ts';
import { putNew } from './put-new.ts';
import { putOver, thisSystem } from './put-over.ts';
import { openEnds, readWhole, type RandomAccess } from './read-file.ts';
import { ask } from './reading/ask.ts';
import { outsideKinds, type Outside } from './reading/questions.ts';
import { longestPathOf } from './longest-path.ts';
import { receiveFile, writeTextFile } from './write-file.ts';

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
    longestPath: longestPathOf(process.platform),
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

    writeText: async (path: string, text: string): Promise<void> => writeTextFile(root, at(path), text),

    receive: async (
      path: string,
      bytes: AsyncIterable<Uint8Array>,
      how: { readonly startAt?: number; readonly onProgress?: (sizeBytes: number) => void } = {},
    ) => receiveFile(root, at(path), bytes, how),

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

function isSame(a: Outside, b: Outside | undefined): boolean {
  return a.inode === b?.inode && a.sizeBytes === b.sizeBytes && a.modifiedMs === b.modifiedMs;
}

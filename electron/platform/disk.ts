import { realpath, rmdir, stat, statfs } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { AppError } from '../../shared/errors/app-error.ts';
import { tryWhileHeld } from '../privacy/held-open.ts';
import { codeOf, guard } from './disk-error.ts';
import { thisDiskSystem, type DiskSystem } from './disk-system.ts';
import { driveKindOf } from './drive-kind.ts';
import { withFolderOf, withMadeFolderOf, type OpenPlace } from './folder-of.ts';
import { copyTo, keepAlso } from './keep-also.ts';
import { wearOutsideAt } from './keep-outside.ts';
import { insideRoot, pathInside } from './path-inside.ts';
import { putNew } from './put-new.ts';
import { putOver } from './put-over.ts';
import type { Place } from './real-place.ts';
import { openEnds, readWhole, type RandomAccess } from './read-file.ts';
import { ask } from './reading/ask.ts';
import { isSameFile } from './reading/look-at.ts';
import { outsideKinds, type Outside } from './reading/questions.ts';
import { longestPathOf } from './longest-path.ts';
import { receiveFile, writeTextFile } from './write-file.ts';
import { put } from './writing/put.ts';
import { ignoresCase } from './ignores-case.ts';

/** The real disk; see the engine's port for what each method promises, and `open-folder.ts` for what keeps links out. */
export function createDisk(system: DiskSystem = thisDiskSystem) {
  return {
    library: (root: string) => createLibraryDisk(root, system),

    async canonicalFolder(folder: string): Promise<string | undefined> {
      try {
        const path = await realpath(resolve(folder));
        return (await stat(path)).isDirectory() ? path : undefined;
      } catch {
        return undefined;
      }
    },

    splitPath: (absolute: string) => ({ folder: dirname(resolve(absolute)), name: basename(resolve(absolute)) }),

    ignoresCase,
    longestPath: longestPathOf(process.platform),
    driveKind: driveKindOf,

    absolute: (root: string, path: string): string => pathInside(root, path),
  };
}

function createLibraryDisk(root: string, system: DiskSystem) {
  const at = (path: string): Place => ({ root, path: insideRoot(root, path) });

  return {
    stat: async (path: string) => ask({ kind: 'stat', ...at(path) }),

    async list(folder: string) {
      const listing = await ask({ kind: 'list', ...at(folder) });
      return listing?.names.map((name, index) => ({
        name,
        kind: outsideKinds[listing.kinds[index] ?? 0] ?? 'device',
        sizeBytes: listing.sizesBytes[index] ?? 0,
        modifiedMs: listing.modifiedMs[index] ?? 0,
        changedMs: listing.changedMs[index] ?? 0,
        inode: String(listing.inodes[index]),
        isGarbled: index >= listing.garbledFrom,
      }));
    },

    hash: async (path: string) => ask({ kind: 'hash', ...at(path) }),

    read: (path: string) => readWhole(at(path)),

    inspect: async <T>(path: string, use: (file: RandomAccess) => Promise<T>): Promise<T> =>
      use(await openEnds(at(path))),

    readText: (path: string): Promise<string | undefined> => ask({ kind: 'text', ...at(path) }),

    ...writingTo(at, system),
    ...movingWithin(at, system),
    ...removingFrom(at, system),

    room: roomOf(root),
  };
}

interface Room {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** Each of many small downloads asks. Until then no disk takes in more than is kept free anyway. */
const roomHoldsMs = 250;

function roomOf(root: string): () => Promise<Room | undefined> {
  let asked: { readonly atMs: number; readonly room: Promise<Room | undefined> } | undefined;
  return () => {
    const atMs = performance.now();
    if (!asked || asked.atMs < atMs - roomHoldsMs) asked = { atMs, room: askRoom(root) };
    return asked.room;
  };
}

async function askRoom(root: string): Promise<Room | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(root);
    // Some network drives say 0 of 0.
    return blocks === 0 ? undefined : { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return undefined;
  }
}

type PlaceOf = (path: string) => Place;

function writingTo(at: PlaceOf, system: DiskSystem) {
  return {
    putWhole: async (path: string, bytes: Uint8Array): Promise<Outside> => put({ ...at(path), bytes }, system),

    writeText: async (path: string, text: string): Promise<void> => writeTextFile(at(path), text, system),

    receive: async (
      path: string,
      bytes: AsyncIterable<Uint8Array>,
      how: { readonly startAt?: number; readonly onProgress?: (sizeBytes: number) => void } = {},
    ) => receiveFile(at(path), bytes, how, system),
  };
}

type WithFolder = <T>(path: string, use: (place: OpenPlace) => Promise<T>) => Promise<T>;

function movingWithin(at: PlaceOf, system: DiskSystem) {
  const within: WithFolder = (path, use) => withFolderOf(at(path), system, use);
  const withinMade: WithFolder = (path, use) => withMadeFolderOf(at(path), system, use);

  return {
    replace: (from: string, to: string, standing?: Outside): Promise<void> =>
      guard(() =>
        within(from, (source) =>
          within(to, async (target) => {
            await putOver(source.file, target.file, system, async (found) => {
              if (found) await wearOutsideAt(source.file, found);
              await assertStill(source, target);
              if (standing) await assertSame(standing, target.file, at(to));
            });
            await target.folder.sync();
          }),
        ),
      ),

    place: (from: string, to: string): Promise<void> =>
      guard(() =>
        within(from, (source) =>
          withinMade(to, async (target) => {
            const isStillThere = await putNew(source.file, target.file, system, () => assertStill(source, target));
            await target.folder.sync();
            if (isStillThere) await tryWhileHeld(() => system.remove(source.file), system);
            await source.folder.sync();
          }),
        ),
      ),

    copy: (from: string, to: string): Promise<void> =>
      guard(() =>
        within(from, (source) =>
          withinMade(to, async (target) => {
            await assertStill(source, target);
            await copyTo(source.file, target.file, system);
            await target.folder.sync();
          }),
        ),
      ),

    keepCopy: (from: string, to: string): Promise<void> =>
      guard(() =>
        within(from, (source) =>
          withinMade(to, async (target) => {
            await keepAlso(source.file, target.file, system, () => assertStill(source, target));
            await target.folder.sync();
          }),
        ),
      ),
  };
}

function removingFrom(at: PlaceOf, system: DiskSystem) {
  const within: WithFolder = (path, use) => withFolderOf(at(path), system, use);

  return {
    remove: (path: string): Promise<void> =>
      guard(() =>
        within(path, async ({ folder, file }) => {
          await folder.assertStill();
          await tryWhileHeld(() => system.remove(file), system);
          await folder.sync();
        }).catch(ignoreMissing),
      ),

    removeEmptyFolder: (path: string): Promise<void> =>
      guard(() =>
        within(path, async ({ folder, file }) => {
          await folder.assertStill();
          await rmdir(file);
        }).catch((error: unknown) => {
          if (!isStillNeeded.has(codeOf(error) ?? '')) throw error;
        }),
      ),
  };
}

async function assertStill(...places: readonly OpenPlace[]): Promise<void> {
  for (const { folder } of places) await folder.assertStill();
}

/** @throws AppError `file-changed-meanwhile`, `file-read-only` */
async function assertSame(standing: Outside, file: string, { root }: Place): Promise<void> {
  const now = await ask({ kind: 'stat', root, path: file });
  if (!isSameFile(standing, now)) throw new AppError('file-changed-meanwhile');
  if (now?.isReadOnly === true) throw new AppError('file-read-only');
}

/** Where there is no folder nothing has to be made durable. */
function ignoreMissing(error: unknown): void {
  if (!['ENOENT', 'no-folder'].includes(codeOf(error) ?? '')) throw error;
}

/** What systems say of a folder that is not empty, or not there. */
const isStillNeeded: ReadonlySet<string> = new Set(['ENOTEMPTY', 'EEXIST', 'ENOENT']);

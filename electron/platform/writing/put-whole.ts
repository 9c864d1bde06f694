import { closeSync, fsync, openSync, unlinkSync, writeSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { promisify } from 'node:util';
import { toDiskError } from '../disk-error.ts';
import type { DiskSystem } from '../disk-system.ts';
import { newPartName } from '../new-part-name.ts';
import { withFolderOf, type OpenFolder } from '../open-folder.ts';
import { putNew } from '../put-new.ts';
import { isSameFile, lookAt } from '../reading/look-at.ts';
import type { Outside } from '../reading/questions.ts';
import type { Place } from '../real-place.ts';

/** A small file as a whole, and where none may stand yet. */
export interface WholeFile extends Place {
  readonly bytes: Uint8Array;
}

/** What became of a file: how it looks in its place, or why it is not there. */
export type Put = { readonly outside: Outside } | { readonly error: unknown };

const flush = promisify(fsync);

/**
 * Puts small files into their places, where none may stand. Whoever reads there finds nothing or the whole file; bytes
 * and names are durable when this resolves. The files of one folder share the looks at it and one flush of its names, and
 * their bytes are flushed at the same time: one after the other that takes several times as long.
 * @returns for each file by itself, in their order; errors as `LibraryDisk.putWhole` says
 */
export async function putWhole(files: readonly WholeFile[], system: DiskSystem): Promise<Put[]> {
  const folders = Map.groupBy(files, ({ path }) => dirname(path));
  const puts = new Map<WholeFile, Put>();
  await Promise.all(
    [...folders.values()].map(async (together) => {
      for (const [file, put] of await putIntoFolder(together, system)) puts.set(file, put);
    }),
  );
  return files.map((file) => puts.get(file) ?? { error: new Error('It was not tried.') });
}

async function putIntoFolder(files: readonly WholeFile[], system: DiskSystem): Promise<ReadonlyMap<WholeFile, Put>> {
  const [place] = files;
  if (!place) return new Map();
  try {
    return await withFolderOf(place, system, 'make', ({ folder }) => putThrough(folder, files, system));
  } catch (thrown) {
    // The folder is not as it has to be, or its names could not be flushed: nobody may rely on what is in it.
    const error = toDiskError(thrown, 'write');
    return new Map(files.map((file) => [file, { error }]));
  }
}

async function putThrough(
  folder: OpenFolder,
  files: readonly WholeFile[],
  system: DiskSystem,
): Promise<ReadonlyMap<WholeFile, Put>> {
  await folder.assertStill();
  // The bytes of all are with the system before the first of them is flushed.
  const written = files.map((file) => write(folder, file));
  try {
    await Promise.all(written.map(flushOne));
    // One after the other: on a disk without links two would else see the same place free.
    for (const one of written) if (one.error === undefined) await place(folder, one, system);
    await folder.sync();
  } finally {
    // What a crash leaves of these is known by its name, and cleared away.
    for (const { temporary, isGone } of written) if (!isGone) attempt(() => unlinkSync(temporary));
  }
  return new Map(written.map((one) => [one.file, putOf(folder, one)]));
}

/** A file on its way into its place. */
interface Arriving {
  readonly file: WholeFile;
  /** Under a name that scans and CAD programs pass over. */
  readonly temporary: string;
  handle?: number;
  /** How it looked under that name. */
  before?: Outside;
  /** Whether that name is gone with the move. */
  isGone?: boolean;
  error?: unknown;
}

function write(folder: OpenFolder, file: WholeFile): Arriving {
  const arriving: Arriving = { file, temporary: folder.at(newPartName()) };
  try {
    const handle = (arriving.handle = openSync(arriving.temporary, 'wx'));
    for (let length = 0; length < file.bytes.length;) length += writeSync(handle, file.bytes, length);
  } catch (error) {
    arriving.error = error;
  }
  return arriving;
}

async function flushOne(arriving: Arriving): Promise<void> {
  const { temporary, handle } = arriving;
  try {
    if (handle !== undefined) await flush(handle).finally(() => closeSync(handle));
    arriving.before = lookAt(temporary);
  } catch (error) {
    arriving.error ??= error;
  }
}

async function place(folder: OpenFolder, arriving: Arriving, system: DiskSystem): Promise<void> {
  const target = folder.at(basename(arriving.file.path));
  try {
    arriving.isGone = !(await putNew(arriving.temporary, target, system, () => folder.assertStill()));
  } catch (error) {
    arriving.error = error;
  }
}

/**
 * How a file looks where it stands now. Its new name changes nothing but the moment of its last change: where anything
 * else is other than before, a save came at once, and what it was before tells that from it.
 */
function putOf(folder: OpenFolder, { file, before, error }: Arriving): Put {
  if (!before || error !== undefined) return { error: toDiskError(error, 'write') };
  const now = attempt(() => lookAt(folder.at(basename(file.path))));
  return { outside: now && isSameFile(before, now) ? now : before };
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

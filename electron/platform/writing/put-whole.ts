import { closeSync, fsync, openSync, unlinkSync, writeSync } from 'node:fs';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { AppError } from '../../../shared/errors/app-error.ts';
import { toDiskError } from '../disk-error.ts';
import type { DiskSystem } from '../disk-system.ts';
import { newPartName } from '../new-part-name.ts';
import { placeOfFolder, openOrMakeAll, type OpenFolder } from '../open-folder.ts';
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

/** A file on its way into its place. */
interface Arriving {
  readonly file: WholeFile;
  /** Under a name that scans and CAD programs pass over. */
  readonly temporary: string;
  handle?: number;
  /** How it looked under that name, once its bytes are flushed. */
  before?: Outside;
  /** Whether that name is gone. */
  isGone?: boolean;
}

/** Files on their way into one folder. */
interface Together {
  readonly folder: OpenFolder;
  readonly arriving: readonly Arriving[];
}

/** Why files are not in their places. Nothing more is done for these. */
type Errors = Map<WholeFile, unknown>;

const flush = promisify(fsync);

/**
 * Puts small files into their places, where none may stand. Whoever reads there finds nothing or the whole file; bytes
 * and names are durable when this resolves.
 *
 * Each step is done for all of them before the next: what a file system writes to its journal for one flush holds for
 * the others too then. One file after the other, each new one would wait for the flush of the one before.
 * @returns for each file by itself, in their order; errors as `LibraryDisk.putWhole` says
 */
export async function putWhole(files: readonly WholeFile[], system: DiskSystem): Promise<Put[]> {
  const errors: Errors = new Map();
  const folders = await openFolders(files, system, errors);
  const puts = new Map<WholeFile, Put>();
  try {
    await inEach(folders, errors, async ({ folder, arriving }) => {
      await folder.assertStill();
      for (const one of arriving) await orNote(errors, one, async () => write(one));
    });
    // The bytes of all are with the system before the first of them is flushed.
    await inEach(folders, errors, async ({ arriving }) => {
      await Promise.all(arriving.map((one) => orNote(errors, one, () => flushOne(one))));
    });
    await inEach(folders, errors, async ({ folder, arriving }) => {
      // One after the other: on a disk without links two would else see the same place free.
      for (const one of arriving) await orNote(errors, one, () => place(folder, one, system));
    });
    await inEach(folders, errors, ({ folder }) => folder.sync());
    await inEach(folders, errors, async ({ folder, arriving }) => {
      arriving.forEach(clear);
      for (const one of arriving) puts.set(one.file, lookInPlace(folder, one));
    });
  } finally {
    for (const { arriving } of folders) arriving.forEach(clear);
    // What is in its place is there by now, whatever becomes of the folder's handle.
    await Promise.all(folders.map(({ folder }) => folder.close().catch(() => undefined)));
  }
  return files.map((file) => puts.get(file) ?? { error: toDiskError(errors.get(file), 'write') });
}

async function openFolders(files: readonly WholeFile[], system: DiskSystem, errors: Errors): Promise<Together[]> {
  const placed = files.flatMap((file) => {
    try {
      return [{ file, at: placeOfFolder(file) }];
    } catch (error) {
      errors.set(file, error);
      return [];
    }
  });
  const groups = [...Map.groupBy(placed, ({ at }) => `${at.root}\0${at.path}`).values()];
  const opened = await openOrMakeAll(
    groups.flatMap(([first]) => first?.at ?? []),
    system,
  );
  return groups.flatMap((group, index) => {
    const [one, together] = [opened[index], group.map(({ file }) => file)];
    if (one && 'folder' in one) return [arriveIn(one.folder, together)];
    for (const file of together) errors.set(file, one?.error);
    return [];
  });
}

function arriveIn(folder: OpenFolder, files: readonly WholeFile[]): Together {
  return { folder, arriving: files.map((file) => ({ file, temporary: folder.at(newPartName()) })) };
}

/** Does a step in every folder, for what got so far. */
async function inEach(
  folders: readonly Together[],
  errors: Errors,
  step: (together: Together) => Promise<void>,
): Promise<void> {
  const doStep = async ({ folder, arriving: all }: Together): Promise<void> => {
    const arriving = all.filter(({ file }) => !errors.has(file));
    if (arriving.length === 0) return;
    try {
      await step({ folder, arriving });
    } catch (error) {
      // The folder is not as it has to be, or its names could not be flushed: nobody may rely on what is in it.
      for (const { file } of arriving) errors.set(file, error);
    }
  };
  await Promise.all(folders.map(doStep));
}

async function orNote(errors: Errors, { file }: Arriving, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    errors.set(file, error);
  }
}

function write(arriving: Arriving): void {
  const { bytes } = arriving.file;
  const handle = (arriving.handle = openSync(arriving.temporary, 'wx'));
  for (let length = 0; length < bytes.length;) length += writeSync(handle, bytes, length);
}

async function flushOne(arriving: Arriving): Promise<void> {
  if (arriving.handle !== undefined) await flush(arriving.handle);
  // Windows moves nothing that is open.
  letGo(arriving);
  const before = lookAt(arriving.temporary);
  if (!before) throw new AppError('file-vanished');
  arriving.before = before;
}

async function place(folder: OpenFolder, arriving: Arriving, system: DiskSystem): Promise<void> {
  const target = folder.at(basename(arriving.file.path));
  arriving.isGone = !(await putNew(arriving.temporary, target, system, () => folder.assertStill()));
}

/**
 * How a file looks where it stands now. Its new name changes nothing but the moment of its last change: where anything
 * else is other than before, a save came at once, and what it was before tells that from it.
 */
function lookInPlace(folder: OpenFolder, { file, before }: Arriving): Put {
  const now = attempt(() => lookAt(folder.at(basename(file.path))));
  const outside = before && now && isSameFile(before, now) ? now : before;
  return outside ? { outside } : { error: new AppError('file-vanished') };
}

function letGo(arriving: Arriving): void {
  const { handle } = arriving;
  delete arriving.handle;
  if (handle !== undefined) closeSync(handle);
}

/** What a crash leaves of these is known by its name, and cleared away. */
function clear(arriving: Arriving): void {
  attempt(() => letGo(arriving));
  if (arriving.isGone !== true) attempt(() => unlinkSync(arriving.temporary));
  arriving.isGone = true;
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

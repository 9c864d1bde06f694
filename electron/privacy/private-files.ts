import {
  chmodSync,
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  rmdirSync,
  statSync,
  type Stats,
} from 'node:fs';
import { chmod, mkdir, open, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * What this app keeps for itself (state, service data, blobs, logs) is for the person alone who runs it: files 0600 in
 * folders 0700, whatever the umask, and what is there from before is brought to that when it is opened. The library's
 * folder is the person's, and nothing of this is for it.
 *
 * On Windows modes say nothing, and Node can set no access lists: there the folder's own rights are handed down. The
 * usual folders are below the profile, which Windows keeps for its user, administrators and the system; whoever names
 * another folder chooses its rights with it.
 */
const fileMode = 0o600;
const folderMode = 0o700;

/**
 * Makes a folder, and those above it that are missing, for this user alone, with names that a power cut does not take
 * away; or restricts the one that is there. A folder that holds anything else than what this app keeps is the person's
 * (`--data ~`) and stays as it is: then only the files in it that are the app's are restricted. What is in folders within
 * it is for whoever opens those.
 * @param isOurs whether something in the folder is the app's, by its name
 * @returns whether it was for this user alone before
 */
export function openPrivateFolder(folder: string, isOurs: (name: string) => boolean): boolean {
  if (makeFolder(folder)) return true;
  const names = readdirSync(folder);
  // Whoever made it may have been killed before its name was durable: nothing was kept in it since.
  if (names.length === 0) flushNamesUpTo(folder);
  const ours = names.filter(isOurs);
  for (const name of ours) restrict(join(folder, name), (stats) => (stats.isDirectory() ? undefined : fileMode));
  if (ours.length < names.length) return false;
  return restrict(realpathSync(folder), () => folderMode);
}

function makeFolder(folder: string): boolean {
  try {
    mkdirSync(folder, folderMode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && statSync(folder).isDirectory()) return false;
    if (code !== 'ENOENT' || folder === '' || dirname(folder) === folder) throw error;
    makeFolder(dirname(folder));
    return makeFolder(folder);
  }
  chmodSync(folder, folderMode);
  try {
    flushNamesUpTo(folder);
  } catch (error) {
    // It would be taken for one whose name is durable.
    rmdirSync(folder);
    throw error;
  }
  return true;
}

/** Also of the folders above that have nothing else in them, and were perhaps made by a run that was killed. */
function flushNamesUpTo(folder: string): void {
  if (process.platform === 'win32') return;
  flushNamesBeside(folder);
  const above = dirname(folder);
  if (above !== folder && holdsOneAtMost(above)) flushNamesUpTo(above);
}

function holdsOneAtMost(folder: string): boolean {
  try {
    return readdirSync(folder).length <= 1;
  } catch (error) {
    if (refusals.has((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

/** Who may only pass through the folder above cannot have its names flushed, and is not stopped by that. */
function flushNamesBeside(folder: string): void {
  let above: number | undefined;
  try {
    above = openSync(dirname(folder), 'r');
    fsyncSync(above);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!cannotFlush.has(code) && !refusals.has(code)) throw error;
  } finally {
    if (above !== undefined) closeSync(above);
  }
}

/**
 * Makes an empty file for this user alone, or restricts the one that is there, before anything opens it by its name.
 * One that is there is not opened: that would end the locks which this process has on it.
 */
export function keepPrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', fileMode));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  // Somebody may have named a folder where a file belongs: without its right to enter, nobody would get into it any more.
  restrict(file, (stats) => (stats.isDirectory() ? undefined : fileMode));
}

/** As `keepPrivate`, for a SQLite database with its other files; what SQLite makes later has the file's mode. */
export function keepDatabasePrivate(file: string): void {
  keepPrivate(file);
  for (const companion of ['-wal', '-shm', '-journal']) restrict(file + companion, () => fileMode);
}

/** Opens a new file for this user alone. */
export async function createPrivateFile(file: string): Promise<FileHandle> {
  const handle = await open(file, 'wx', fileMode);
  await handle.chmod(fileMode);
  return handle;
}

/** Makes a folder for this user alone in one that is there, where it is not there yet. */
export async function makePrivateFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, folderMode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw error;
  }
  await chmod(folder, folderMode);
}

/** Makes a new name in a folder durable. Windows cannot open folders and writes names through on its own. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await flushNames(handle);
  } finally {
    await handle.close();
  }
}

/** Flushes the names in a folder that is open, where its file system does that: some of networks say that they cannot. */
export async function flushNames(folder: Pick<FileHandle, 'sync'>): Promise<void> {
  try {
    await folder.sync();
  } catch (error) {
    if (!cannotFlush.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

const cannotFlush: ReadonlySet<string> = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP']);

/**
 * Gives what stands at a path the mode it should have; links are left as they are, and lead to what is another's. That
 * it cannot be done (a disk without modes, a file of somebody else) is no reason to stop.
 * @returns whether it had that mode before
 */
function restrict(path: string, modeFor: (stats: Stats) => number | undefined): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats || stats.isSymbolicLink()) return false;
  const mode = modeFor(stats);
  if (mode === undefined || (stats.mode & 0o777) === mode) return true;
  try {
    chmodSync(path, mode);
  } catch (error) {
    if (!refusals.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  return false;
}

const refusals: ReadonlySet<string> = new Set(['EPERM', 'EACCES', 'EROFS', 'ENOTSUP', 'EOPNOTSUPP', 'ENOENT']);

import { watch, type FSWatcher } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { AppError } from '../../shared/errors/app-error.ts';
import { codeOf } from './disk-error.ts';

interface FolderWatchOptions {
  /** Names right below the root of which nothing is said. */
  readonly ignored: readonly string[];
  /** @param path below the root, as the system writes it; empty for "anywhere" */
  readonly onHint: (path: string) => void;
  readonly onFailure: (cause: unknown) => void;
}

/**
 * Watches every folder below a root by itself, where the system does not watch whole trees: it holds a few hundred bytes
 * for each folder, and nothing for files. Links are not followed.
 * @returns stops it
 */
export async function watchFolders(root: string, options: FolderWatchOptions, watchOne = watch) {
  const { ignored, onHint, onFailure } = options;
  const watchers = new Map<string, FSWatcher>();
  let isClosed = false;
  /** Whether the system gives no more: the next folder would be refused too. */
  let isFull = false;

  /** Watches a folder and those in it. What comes into a folder before it is watched is found by listing it. */
  async function follow(folder: string): Promise<void> {
    if (isClosed || isFull || watchers.has(folder)) return;
    try {
      const watcher = watchOne(join(root, folder), (event, name) => void look(folder, event, name));
      watchers.set(folder, watcher.on('error', onFailure));
      const names = await foldersIn(join(root, folder), folder === '' ? ignored : []);
      await Promise.all(names.map((name) => follow(join(folder, name))));
    } catch (error) {
      if (folder === '' && isGone.has(codeOf(error) ?? '')) return onFailure(new AppError('library-missing'));
      // Gone again, or nothing of it is for this user.
      if (isFull || isNoFailure.has(codeOf(error) ?? '')) return;
      isFull = true;
      onFailure(error);
    }
  }

  async function look(folder: string, event: string, name: string | null): Promise<void> {
    if (folder === '' && name !== null && ignored.includes(name)) return;
    const path = join(folder, name ?? '');
    if (event !== 'rename') return onHint(path);
    const isFolder = await isFolderThere(join(root, path));
    const wasFolder = watchers.has(path);
    const isOwnGone = !isFolder && (await isFolderGone(join(root, folder)));
    if (isClosed) return;
    if (isOwnGone) leave(folder);
    if (isOwnGone && folder === '') onFailure(new AppError('library-missing'));
    // Another folder may stand there by now.
    if (wasFolder) leave(path);
    if (isFolder) await follow(path);
    onHint(isFolder || wasFolder || isOwnGone ? '' : path);
  }

  function leave(folder: string): void {
    // What is given back may be had again.
    isFull = false;
    for (const [path, watcher] of watchers) {
      if (path !== folder && !path.startsWith(folder + sep) && folder !== '') continue;
      watcher.close();
      watchers.delete(path);
    }
  }

  await follow('');
  return (): void => {
    isClosed = true;
    leave('');
  };
}

async function foldersIn(folder: string, ignored: readonly string[]): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory() && !ignored.includes(entry.name)).map(({ name }) => name);
}

const isGone: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR']);
const isNoFailure: ReadonlySet<string> = new Set([...isGone, 'EACCES', 'EPERM']);

function isFolderThere(path: string): Promise<boolean> {
  return lstat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

/** One that cannot be looked at for a moment is not gone: nothing would watch it any more. */
function isFolderGone(path: string): Promise<boolean> {
  return lstat(path).then(
    (stats) => !stats.isDirectory(),
    (error: unknown) => isGone.has(codeOf(error) ?? ''),
  );
}

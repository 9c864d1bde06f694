import { join, relative, sep } from 'node:path';
import type * as Chokidar from 'chokidar';
import { AppError } from '../../shared/errors/app-error.ts';
import { ownFolder } from '../../shared/model/own-folder.ts';
import { watchFolders } from './watch-folders.ts';

type Trees = Pick<typeof Chokidar, 'watch'>;
type LoadTrees = () => Promise<Trees>;
type OnHint = (path: string) => void;
type OnFailure = (cause: unknown) => void;

/**
 * Watches folders only: the index knows the files, the watcher just says where to look (docs/decisions/06).
 * @param watchesTrees whether the system watches a whole tree by one call. Where it does not, chokidar would look at every
 * file to begin with, and hold 4 KB for each folder from then on: 350 MB at its most for a library of 100,000 files.
 */
export function createWatcher(
  watchesTrees = process.platform === 'win32' || process.platform === 'darwin',
  loadTrees: LoadTrees = () => import('chokidar'),
) {
  return {
    async watch(root: string, onHint: OnHint, onFailure: OnFailure): Promise<() => Promise<void>> {
      if (watchesTrees) return watchTree(await loadTrees(), root, onHint, onFailure);
      const hint: OnHint = (path) => onHint(path.split(sep).join('/'));
      const stop = await watchFolders(root, { ignored: [ownFolder], onHint: hint, onFailure });
      return async () => stop();
    },
  };
}

async function watchTree(
  { watch }: Trees,
  root: string,
  onHint: OnHint,
  onFailure: OnFailure,
): Promise<() => Promise<void>> {
  const hint: OnHint = (absolute) => {
    const path = relative(root, absolute).split(sep).join('/');
    // Where the system watches the tree itself, it tells of every folder in it; where there is no tree, of what is around.
    if (![ownFolder, '..'].some((name) => path === name || path.startsWith(`${name}/`))) onHint(path);
  };
  const tree = watch(root, {
    ignoreInitial: true,
    followSymlinks: false,
    ignored: (path, stats) => stats?.isFile() === true || path === join(root, ownFolder),
  });
  const begun = Promise.withResolvers<void>();
  const stop = async (): Promise<void> => {
    begun.resolve();
    await tree.close().catch(() => undefined);
  };
  // Left to itself chokidar goes on folder by folder: Windows lets nobody rename a folder then in which one is watched.
  const lose = (cause?: unknown): void => {
    void stop();
    onFailure(new AppError('library-missing', { cause }));
  };
  tree.on('addDir', () => onHint(''));
  tree.on('unlinkDir', (path) => {
    if (relative(root, path) === '') lose();
    onHint('');
  });
  // Files are not tracked, so chokidar has no events of its own for them; its raw events name what moved in a folder.
  tree.on('raw', (_event, path, details) => {
    const folder = watchedFolder(details) ?? root;
    hint(path ? join(folder, path) : folder);
  });
  tree.on('error', (error) => {
    if (!isAboutSomethingInside(root, error)) lose(error);
  });
  tree.once('ready', begun.resolve);
  await begun.promise;
  return stop;
}

/** Whether only something in the tree could not be looked at, such as a folder that is not for this user. */
function isAboutSomethingInside(root: string, error: unknown): boolean {
  const { path } = error as NodeJS.ErrnoException;
  return path !== undefined && path.startsWith(root.endsWith(sep) ? root : root + sep);
}

function watchedFolder(details: unknown): string | undefined {
  const folder = (details as { watchedPath?: unknown } | undefined)?.watchedPath;
  return typeof folder === 'string' ? folder : undefined;
}

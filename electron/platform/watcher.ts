import { join, relative, sep } from 'node:path';
import { watchFolders } from './watch-folders.ts';

/** The app's own folder in a library. */
const ownFolder = '.cadlibrary';

type OnHint = (path: string) => void;
type OnFailure = (cause: unknown) => void;

/**
 * Watches folders only: the index knows the files, the watcher just says where to look (see docs/architecture.md).
 * @param watchesTrees whether the system watches a whole tree by one call. Where it does not, chokidar would look at every
 * file to begin with, and hold 4 KB for each folder from then on: 350 MB at its most for a library of 100,000 files.
 */
export function createWatcher(watchesTrees = process.platform === 'win32' || process.platform === 'darwin') {
  return {
    async watch(root: string, onHint: OnHint, onFailure: OnFailure): Promise<() => Promise<void>> {
      if (watchesTrees) return watchTree(root, onHint, onFailure);
      const hint: OnHint = (path) => onHint(path.split(sep).join('/'));
      const stop = await watchFolders(root, { ignored: [ownFolder], onHint: hint, onFailure });
      return async () => stop();
    },
  };
}

async function watchTree(root: string, onHint: OnHint, onFailure: OnFailure): Promise<() => Promise<void>> {
  const { watch } = await import('chokidar');
  const hint: OnHint = (absolute) => {
    const path = relative(root, absolute).split(sep).join('/');
    // Where the system watches the tree itself, it tells of every folder in it.
    if (path !== ownFolder && !path.startsWith(`${ownFolder}/`)) onHint(path);
  };
  const tree = watch(root, {
    ignoreInitial: true,
    followSymlinks: false,
    ignorePermissionErrors: true,
    ignored: (path, stats) => stats?.isFile() === true || path === join(root, ownFolder),
  });
  tree.on('addDir', () => onHint(''));
  tree.on('unlinkDir', () => onHint(''));
  // Files are not tracked, so chokidar has no events of its own for them; its raw events name what moved in a folder.
  tree.on('raw', (_event, path, details) => {
    const folder = watchedFolder(details) ?? root;
    hint(path ? join(folder, path) : folder);
  });
  tree.on('error', onFailure);
  await new Promise<void>((resolve) => tree.once('ready', () => resolve()));
  return () => tree.close();
}

function watchedFolder(details: unknown): string | undefined {
  const folder = (details as { watchedPath?: unknown } | undefined)?.watchedPath;
  return typeof folder === 'string' ? folder : undefined;
}

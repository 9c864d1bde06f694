import { join, relative, sep } from 'node:path';
import { watch as watchTree } from 'chokidar';

/** Watches folders only: the index knows the files, the watcher just says where to look (see docs/architecture.md). */
export function createWatcher() {
  return {
    async watch(
      root: string,
      onHint: (path: string) => void,
      onFailure: (cause: unknown) => void,
    ): Promise<() => Promise<void>> {
      const hint = (absolute: string): void => onHint(relative(root, absolute).split(sep).join('/'));
      const tree = watchTree(root, {
        ignoreInitial: true,
        followSymlinks: false,
        ignorePermissionErrors: true,
        ignored: (path, stats) => stats?.isFile() === true || path === join(root, '.cadlibrary'),
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
    },
  };
}

function watchedFolder(details: unknown): string | undefined {
  const folder = (details as { watchedPath?: unknown } | undefined)?.watchedPath;
  return typeof folder === 'string' ? folder : undefined;
}

import { constants, existsSync, fstatSync, lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { AppError } from '../../shared/errors/app-error.ts';

/** Where something stands: an absolute path below an absolute root, both without links when they were named. */
export interface Place {
  readonly root: string;
  readonly path: string;
}

/** What differs between systems in telling where something really is. */
export interface PlaceSystem {
  readonly platform: NodeJS.Platform;
  /** The folder in which the system shows what this process has open, by number; `undefined` where it does not. */
  readonly openedFolder: string | undefined;
  openFolder(path: string): Promise<FolderHandle>;
  makeFolder(path: string): Promise<void>;
}

/** A folder that the system has open. */
type FolderHandle = Pick<FileHandle, 'fd' | 'sync' | 'close'>;

const openedOnLinux = '/proc/self/fd';

export const thisPlaceSystem: PlaceSystem = {
  platform: process.platform,
  openedFolder: process.platform === 'linux' && existsSync(openedOnLinux) ? openedOnLinux : undefined,
  openFolder: (path) => open(path, folderFlags),
  makeFolder: (path) => mkdir(path),
};

// Windows has neither, and Node then no such constants.
const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_DIRECTORY = 0 } = constants as Partial<typeof constants>;

/** Opens for reading what is no link itself, and comes back at once where a pipe waits for somebody to write. */
export const readFlags = constants.O_RDONLY | O_NOFOLLOW | O_NONBLOCK;
export const folderFlags = readFlags | O_DIRECTORY;
/** As `r+`, where it is no link. */
export const updateFlags = constants.O_RDWR | O_NOFOLLOW | O_NONBLOCK;

/**
 * Proves that what was opened at a place stands there, with no link on the way, and is a file. On Linux the system
 * itself tells where the opened file is, so that nothing can come in between. Elsewhere Node cannot ask that: what the
 * path leads to is looked up once more and has to be the same file, which a link that came and went in between the two
 * looks cannot feign, for the opened file has to stand at a real path below the root.
 * @throws AppError `link-in-library`, `library-missing` where the root itself is reached through a link,
 * `file-vanished` where something else stands there by now, `file-unreadable` for what is no file
 */
export function assertOpened(file: number, place: Place, system: PlaceSystem = thisPlaceSystem): void {
  const opened = fstatSync(file, { bigint: true });
  if (system.openedFolder !== undefined) {
    assertReal(place, readlinkSync(`${system.openedFolder}/${file}`), system);
  } else {
    assertReal(place, realpathSync.native(place.path), system);
    const there = lstatSync(place.path, { bigint: true });
    if (there.ino !== opened.ino || there.dev !== opened.dev) throw new AppError('file-vanished');
  }
  if (!opened.isFile()) throw new AppError('file-unreadable', { detail: 'It is no file.' });
}

/** @param real where the system says it is. @throws AppError as `assertOpened` */
export function assertReal(place: Place, real: string, system: PlaceSystem = thisPlaceSystem): void {
  if (isAt(place, real, system) || isAt(place, real.replace(/ \(deleted\)$/, ''), system)) return;
  throw whyElsewhere(place);
}

/** Below the root a disk may spell names otherwise than they were asked for; Windows and macOS do so for the root too. */
function isAt({ root, path }: Place, real: string, { platform }: PlaceSystem): boolean {
  if (real === path) return true;
  const above = root.endsWith(sep) ? root : root + sep;
  const isBelow = real.startsWith(above) || real === root;
  return (isBelow || platform === 'win32' || platform === 'darwin') && folded(real) === folded(path);
}

function folded(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

/** Why what a path leads to is not what stands there: says which link is in the way. */
export function whyElsewhere({ root, path }: Place): AppError {
  if (!isRealFolder(root)) return linkedRoot();
  const part = firstNoFolder({ root, path });
  // Moved away, or the link is gone again.
  return part?.isLink === true ? linkAt(part.path) : new AppError('file-vanished');
}

/** The first part of a path below the root that is there and no folder: below that the system answers only so. */
export function firstNoFolder({ root, path }: Place): { readonly path: string; readonly isLink: boolean } | undefined {
  const names = relative(root, path).split(sep);
  for (let depth = 1; depth <= names.length; depth += 1) {
    const below = names.slice(0, depth);
    const stats = lstatSync([root, ...below].join(sep), { throwIfNoEntry: false });
    if (!stats?.isDirectory()) return stats && { path: below.join('/'), isLink: stats.isSymbolicLink() };
  }
  return undefined;
}

export function linkAt(path: string): AppError {
  return new AppError('link-in-library', { detail: `${path} is a link, and links are not followed.` });
}

function linkedRoot(): AppError {
  return new AppError('library-missing', { detail: 'A link to another folder stands in its place, or above it.' });
}

function isRealFolder(root: string): boolean {
  try {
    const real = realpathSync.native(root);
    return real === root || (process.platform !== 'linux' && folded(real) === folded(root));
  } catch {
    return true;
  }
}

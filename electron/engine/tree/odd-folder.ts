import type { ErrorCode } from '../../../shared/errors/catalogue.ts';
import { ownFolder } from '../../../shared/model/own-folder.ts';

/** What of this computer's folders can only be asked of the computer itself. */
export interface KnownFolders {
  /** As Node names it. */
  readonly platform: string;
  /** That of the person who is signed in. */
  readonly home: string;
  /** Those the system says are its own: on Windows they can stand anywhere. */
  readonly system: readonly string[];
  /** Where this app keeps its own data. */
  readonly own: readonly string[];
}

const isWindows = ({ platform }: Pick<KnownFolders, 'platform'>): boolean => platform === 'win32';

/** System folders that stand where they always stand; macOS keeps some of them under `/private`. */
const fixedSystemFolders: Readonly<Record<string, readonly string[]>> = {
  darwin: ['/System', '/Library', '/Applications', '/usr', '/bin', '/sbin', '/etc', '/private/etc', '/dev', '/cores'],
  linux: ['/etc', '/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/boot', '/dev', '/proc', '/sys'],
};

/** Whether a path says where it is without a folder it starts from: `C:work` and `\work` on Windows do not. */
export function isFullPath(path: string, platform: string): boolean {
  if (!isWindows({ platform })) return path.startsWith('/');
  return /^[a-z]:[\\/]/i.test(path) || /^[\\/]{2}[^\\/]+[\\/]+[^\\/]+/.test(path);
}

/**
 * Why a folder cannot be a library; `undefined` where it can. Pure.
 * @param folder full and canonical, as `known` is
 */
export function oddFolder(folder: string, known: KnownFolders): ErrorCode | undefined {
  const place = placeOf(folder, known);
  if (isDriveRoot(place, known)) return 'folder-is-drive';
  const [home, own] = [placeOf(known.home, known), known.own.map((one) => placeOf(one, known))];
  if (isIn(home, place)) return 'folder-is-home';
  // What is kept in a library's own folder are copies, such as replaced files: they would be sent as drawings.
  if (place.includes(`/${ownFolder}/`) || own.some((one) => isIn(one, place))) return 'folder-of-app';
  // Wherever a home folder stands, what is below it is its owner's. Accounts without one have the root.
  if (!isDriveRoot(home, known) && isIn(place, home)) return undefined;
  const system = [...known.system, ...(fixedSystemFolders[known.platform] ?? [])].map((one) => placeOf(one, known));
  return system.some((one) => isIn(one, place) || isIn(place, one)) ? 'folder-of-system' : undefined;
}

/** Whether a folder is all that a share or another mounted drive holds: that may be a library, or everything of an office. */
export function isShareRoot(folder: string, known: Pick<KnownFolders, 'platform'>): boolean {
  const place = placeOf(folder, known);
  if (isWindows(known)) return /^\/\/[^/]+\/[^/]+\/$/.test(place);
  if (known.platform === 'darwin') return /^\/volumes\/[^/]+\/$/.test(place);
  return /^(\/mnt\/[^/]+|(\/run)?\/media\/[^/]+\/[^/]+)\/$/.test(place);
}

function isDriveRoot(place: string, known: KnownFolders): boolean {
  return place === '/' || (isWindows(known) && /^([a-z]:|\/\/[?.]\/[^/]+)\/$/.test(place));
}

/** Whether one place is the other or below it. */
function isIn(place: string, folder: string): boolean {
  return place.startsWith(folder);
}

/** A path as it is compared: with slashes, one at the end, and in the case in which names of the platform are compared. */
function placeOf(path: string, { platform }: Pick<KnownFolders, 'platform'>): string {
  const slashes = platform === 'win32' ? inSlashes(path) : path;
  const place = `${slashes.replace(/\/+$/, '')}/`;
  return platform === 'linux' ? place : place.toLowerCase();
}

/** Without what stands before long paths on Windows: `\\?\C:\work`, `\\?\UNC\server\share`. */
function inSlashes(path: string): string {
  return path
    .replaceAll('\\', '/')
    .replace(/^\/\/\?\/UNC\//i, '//')
    .replace(/^\/\/\?\/(?=[a-z]:)/i, '');
}

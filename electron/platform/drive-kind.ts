import { readFileSync } from 'node:fs';
import { readFile, realpath, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

type DriveKind = 'local' | 'network' | 'unknown';

/** Numbers by which Linux names file systems that are elsewhere: NFS, SMB, CIFS, SMB2, AFS, Coda, Ceph, 9P. */
const networkTypes: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f, 0x73757245, 0x00c36400, 0x01021997,
]);

/** A file system in a program of its own: only its name in the list of mounts says whether it is elsewhere. */
const fuseType = 0x65735546;

const networkNames =
  /^(nfs|cifs|smb|afp|afs|coda|ceph|9p|autofs|webdav|davfs|fuse\.(sshfs|rclone|s3fs|davfs|smb|gvfsd))/;

/** What kind of drive a folder is on, as far as the system tells it without a program of its own. */
export async function driveKindOf(folder: string, platform = process.platform): Promise<DriveKind> {
  if (platform === 'win32') return windowsDriveKind(folder);
  if (platform === 'linux') return linuxDriveKind(folder);
  return macDriveKind(folder);
}

/** What tells where a folder is without asking its drive. */
interface DriveSigns {
  readonly platform: NodeJS.Platform;
  /** What is mounted, as Linux lists it. */
  readonly readMounts: () => string;
}

const thisComputer: DriveSigns = {
  platform: process.platform,
  readMounts: () => readFileSync('/proc/mounts', 'utf8'),
};

/**
 * Whether a folder is on a network drive, as far as that can be told without asking the drive: it may not answer.
 * @param folder its real path; Windows has that of a letter of a share begin with the share
 */
export function isOnNetwork(folder: string, { platform, readMounts }: DriveSigns = thisComputer): boolean {
  if (platform === 'win32') return isShare(folder);
  // Shares are connected there, as all drives are but its own.
  if (platform === 'darwin') return folder.startsWith('/Volumes/');
  try {
    return networkNames.test(mountOf(folder, readMounts())?.type ?? '');
  } catch {
    return false;
  }
}

/** A share by its own name, or the letter of one: Windows resolves a letter to the share behind it. */
async function windowsDriveKind(folder: string): Promise<DriveKind> {
  if (isShare(folder)) return 'network';
  try {
    return isShare(await realpath(folder)) ? 'network' : 'local';
  } catch {
    return 'unknown';
  }
}

/** Whether a path names a share (`\\server\share`, `\\?\UNC\server\share`) and not a drive or device of this computer. */
function isShare(path: string): boolean {
  return /^[\\/]{2}(?:\?[\\/]UNC[\\/][^\\/]|[^\\/?.])/i.test(path);
}

/**
 * macOS numbers its file systems as they are loaded, so that their numbers say nothing; but the temporary folder is on
 * the computer's own drive, as nearly all folders of a person are.
 */
async function macDriveKind(folder: string): Promise<DriveKind> {
  try {
    const [{ dev }, own] = await Promise.all([stat(folder), stat(tmpdir())]);
    return dev === own.dev ? 'local' : 'unknown';
  } catch {
    return 'unknown';
  }
}

async function linuxDriveKind(folder: string): Promise<DriveKind> {
  try {
    const { type } = await statfs(folder);
    if (networkTypes.has(type)) return 'network';
    if (type !== fuseType) return 'local';
    return networkNames.test(mountOf(folder, await readFile('/proc/mounts', 'utf8'))?.type ?? '') ? 'network' : 'local';
  } catch {
    return 'unknown';
  }
}

/** The mount a folder is on: the longest mount point above it. */
function mountOf(folder: string, mounts: string): { readonly point: string; readonly type: string } | undefined {
  return mounts
    .split('\n')
    .map((line) => line.split(' '))
    .map(([, point = '', type = '']) => ({ point: unescapeMount(point), type }))
    .filter(({ point }) => point !== '' && `${folder}/`.startsWith(point === '/' ? '/' : `${point}/`))
    .sort((a, b) => b.point.length - a.point.length)[0];
}

/** Blanks and the like are written as octal numbers there. */
function unescapeMount(point: string): string {
  return point.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}

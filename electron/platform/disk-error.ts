import { AppError } from '../../shared/errors/app-error.ts';
import type { ErrorCode } from '../../shared/errors/catalogue.ts';
import { isQuotaUsedUp } from '../privacy/used-up-quota.ts';

/**
 * What systems say when a drive, or the network to it, fails or is away: for a second, or until it is connected again.
 * On Windows UNKNOWN is what libuv has no code for: a network path that is not found, a drive that is not ready or
 * locked, a file that its cloud drive cannot fetch. EDEADLK is that of macOS.
 */
const driveFailures =
  'UNKNOWN EIO ENXIO ENODEV ENOMEDIUM EREMOTEIO ENOLINK ESTALE EDEADLK ECANCELED ETIMEDOUT EPIPE ENOTCONN ECONNRESET ' +
  'ECONNABORTED ECONNREFUSED EHOSTDOWN EHOSTUNREACH ENETDOWN ENETRESET ENETUNREACH';

/** What the operating system's error codes mean for a designer's file. */
const meanings: Readonly<Record<string, ErrorCode>> = {
  ...Object.fromEntries(driveFailures.split(' ').map((code) => [code, 'drive-failed' as const])),
  ENOENT: 'file-vanished',
  EBUSY: 'file-in-use',
  ETXTBSY: 'file-in-use',
  // Windows too: that a program has the file open arrives as EBUSY, but from a rename, see `put-over.ts`.
  EPERM: 'folder-not-writable',
  EACCES: 'folder-not-writable',
  EROFS: 'folder-not-writable',
  EMFILE: 'system-exhausted',
  ENFILE: 'system-exhausted',
  ENOMEM: 'system-exhausted',
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  ENAMETOOLONG: 'unsafe-name',
  EINVAL: 'unsafe-name',
  EEXIST: 'target-occupied',
  EISDIR: 'target-occupied',
  ENOTDIR: 'target-occupied',
  ELOOP: 'link-in-library',
  // A lease on the file, as Samba takes them for its clients: opening it does not wait for its end.
  EAGAIN: 'file-in-use',
};

/** What these mean where nothing was to be written. */
const whenReading: Readonly<Record<string, ErrorCode>> = {
  'folder-not-writable': 'file-unreadable',
  'drive-failed': 'file-unreadable',
  // On the way to it something is no folder any more.
  'target-occupied': 'file-vanished',
};

/**
 * Translates a failure of the file system; what is an `AppError` already stays one.
 * @param access what was tried: being refused means something else for reading than for writing
 */
export function toDiskError(error: unknown, access: 'read' | 'write'): unknown {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  const usual = code === undefined ? undefined : meanings[code];
  const meaning = access === 'read' ? (whenReading[usual ?? ''] ?? usual) : usual;
  if (meaning === undefined) return error;
  return new AppError(meaning, { cause: error });
}

/** Whether the drive failed, or the network to it, and not what was asked of it. */
export function isDriveFailure(error: unknown): boolean {
  return meanings[codeOf(error) ?? ''] === 'drive-failed';
}

/** Does what `work` says and translates its failure. */
export async function guard<T>(work: () => Promise<T>, access: 'read' | 'write' = 'write'): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toDiskError(error, access);
  }
}

/** `undefined` where there is no such file or folder. */
export async function orAbsent<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw toDiskError(error, 'read');
  }
}

/** What the system calls the failure. */
export function codeOf(error: unknown): string | undefined {
  return isQuotaUsedUp(error) ? 'EDQUOT' : (error as NodeJS.ErrnoException).code;
}

import { access, constants, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { ErrorCode } from '../../../shared/errors/catalogue.ts';

/** What the system says of a path, as Node asks it. */
interface FileSystem {
  readonly stat: (path: string) => Promise<{ isDirectory(): boolean }>;
  readonly access: (path: string, mode: number) => Promise<void>;
}

const refusals: Readonly<Record<string, ErrorCode>> = {
  ENOENT: 'file-not-found',
  ENOTDIR: 'file-not-found',
  EACCES: 'file-not-permitted',
  EPERM: 'file-not-permitted',
};

/**
 * The full path of a file that somebody names on the command line, which is there and may be read.
 * @throws AppError `file-not-found`, `folder-not-file`, `file-not-permitted`, `file-unreadable`; each names the file
 */
export async function drawingFile(file: string, disk: FileSystem = { stat, access }): Promise<string> {
  const path = resolve(file);
  const detail = `Path: ${path}`;
  try {
    const found = await disk.stat(path);
    if (found.isDirectory()) throw new AppError('folder-not-file', { detail });
    await disk.access(path, constants.R_OK);
    return path;
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const { code = '' } = cause as NodeJS.ErrnoException;
    throw new AppError(refusals[code] ?? 'file-unreadable', { detail, cause });
  }
}

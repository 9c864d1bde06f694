import { lstat, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { AppError } from '../../../shared/errors/app-error.ts';

/** The path as the engine knows it, also for a file that is not there any more. */
export async function canonical(path: string): Promise<string> {
  const absolute = resolve(path);
  try {
    return await realpath(absolute);
  } catch {
    const parent = dirname(absolute);
    return parent === absolute ? absolute : join(await canonical(parent), basename(absolute));
  }
}

/** The same of what has to be a file. @throws AppError `folder-not-file` */
export async function canonicalFile(path: string): Promise<string> {
  const place = await canonical(path);
  const isFolder = (await stat(place).catch(() => undefined))?.isDirectory() ?? false;
  if (isFolder) throw new AppError('folder-not-file', { detail: `Name the files in ${place} that are meant.` });
  return place;
}

/** The same where a link may stand at the place itself by now: which one it is counts, and not what it leads to. */
export async function canonicalPlace(path: string): Promise<string> {
  const absolute = resolve(path);
  const isLink = (await lstat(absolute).catch(() => undefined))?.isSymbolicLink() ?? false;
  return isLink ? join(await canonical(dirname(absolute)), basename(absolute)) : canonical(absolute);
}

import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

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

/** The same where a link may stand at the place itself by now: which one it is counts, and not what it leads to. */
export async function canonicalPlace(path: string): Promise<string> {
  const absolute = resolve(path);
  const isLink = (await lstat(absolute).catch(() => undefined))?.isSymbolicLink() ?? false;
  return isLink ? join(await canonical(dirname(absolute)), basename(absolute)) : canonical(absolute);
}

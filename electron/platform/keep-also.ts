import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, open, rm, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../../shared/errors/app-error.ts';
import { codeOf } from './disk-error.ts';
import { putNew } from './put-new.ts';

/** What differs between systems when a file is kept under a second name. */
export interface KeepingSystem {
  readonly platform: NodeJS.Platform;
  link(from: string, to: string): Promise<void>;
}

const thisSystem: KeepingSystem = { platform: process.platform, link };

/** How disks say that they cannot give a file a second name (exFAT, many network drives). */
const cannotLink: ReadonlySet<string> = new Set([
  'EPERM',
  'EACCES',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EXDEV',
  'EMLINK',
]);

/**
 * Keeps the file `from` also at `to`, where none stands: as a second name of it where that can be, else as a copy.
 * Windows hardly ever lets a file be replaced that a program has open, and removes no name of one: there a second name
 * has no use and could not be taken back.
 * @throws AppError `target-occupied` where a file stands there, else what the system says
 */
export async function keepAlso(from: string, to: string, system: KeepingSystem = thisSystem): Promise<void> {
  if (system.platform === 'win32') return copyTo(from, to);
  try {
    await system.link(from, to);
  } catch (error) {
    const code = codeOf(error) ?? '';
    if (code === 'EEXIST') throw new AppError('target-occupied', { cause: error });
    if (!cannotLink.has(code)) throw error;
    await copyTo(from, to);
  }
}

/** Under another name until it is whole: half a copy at `to` would be taken for the kept file later. */
async function copyTo(from: string, to: string): Promise<void> {
  const copy = join(dirname(to), `.cadsync-${randomBytes(6).toString('hex')}.part`);
  try {
    await copyFile(from, copy, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    const handle = await open(copy, 'r');
    await handle.sync().finally(() => handle.close());
    if (await putNew(copy, to)) await unlink(copy);
  } catch (error) {
    // That it cannot be cleaned up must not hide why.
    await rm(copy, { force: true }).catch(() => undefined);
    throw error;
  }
}

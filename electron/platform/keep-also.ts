import { constants } from 'node:fs';
import { chmod, copyFile, lstat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../../shared/errors/app-error.ts';
import { codeOf } from './disk-error.ts';
import { syncFile } from './make-durable.ts';
import { wearOutsideAt } from './keep-outside.ts';
import { putNew } from './put-new.ts';
import { withPart } from './with-part.ts';

/** What differs between systems when a file is kept under a second name. */
export interface KeepingSystem {
  readonly platform: NodeJS.Platform;
  link(from: string, to: string): Promise<void>;
}

/** What no copy mends. Anything else may be how a disk says that it has no second names (exFAT, network drives). */
const hindersCopyToo: ReadonlySet<string> = new Set(['ENOENT', 'ENOSPC', 'EDQUOT']);

/**
 * Keeps the file `from` also at `to`, where none stands: as a second name of it where that can be, else as a copy. Its
 * bytes are durable then; its name is once the folder is flushed.
 * Windows hardly ever lets a file be replaced that a program has open, and removes no name of one: there a second name
 * has no use and could not be taken back.
 * @param lookAgain called just before anything is written; what it throws ends it
 * @throws AppError `target-occupied` where a file stands there, else what the system says
 */
export async function keepAlso(
  from: string,
  to: string,
  system: KeepingSystem,
  lookAgain: () => Promise<void> = async () => undefined,
): Promise<void> {
  await lookAgain();
  if (system.platform === 'win32') return copyTo(from, to, system);
  try {
    await system.link(from, to);
  } catch (error) {
    const code = codeOf(error) ?? '';
    if (code === 'EEXIST') throw new AppError('target-occupied', { cause: error });
    if (hindersCopyToo.has(code)) throw error;
    return copyTo(from, to, system);
  }
  await syncFile(to, system.platform);
}

/**
 * Copies the file `from` to `to`, where none stands; where the disk can do so, both share their bytes until one changes.
 * Under another name until it is whole: half a copy at `to` would be taken for the kept file later.
 * @throws AppError `target-occupied` where a file stands there, else what the system says
 */
export async function copyTo(from: string, to: string, { platform }: Pick<KeepingSystem, 'platform'>): Promise<void> {
  await withPart(dirname(to), async (copy) => {
    // A copy would be of what a link leads to.
    const outside = await lstat(from);
    if (!outside.isFile()) throw new AppError('link-in-library');
    await copyFile(from, copy, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    // A copy has the read-only mark of its original, and could not be flushed on Windows.
    if (platform === 'win32') await chmod(copy, 0o666);
    else await wearOutsideAt(copy, outside);
    await syncFile(copy, platform);
    if (await putNew(copy, to)) await unlink(copy);
  });
}

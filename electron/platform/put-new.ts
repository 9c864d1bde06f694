import { constants } from 'node:fs';
import { chmod, copyFile, link, lstat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../../shared/errors/app-error.ts';
import { codeOf } from './disk-error.ts';
import { syncFile } from './make-durable.ts';
import { putOver, thisPuttingSystem, type PuttingSystem } from './put-over.ts';
import { withPart } from './with-part.ts';

/** What differs between disks when a file gets a place at which none stands. */
export interface PlacingSystem extends PuttingSystem {
  link(from: string, to: string): Promise<void>;
}

export const thisPlacingSystem: PlacingSystem = { ...thisPuttingSystem, link };

/**
 * Puts the file `from` at `to`, where none stands. Whoever reads there finds nothing or the whole file.
 * @param lookAgain called just before each try; what it throws ends the tries
 * @returns whether `from` is still there too, to be removed once the folder of `to` is flushed
 * @throws AppError `target-occupied` where a file stands there; `from` is as it was then. Else what the system says
 */
export async function putNew(
  from: string,
  to: string,
  system: PlacingSystem = thisPlacingSystem,
  lookAgain: () => Promise<void> = async () => undefined,
): Promise<boolean> {
  // Windows gives a second name to a file that a program has open, and takes the first one away from none.
  if (system.platform === 'win32') return renameToFree(from, to, system, lookAgain);
  await lookAgain();
  // A link fails where a file stands already; a rename would silently replace it.
  try {
    await system.link(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw new AppError('target-occupied', { cause: error });
    return renameToFree(from, to, system, lookAgain);
  }
}

/**
 * For Windows, and for disks without links (exFAT, many network drives). What comes into being there between the last
 * look and the rename is replaced unseen: no rename that refuses is to be had here, and reserving the name by an empty
 * file would show readers that instead. The gap is one call to the system long.
 */
async function renameToFree(
  from: string,
  to: string,
  system: PlacingSystem,
  lookAgain: () => Promise<void>,
): Promise<boolean> {
  const renaming: PuttingSystem = {
    ...system,
    // Whatever stands there, marked or not, is in the way.
    outsideToKeep: async () => undefined,
    async rename(one, other) {
      if (await isThere(other)) throw new AppError('target-occupied');
      await lookAgain();
      await system.rename(one, other);
    },
  };
  try {
    await putOver(from, to, renaming);
    return false;
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error;
    // From another drive: the bytes arrive beside their place, and are flushed first.
    await withPart(dirname(to), async (copy) => {
      await copyFile(from, copy, constants.COPYFILE_EXCL);
      if (system.platform === 'win32') await chmod(copy, 0o666);
      await syncFile(copy, system.platform);
      await putOver(copy, to, renaming);
    });
    return true;
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

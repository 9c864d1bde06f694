import type { Stats } from 'node:fs';
import { rename } from 'node:fs/promises';
import { AppError } from '../../shared/errors/app-error.ts';
import { isHeldOpen, thisHoldingSystem, tryWhileHeld, type HoldingSystem } from '../privacy/held-open.ts';
import { codeOf } from './disk-error.ts';
import { outsideToKeep } from './keep-outside.ts';

/** What differs between systems when a file is put in the place of another. */
export interface PuttingSystem extends HoldingSystem {
  rename(from: string, to: string): Promise<void>;
  /** How the file stands that is to be replaced. @throws AppError `file-read-only` */
  outsideToKeep(path: string): Promise<Stats | undefined>;
}

export const thisPuttingSystem: PuttingSystem = {
  ...thisHoldingSystem,
  rename,
  outsideToKeep,
};

/**
 * Renames `from` to `to`, over what stands there, in one step.
 * @param lookAgain called just before each try; what it throws ends the tries
 * @throws AppError `file-in-use` where Windows refuses because a program has one of the files open, `file-read-only`
 * where the file that stands there is marked so, or locked in the Finder of macOS; else what the system says
 */
export async function putOver(
  from: string,
  to: string,
  system: PuttingSystem = thisPuttingSystem,
  lookAgain: (standing: Stats | undefined) => Promise<void> = async () => undefined,
): Promise<void> {
  try {
    await tryWhileHeld(async () => {
      const standing = await system.outsideToKeep(to);
      await lookAgain(standing);
      await system.rename(from, to).catch((error: unknown) => {
        throw standing && isLocked(error, system) ? new AppError('file-read-only', { cause: error }) : error;
      });
    }, system);
  } catch (error) {
    throw isHeldOpen(error, system) ? new AppError('file-in-use', { cause: error }) : error;
  }
}

/** How macOS refuses to replace a file that is locked in the Finder; want of rights in the folder is EACCES there. */
function isLocked(error: unknown, { platform }: PuttingSystem): boolean {
  return platform === 'darwin' && codeOf(error) === 'EPERM';
}

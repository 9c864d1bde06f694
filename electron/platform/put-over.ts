import type { Stats } from 'node:fs';
import { rename } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../shared/errors/app-error.ts';
import { codeOf } from './disk-error.ts';
import { outsideToKeep } from './keep-outside.ts';

/** What differs between systems when a file is put in the place of another. */
export interface PuttingSystem {
  readonly platform: NodeJS.Platform;
  rename(from: string, to: string): Promise<void>;
  /** How the file stands that is to be replaced. @throws AppError `file-read-only` */
  outsideToKeep(path: string): Promise<Stats | undefined>;
  wait(ms: number): Promise<void>;
}

export const thisSystem: PuttingSystem = {
  platform: process.platform,
  rename,
  outsideToKeep,
  wait: (ms) => sleep(ms),
};

/** How Windows says that somebody has the file open: a program for long, a virus scanner for a moment. */
const heldOpen: ReadonlySet<string> = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** So long a scanner may look at a file that was just written. */
const waitsMs = [20, 60, 180, 540] as const;

/**
 * Renames `from` to `to`, over what stands there, in one step.
 * @param lookAgain called just before each try; what it throws ends the tries
 * @throws AppError `file-in-use` where Windows refuses because a program has one of the files open, `file-read-only`
 * where the file that stands there is marked so; else what the system says
 */
export async function putOver(
  from: string,
  to: string,
  system: PuttingSystem = thisSystem,
  lookAgain: (standing: Stats | undefined) => Promise<void> = async () => undefined,
): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    await lookAgain(await system.outsideToKeep(to));
    try {
      return await system.rename(from, to);
    } catch (error) {
      if (system.platform !== 'win32' || !heldOpen.has(codeOf(error) ?? '')) throw error;
      const waitMs = waitsMs[tries];
      if (waitMs === undefined) throw new AppError('file-in-use', { cause: error });
      await system.wait(waitMs);
    }
  }
}

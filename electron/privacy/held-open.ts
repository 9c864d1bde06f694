import { setTimeout as sleep } from 'node:timers/promises';

/** What differs between systems in moving and removing files that somebody has open. */
export interface HoldingSystem {
  readonly platform: NodeJS.Platform;
  wait(ms: number): Promise<void>;
}

export const thisHoldingSystem: HoldingSystem = { platform: process.platform, wait: (ms) => sleep(ms) };

/** How Windows says that somebody has the file open: a program for long, a virus scanner for a moment. */
const heldOpen: ReadonlySet<string> = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** So long a scanner may look at a file that was just written. */
const waitsMs = [20, 60, 180, 540] as const;

/** Whether the system refused to move or remove a file because somebody has it open. */
export function isHeldOpen(error: unknown, { platform }: Pick<HoldingSystem, 'platform'>): boolean {
  return platform === 'win32' && heldOpen.has((error as NodeJS.ErrnoException).code ?? '');
}

/**
 * Moves or removes a file, and tries again while Windows has whoever looks at it for a moment stand in the way.
 * @throws what the last try said
 */
export async function tryWhileHeld<T>(
  attempt: () => Promise<T>,
  system: HoldingSystem = thisHoldingSystem,
): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      const waitMs = isHeldOpen(error, system) ? waitsMs[tries] : undefined;
      if (waitMs === undefined) throw error;
      await system.wait(waitMs);
    }
  }
}

import { rmSync, writeFileSync } from 'node:fs';
import { isQuotaUsedUp } from './used-up-quota.ts';

/** As much as a database asks for at once, and more than a file system keeps within its own records. */
const probeBytes = 64 * 1024;

/**
 * Whether the system still gives room beside a file. A database that could not write says no more than that, and what a
 * quota leaves is told by nothing but writing.
 */
export function hasRoomBeside(file: string): boolean {
  const probe = `${file}-room`;
  try {
    writeFileSync(probe, Buffer.alloc(probeBytes), { mode: 0o600, flush: true });
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOSPC' && !isQuotaUsedUp(error);
  } finally {
    removeIfFree(probe);
  }
}

function removeIfFree(probe: string): void {
  try {
    rmSync(probe, { force: true });
  } catch {
    // The next one takes its place.
  }
}

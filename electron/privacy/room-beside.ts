import { rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';

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
    const { code, errno = 0 } = error as NodeJS.ErrnoException;
    // Node has no name for a quota that is used up.
    return code !== 'ENOSPC' && errno !== -constants.errno.EDQUOT;
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

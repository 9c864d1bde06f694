import { statfs } from 'node:fs/promises';
import type { Found } from './checks.ts';

const littleBytes = 1_000_000_000;
/** With less, the app sends and fetches nothing more. */
const noneBytes = 100_000_000;

/** How much room the disk of a folder has. */
export async function roomFinding(folder: string): Promise<Found> {
  try {
    const { bavail, bsize, blocks } = await statfs(folder);
    const freeBytes = bavail * bsize;
    // Some shares do not know theirs.
    if (blocks === 0) return { finding: { code: 'roomUnknown' }, about: folder };
    const code = freeBytes < noneBytes ? 'roomNone' : freeBytes < littleBytes ? 'roomLittle' : 'roomEnough';
    return { finding: { code, freeBytes }, about: folder };
  } catch {
    return { finding: { code: 'roomUnknown' }, about: folder };
  }
}

import { lstatSync, type BigIntStats, type Stats } from 'node:fs';
import { isMarkedReadOnly } from '../keep-outside.ts';
import type { Outside } from './questions.ts';

/** File numbers on Windows are longer than a double is exact. */
const exactInodes = process.platform === 'win32';

/** How a file or folder looks; what stands behind a link is not looked at. @throws the system's error */
export function outsideAt(path: string | Buffer): Outside {
  const stats = exactInodes ? lstatSync(path, { bigint: true }) : lstatSync(path);
  // With the disk's full resolution, as far as a double holds it.
  const times =
    'mtimeNs' in stats
      ? { modifiedMs: Number(stats.mtimeNs) / 1e6, changedMs: Number(stats.ctimeNs) / 1e6 }
      : { modifiedMs: stats.mtimeMs, changedMs: stats.ctimeMs };
  const isReadOnly = isMarkedReadOnly(stats);
  return { kind: kindOf(stats), sizeBytes: Number(stats.size), ...times, inode: String(stats.ino), isReadOnly };
}

/** Windows' junctions are links too. */
function kindOf(stats: Stats | BigIntStats): Outside['kind'] {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'folder';
  if (stats.isSymbolicLink()) return 'link';
  if (stats.isFIFO()) return 'pipe';
  return stats.isSocket() ? 'socket' : 'device';
}

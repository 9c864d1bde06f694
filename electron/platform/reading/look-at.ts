import { isUtf8 } from 'node:buffer';
import { lstatSync, readdirSync, type BigIntStats, type Stats } from 'node:fs';
import { sep } from 'node:path';
import { isMarkedReadOnly } from '../keep-outside.ts';
import { outsideKinds, type Listing, type Outside } from './questions.ts';

/** File numbers on Windows are longer than a double is exact. */
const exactInodes = process.platform === 'win32';

/** The outside of what stands at a path, a link as what it is; `undefined` where nothing does. @throws the system's error */
export function lookAt(path: string): Outside | undefined {
  const stats = lstat(path);
  if (!stats) return undefined;
  const times = { modifiedMs: modifiedMs(stats), changedMs: changedMs(stats) };
  const isReadOnly = isMarkedReadOnly(stats);
  return { kind: kindOf(stats), sizeBytes: Number(stats.size), ...times, inode: String(stats.ino), isReadOnly };
}

/** Whether two looks saw the same file, unsaved since; its name may be another one. */
export function isSameFile(one: Outside, other: Outside | undefined): boolean {
  return one.inode === other?.inode && one.sizeBytes === other.sizeBytes && one.modifiedMs === other.modifiedMs;
}

/**
 * Looks at everything in a folder and writes it down column by column: an object for each of a hundred thousand entries
 * costs more than to look at them.
 * @param folder the path by which it is reached
 */
export function listNames(folder: string): Listing {
  const all = readdirSync(folder);
  // What stands for a letter that was none may also be a letter of the name: only the bytes tell.
  const garbled = all.some((name) => name.includes('\ufffd')) ? listGarbled(folder) : [];
  const room = all.length + garbled.length;
  const kinds = new Uint8Array(room);
  const [sizesBytes, modified, changed] = [new Float64Array(room), new Float64Array(room), new Float64Array(room)];
  const names: string[] = [];
  const inodes: (number | bigint)[] = [];
  const add = (name: string, path: string | Buffer): void => {
    const stats = lstat(path);
    // A name that vanished between being listed and being looked at is simply not there.
    if (!stats) return;
    const at = names.push(name) - 1;
    inodes.push(stats.ino);
    kinds[at] = outsideKinds.indexOf(kindOf(stats));
    sizesBytes[at] = Number(stats.size);
    modified[at] = modifiedMs(stats);
    changed[at] = changedMs(stats);
  };
  for (const name of all) add(name, folder + sep + name);
  const garbledFrom = names.length;
  for (const name of garbled) add(name.toString(), Buffer.concat([Buffer.from(folder + sep), name]));
  return { names, garbledFrom, kinds, sizesBytes, modifiedMs: modified, changedMs: changed, inodes };
}

/** The names that are no valid text, which nothing but their bytes can call. */
function listGarbled(folder: string): Buffer[] {
  return readdirSync(folder, { encoding: 'buffer' }).filter((name) => !isUtf8(name));
}

function lstat(path: string | Buffer): Stats | BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: exactInodes, throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** With the disk's full resolution, as far as a double holds it. */
function modifiedMs(stats: Stats | BigIntStats): number {
  return 'mtimeNs' in stats ? Number(stats.mtimeNs) / 1e6 : stats.mtimeMs;
}

function changedMs(stats: Stats | BigIntStats): number {
  return 'ctimeNs' in stats ? Number(stats.ctimeNs) / 1e6 : stats.ctimeMs;
}

/** Windows' junctions are links too. */
function kindOf(stats: Stats | BigIntStats): Outside['kind'] {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'folder';
  if (stats.isSymbolicLink()) return 'link';
  if (stats.isFIFO()) return 'pipe';
  return stats.isSocket() ? 'socket' : 'device';
}

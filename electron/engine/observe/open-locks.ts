import { AppError } from '../../../shared/errors/app-error.ts';
import { findLocks, ownerInLock, type LockOwner } from '../../../shared/model/cad-locks.ts';
import { folderOf, nameOf, pathIn } from '../tree/paths.ts';
import { strangeClockMs } from './resting-time.ts';
import type { Computer, FolderEntry, LibraryDisk } from '../ports.ts';

/** For how long after its last save a drawing that is open is left alone: more saves are likely to come. */
export const openDrawingWaitMs = 3_600_000;

/** A lock is a few lines; nothing larger is read. */
const mostLockBytes = 64 * 1_024;

interface LockFacts {
  /** Whether this computer made it and was restarted since. */
  readonly isLeftOver: boolean;
  /** Whether a person said, since the lock was last written, that nobody has the drawing open. */
  readonly isIgnored: boolean;
}

/** What may not be done with a drawing: `replacing` it by a newer version, or not even `reading` it. */
type LockHold = 'nothing' | 'replacing' | 'readingAndReplacing';

/**
 * What a lock holds back. One that is left over, or of which a person said so, holds nothing. Otherwise somebody may
 * have the drawing open. Then it is never replaced, because their next save would silently undo that; and it is read
 * when it was not saved for an hour, because no save is in progress then.
 */
export function whatLockHolds({ isLeftOver, isIgnored }: LockFacts, drawingRestingMs: number): LockHold {
  if (isLeftOver || isIgnored) return 'nothing';
  return drawingRestingMs < openDrawingWaitMs ? 'readingAndReplacing' : 'replacing';
}

/** What lies next to a drawing because a program has it open: one lock file, or AutoCAD's two. */
interface OpenLock extends LockFacts, LockOwner {
  readonly program: string;
  /** When it was last written. */
  readonly modifiedMs: number;
  /** The lock files with their dates, below the library's root. */
  readonly files: readonly { readonly path: string; readonly modifiedMs: number }[];
}

/** Of which lock files a person said that nobody has their drawing open. */
export interface IgnoredLocks {
  has(path: string, modifiedMs: number): boolean;
  add(path: string, modifiedMs: number): void;
}

/**
 * Looks at the locks of drawings; lists each folder once, so one is made for every round of looks.
 * @param isDatedHere whether files of the drive are dated by this computer
 */
export function createLockCheck(
  disk: LibraryDisk,
  computer: Pick<Computer, 'name' | 'startedMs'>,
  ignored: IgnoredLocks,
  isDatedHere: () => Promise<boolean>,
) {
  const list = async (folder: string) => {
    const entries = await disk.list(folder);
    if (!entries) throw new AppError('file-vanished');
    return findLocks(entries);
  };
  const locksIn = new Map<string, ReturnType<typeof list>>();

  /** A server whose clock is behind dates a lock of just now as if it had been left over. */
  const isBefore = async (modifiedMs: number, startedMs: number): Promise<boolean> =>
    modifiedMs < startedMs && ((await isDatedHere()) || modifiedMs < startedMs - strangeClockMs);

  /** @param isOwnerWanted whether to read whose it is also where that changes nothing */
  async function lockOn(path: string, isOwnerWanted: boolean): Promise<OpenLock | undefined> {
    const folder = folderOf(path);
    const listing = locksIn.get(folder) ?? list(folder);
    locksIn.set(folder, listing);
    const locks = (await listing)(nameOf(path));
    const [first] = locks;
    if (!first) return undefined;
    const found = locks.map(({ entry }) => entry);
    const files = found.map(({ name, modifiedMs }) => ({ path: pathIn(folder, name), modifiedMs }));
    const modifiedMs = Math.max(...files.map((file) => file.modifiedMs));
    const isFromBefore = await isBefore(modifiedMs, computer.startedMs());
    const owner = isOwnerWanted || isFromBefore ? await ownerIn(disk, folder, found) : {};
    const isLeftOver = isFromBefore && owner.computerName?.toLowerCase() === computer.name.toLowerCase();
    const isIgnored = files.every((file) => ignored.has(file.path, file.modifiedMs));
    return { program: first.program, files, modifiedMs, isLeftOver, isIgnored, ...owner };
  }

  const holdOf = (lock: OpenLock | undefined, drawingRestingMs: number): LockHold =>
    lock ? whatLockHolds(lock, drawingRestingMs) : 'nothing';

  return {
    /** The lock of whoever may have the drawing open; `undefined` where nobody has. */
    async openLock(path: string): Promise<OpenLock | undefined> {
      const lock = await lockOn(path, true);
      return holdOf(lock, Infinity) === 'nothing' ? undefined : lock;
    },

    /** @param drawingRestingMs how long the drawing has stood still */
    holdOn: async (path: string, drawingRestingMs: number): Promise<LockHold> =>
      holdOf(await lockOn(path, false), drawingRestingMs),
  };
}

export type LockCheck = ReturnType<typeof createLockCheck>;

/** A lock that cannot be read says nothing. */
async function ownerIn(disk: LibraryDisk, folder: string, locks: readonly FolderEntry[]): Promise<LockOwner> {
  for (const { name, sizeBytes } of locks) {
    if (sizeBytes > mostLockBytes) continue;
    const text = await disk.readText(pathIn(folder, name)).catch(() => undefined);
    const owner = ownerInLock(name, text ?? '');
    if (owner) return owner;
  }
  return {};
}

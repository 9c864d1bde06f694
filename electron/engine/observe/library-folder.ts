import type { LibraryDisk, Ports } from '../ports.ts';
import type { Library } from '../state/libraries.ts';
import { createIgnoredLocks } from '../state/ignored-locks.ts';
import { createLockCheck, type IgnoredLocks, type LockCheck } from './open-locks.ts';
import { createProvenDisk } from './proven-disk.ts';
import { assertLibrary } from './scan.ts';

/** The folder of a library, as it can be seen and written now. */
export interface LibraryFolder {
  readonly disk: LibraryDisk;
  /** Longest path below the root that programs can open, in characters. */
  readonly longestPath: number;
  /**
   * Since when files are missing, the longest one first, until they were looked for once more: before that they may
   * return, and their keys are not judged.
   */
  readonly missingSinceMs: Map<string, number>;
  /** Tells which drawings are open in their program; for one round of looks. */
  lockCheck(): LockCheck;
  readonly ignoredLocks: IgnoredLocks;
  /** Looks whether it is the library still. @throws AppError `library-missing`, `library-unproven` */
  readonly prove: () => Promise<void>;
  /** What the library's marker must say; `undefined` while it has none. */
  markerId(): string | undefined;
  /** The library's marker is known now: from here on nothing is written where it is not seen. */
  noteMarker(markerId: string): void;
}

export function createLibraryFolder(
  ports: Pick<Ports, 'disk' | 'database' | 'computer'>,
  { libraryId, root, markerId: knownId }: Library,
): LibraryFolder {
  let markerId = knownId;
  const disk = createProvenDisk(ports.disk.library(root), () => markerId);
  // A server dates by its own clock, which may be behind.
  const isDatedHere = async (): Promise<boolean> => (await ports.disk.driveKind(root)) === 'local';
  const ignoredLocks = createIgnoredLocks(ports.database, libraryId);
  return {
    disk,
    // One goes to what is between root and path.
    longestPath: ports.disk.longestPath - root.length - 1,
    missingSinceMs: new Map(),
    lockCheck: () => createLockCheck(disk, ports.computer, ignoredLocks, isDatedHere),
    ignoredLocks,
    prove: () => assertLibrary(disk, markerId),
    markerId: () => markerId,
    noteMarker: (id) => void (markerId = id),
  };
}

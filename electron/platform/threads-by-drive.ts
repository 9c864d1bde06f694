import { isOnNetwork } from './drive-kind.ts';

/** So long a folder counts as on no drive of a network: a share may be connected in its place meanwhile. */
const localForMs = 10_000;

export interface ThreadsByDriveOptions {
  /** Whether a root is on a drive that may not answer. */
  readonly isApart: (root: string) => boolean;
  readonly nowMs: () => number;
}

const usual: ThreadsByDriveOptions = { isApart: isOnNetwork, nowMs: () => performance.now() };

/** Threads that wait for the disk, so that nobody waits for the drive of another library. */
interface ThreadsByDrive<T> {
  /** Those for all local drives. */
  readonly local: T;
  /** Those for a root. */
  of(root: string): T;
}

/**
 * Makes threads once for all local drives, and once more for each root on a network drive: a call to one that does not
 * answer takes up to a minute, and behind it comes the next.
 */
export function createThreadsByDrive<T>(create: () => T, options = usual): ThreadsByDrive<T> {
  const { isApart, nowMs } = options;
  const local = create();
  // A share that is gone again keeps its threads: what is written below a root is never with two of them.
  const apart = new Map<string, T>();
  const lookedAtMs = new Map<string, number>();

  function isLocal(root: string): boolean {
    if (nowMs() - (lookedAtMs.get(root) ?? -Infinity) <= localForMs) return true;
    lookedAtMs.set(root, nowMs());
    return !isApart(root);
  }

  return {
    local,
    of(root) {
      const own = apart.get(root);
      if (own) return own;
      if (isLocal(root)) return local;
      const made = create();
      apart.set(root, made);
      return made;
    },
  };
}

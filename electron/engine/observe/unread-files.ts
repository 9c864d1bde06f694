import type { Sha256 } from '../../../shared/model/sha256.ts';
import type { Clock, FileStat } from '../ports.ts';
import type { Amount } from '../work-progress.ts';
import type { LastLook, Readiness } from './readiness.ts';
import { stillTimeMs } from './resting-time.ts';

/** A file on its way to being read. */
export interface UnreadFile extends LastLook {
  /** When it is looked at next, by the steady clock. */
  dueMs: number;
  heldBack: boolean;
  /** What it was waited for when it was last looked at. */
  waitsFor?: Extract<Readiness, { kind: 'wait' }>['reason'];
  /** What was read of it when it looked just like this. */
  bytesWere?: Sha256 | undefined;
}

type StatFacts = Pick<FileStat, 'sizeBytes' | 'modifiedMs'>;

type Looks = StatFacts & Pick<FileStat, 'changedMs'>;

/** So long those wait whose time came, for others that settled with them. */
const togetherMs = 100;

/**
 * What was last seen of each file that is to be read, and which files people see otherwise since.
 * @param quietTimeMs how long a file has to stand still
 * @param isDatedHere whether files are dated by this computer
 */
export function createUnreadFiles(
  clock: Pick<Clock, 'now' | 'steadyMs'>,
  quietTimeMs: () => number,
  isDatedHere: () => boolean,
) {
  const unread = new Map<string, UnreadFile>();
  let touched = new Set<string>();

  return {
    get: (path: string): UnreadFile | undefined => unread.get(path),

    has: (path: string): boolean => unread.has(path),

    /** Waits until a file that has looked like this since then has settled. */
    watch(path: string, stat: Looks, bytesWere?: Sha256, sinceMs: number = clock.steadyMs()): void {
      const { sizeBytes, modifiedMs } = stat;
      const dueMs = clock.steadyMs() + Math.max(0, quietTimeMs() - stillTimeMs(clock, stat, sinceMs, isDatedHere()));
      unread.set(path, { sizeBytes, modifiedMs, sinceMs, dueMs, heldBack: false, bytesWere });
      touched.add(path);
    },

    /** Has a file read at once that has stood still for so long. */
    readNow(path: string, { sizeBytes, modifiedMs }: StatFacts, restingMs: number): void {
      const nowMs = clock.steadyMs();
      unread.set(path, { sizeBytes, modifiedMs, sinceMs: nowMs - restingMs, dueMs: nowMs, heldBack: false });
    },

    /** It is read, or not to be read any more. */
    drop: (path: string): unknown => unread.delete(path),

    /** Files that are looked at now, with those whose time comes a moment later. */
    due(): [path: string, file: UnreadFile][] {
      const nowMs = clock.steadyMs();
      return (nextDueMs(unread.values()) ?? Infinity) > nowMs
        ? []
        : [...unread].filter(([, { dueMs }]) => dueMs <= nowMs);
    },

    nextDueMs: (): number | undefined => nextDueMs(unread.values()),

    /** Files on their way to being read. */
    count: (): number => unread.size,

    /** Of these, the ones that only have to stand still. */
    moving: (): Amount => amountMoving(unread.values()),

    /** People see the file otherwise than before. */
    touch(path: string): void {
      touched.add(path);
    },

    takeTouchedPaths: (): string[] => {
      const paths = [...touched];
      touched = new Set();
      return paths;
    },

    ...createMissed(),
  };
}

/** Paths at which no file is, which only a whole scan proves to be gone. */
function createMissed() {
  let missed = new Set<string>();
  return {
    noteMissing(path: string): void {
      missed.add(path);
    },

    isMissed: (path: string): boolean => missed.has(path),

    /** Whether a file was missed since the last scan: only another one proves that it is gone. */
    hasMissed: (): boolean => missed.size > 0,

    takeMissed: (): ReadonlySet<string> => {
      const paths = missed;
      missed = new Set();
      return paths;
    },
  };
}

/**
 * When files are looked at next: those whose time comes together are looked at together. What is decided about many
 * changes is then decided about all of them, and not about those that were a millisecond ahead.
 */
function nextDueMs(unread: Iterable<UnreadFile>): number | undefined {
  const dueMs = Array.from(unread, (file) => file.dueMs);
  if (dueMs.length === 0) return undefined;
  const soonestMs = dueMs.reduce((soonest, each) => Math.min(soonest, each), Infinity);
  return dueMs.reduce((last, each) => (each <= soonestMs + togetherMs ? Math.max(last, each) : last), soonestMs);
}

function amountMoving(unread: Iterable<UnreadFile>): Amount {
  let [files, bytes] = [0, 0];
  for (const { heldBack, sizeBytes } of unread) {
    if (heldBack) continue;
    files += 1;
    bytes += sizeBytes;
  }
  return { files, bytes };
}

export type UnreadFiles = ReturnType<typeof createUnreadFiles>;
